// Where the map is: the address, and the way in and up.

const PREFIX = "#/"; // no element has such an id, so that the browser scrolls nowhere

/** Show a directory, by the address, so that the browser's Back works. */
function navigate(directory) {
  if (directory === state.root) return;
  location.hash = PREFIX + stepsTo(tree, directory).map(encodeURIComponent).join("/");
}

/** Show the address's directory. The box that holds the previous one becomes the current box. */
function showAddress(isMove) {
  const from = state.root;
  const isElsewhere = openDetails(location.hash);
  const next = isElsewhere ? from : directoryAt(tree, stepsOf(location.hash));
  if (isMove && next === from) return;
  state.root = next;
  hideTooltip();
  const holdsPrevious = (box) => box.place <= from && from < tree.ends[box.place];
  draw((box) => !isFile(box) && box.level === 1 && holdsPrevious(box));
  if (isMove) map.classList.remove("arriving");
  if (isMove) requestAnimationFrame(() => map.classList.add("arriving"));
}

/** Whether the address names an element of the page; a list that is folded is opened. */
function openDetails(hash) {
  const element = hash.startsWith(PREFIX) ? null : byId(hash.slice(1));
  if (element?.tagName === "DETAILS") element.open = true;
  return Boolean(element);
}

function stepsOf(hash) {
  if (!hash.startsWith(PREFIX) || hash === PREFIX) return [];
  try {
    return hash.slice(PREFIX.length).split("/").map(decodeURIComponent);
  } catch {
    return []; // an invalid address
  }
}

/** Show a box's directory, or the directory that its file is in. */
function enter(box) {
  if (box) navigate(isFile(box) ? directoryOf(tree, box.place) : (box.inner ?? box.place));
}

function goUp() {
  const parent = tree.directories.parents[state.root];
  if (parent >= 0) navigate(parent);
}
