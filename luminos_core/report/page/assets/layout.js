// The boxes of the map, with their coordinates. A box is one of
//   file    one file
//   open    a directory whose content is drawn in it
//   folded  a directory too small for that
//   rest    the files and directories of one directory that are too small to be drawn

const SMALLEST = 9; // square pixels: 3 by 3
const HEADER = { height: 19, fromWidth: 44, fromHeight: 40 }; // pixels
const FOLDED_BELOW = 12; // pixels, either side
const MARGIN = { titled: 3, untitled: 1 }; // pixels between a directory's edge and its content

/** The boxes of everything beneath `root`, each after the one that it lies in. */
function layOut(tree, weights, root, room) {
  const boxes = [];
  fill(tree, weights, root, room, 1, boxes);
  return boxes;
}

function fill(tree, weights, directory, room, level, boxes) {
  const items = heaviestFirst(tree, weights, directory);
  const scale = (room.width * room.height) / weights.directories[directory];
  let drawn = items.findIndex((item) => item.weight * scale < SMALLEST);
  if (drawn < 0 || drawn === items.length - 1) drawn = items.length;
  const groups = items.slice(0, drawn);
  if (drawn < items.length) groups.push(restItem(tree, directory, items.slice(drawn)));
  const rectangles = squarify(groups.map((item) => item.weight), room);
  groups.forEach((item, index) => {
    const box = { ...item, ...rectangles[index], level };
    boxes.push(box);
    if (item.kind === "folded") open(tree, weights, box, boxes);
  });
}

/** Lay out a directory's content in its box, if there is room for it. */
function open(tree, weights, box, boxes) {
  const place = skipSingleDirectories(tree, weights, box.place);
  if (Math.min(box.width, box.height) < FOLDED_BELOW) return;
  const isTitled = box.width >= HEADER.fromWidth && box.height >= HEADER.fromHeight;
  const margin = isTitled ? MARGIN.titled : MARGIN.untitled;
  const top = isTitled ? HEADER.height : margin;
  const room = {
    x: box.x + margin,
    y: box.y + top,
    width: box.width - 2 * margin,
    height: box.height - top - margin,
  };
  Object.assign(box, { kind: "open", isTitled, inner: place });
  fill(tree, weights, place, room, box.level + 1, boxes);
}

/** The directory's content, without what has no weight. */
function heaviestFirst(tree, weights, directory) {
  const items = [];
  for (const place of tree.children[directory]) {
    const weight = weights.directories[place];
    if (weight > 0) items.push({ kind: "folded", place, weight });
  }
  const [first, end] = ownFiles(tree, directory);
  for (let place = first; place < end; place += 1) {
    const weight = weights.files[place];
    if (weight > 0) items.push({ kind: "file", place, weight });
  }
  return items.sort((a, b) => b.weight - a.weight);
}

function restItem(tree, directory, items) {
  const weight = items.reduce((sum, item) => sum + item.weight, 0);
  return { kind: "rest", place: directory, weight, items };
}

/** Directories that hold only one directory share its box: "src/main/java". */
function skipSingleDirectories(tree, weights, directory) {
  for (let place = directory; ; ) {
    const inner = tree.children[place].filter((child) => weights.directories[child] > 0);
    const isAll = weights.directories[inner[0]] === weights.directories[place];
    if (inner.length !== 1 || !isAll) return place;
    [place] = inner;
  }
}

/** The files that a box stands for, as a list of [first, end). */
function filesOf(tree, box) {
  if (box.kind === "file") return [[box.place, box.place + 1]];
  if (box.kind === "rest") return box.items.flatMap((item) => filesOf(tree, item));
  return [filesBeneath(tree, box.place)];
}
