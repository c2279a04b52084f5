// The tree as columns. A directory is an index into the directories, a file one into the files. All
// that is beneath a directory is one range of either, since both are in the tree's order.

function readTree(text) {
  const tree = JSON.parse(text);
  const { names, parents } = tree.directories;
  tree.children = names.map(() => []);
  tree.ends = names.map((_, place) => place + 1);
  for (let place = names.length - 1; place > 0; place -= 1) {
    const parent = parents[place];
    tree.children[parent].push(place);
    tree.ends[parent] = Math.max(tree.ends[parent], tree.ends[place]);
  }
  tree.directories.first_files.push(tree.files.names.length);
  return tree;
}

/** The files beneath a directory, its own included, as [first, end). */
const filesBeneath = (tree, directory) => [
  tree.directories.first_files[directory],
  tree.directories.first_files[tree.ends[directory]],
];

/** The files in a directory itself, as [first, end). */
const ownFiles = (tree, directory) => [
  tree.directories.first_files[directory],
  tree.directories.first_files[directory + 1],
];

const hasMark = (tree, file, mark) =>
  (tree.files.marks[file] & (1 << tree.marks.indexOf(mark))) !== 0;

function bitsOf(tree, marks) {
  let bits = 0;
  for (const mark of marks) if (tree.marks.includes(mark)) bits |= 1 << tree.marks.indexOf(mark);
  return bits;
}

/** The directory that holds a file: the last one whose files begin at or before it. */
function directoryOf(tree, file) {
  const starts = tree.directories.first_files;
  let low = 0;
  let high = tree.directories.names.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= file) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** From the root to the directory, both included. */
function ancestors(tree, directory) {
  const line = [];
  for (let place = directory; place >= 0; place = tree.directories.parents[place]) line.push(place);
  return line.reverse();
}

const stepsTo = (tree, directory) =>
  ancestors(tree, directory).slice(1).map((place) => tree.directories.names[place]);

const pathOfDirectory = (tree, directory) => stepsTo(tree, directory).join("/") || ".";

const pathOfFile = (tree, file) =>
  [...stepsTo(tree, directoryOf(tree, file)), tree.files.names[file]].join("/");

/** The directory at the end of the steps, or the last one on the way that exists. */
function directoryAt(tree, steps) {
  let directory = 0;
  for (const step of steps) {
    const next = tree.children[directory].find((place) => tree.directories.names[place] === step);
    if (next === undefined) break;
    directory = next;
  }
  return directory;
}

/** For each file whether its path holds `wanted`, which is in lower case. */
function findFiles(tree, wanted) {
  const found = new Uint8Array(tree.files.names.length);
  tree.directories.names.forEach((_, directory) => {
    const [first, end] = ownFiles(tree, directory);
    const stem = [...stepsTo(tree, directory), ""].join("/").toLowerCase();
    for (let file = first; file < end; file += 1)
      found[file] = (stem + tree.files.names[file].toLowerCase()).includes(wanted) ? 1 : 0;
  });
  return found;
}

/**
 * The weight of each file and directory, to which its area is in proportion. `column` is "sizes" or
 * "lines"; files with any of the `hidden` marks weigh nothing.
 */
function weigh(tree, column, hidden) {
  const values = tree.files[column];
  const { names, parents } = tree.directories;
  const files = Float64Array.from(values, (value, file) =>
    tree.files.marks[file] & hidden ? 0 : (value ?? 0),
  );
  const directories = new Float64Array(names.length);
  for (let place = names.length - 1; place >= 0; place -= 1) {
    const [first, end] = ownFiles(tree, place);
    for (let file = first; file < end; file += 1) directories[place] += files[file];
    if (place > 0) directories[parents[place]] += directories[place];
  }
  return { column, hidden, files, directories };
}
