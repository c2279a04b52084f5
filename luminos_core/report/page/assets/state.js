// The state that a person chooses, and the view that is drawn from it.

const MUTED = ["generated", "vendored", "binary"];
const map = byId("map");
const tree = readTree(byId("tree").textContent);
const muted = bitsOf(tree, MUTED);
const state = {
  root: 0, // the directory that fills the map
  area: "sizes", // or "lines"
  colour: "language", // or another of the colourings
  hidden: 0, // bits of the marks that the filters take away
  found: null, // for each file whether the search finds it; null without a search
  chosen: null, // the one class of the legend that is not dimmed
};
const view = { room: null, weights: null, legend: null, boxes: [], text: null, current: 0 };

/** Redraw the map. `isCurrent(box)` finds the new current box, by default the same as before. */
function draw(isCurrent = sameBox(view.boxes[view.current])) {
  const hadFocus = map.contains(document.activeElement);
  view.weights = weigh(tree, state.area, state.hidden);
  view.legend = classify(tree, view.weights, state.root, state.colour);
  if (!view.legend.classes.some((entry) => entry.name === state.chosen)) state.chosen = null;
  drawPanels(); // first, as the map gets the rest of the room
  view.room = { x: 0, y: 0, width: map.clientWidth, height: map.clientHeight };
  const isEmpty = view.weights.directories[state.root] === 0;
  view.boxes = isEmpty ? [] : layOut(tree, view.weights, state.root, view.room);
  view.text = describer(tree, view.weights, view.legend, state.root);
  drawBoxes(map, view.boxes, boxClasses, view.text);
  setCurrent(Math.max(view.boxes.findIndex(isCurrent), 0), hadFocus);
}

/** Redraw if the map's size has changed. */
function redrawIfResized() {
  const { width, height } = view.room;
  if (width !== map.clientWidth || height !== map.clientHeight) draw();
}

function sameBox(previous) {
  if (!previous) return () => false;
  return (box) => box.place === previous.place && isFile(box) === isFile(previous);
}

const isFile = (box) => box.kind === "file";

/** Make a box the one that Tab reaches and arrows start from. */
function setCurrent(place, withFocus) {
  const elements = map.firstElementChild.children;
  map.tabIndex = elements.length > 0 ? -1 : 0; // an empty map still takes the keys that leave it
  if (elements.length === 0) {
    if (withFocus) map.focus();
    return;
  }
  if (elements[view.current]) elements[view.current].tabIndex = -1;
  view.current = place;
  elements[place].tabIndex = 0;
  if (withFocus) elements[place].focus({ preventScroll: true });
}

/** A box's classes: its colour, whether it is muted, and whether it matches the search. */
function boxClasses(box) {
  const names = box.kind === "open" ? [] : mainClasses(box);
  if (state.found || state.chosen) {
    names.push(filesOf(tree, box).some(hasMatch) ? "match" : "dim");
  }
  return names.join(" ");
}

function mainClasses(box) {
  const main = mainClass(tree, view.weights, view.legend, muted, filesOf(tree, box));
  return main.isMuted ? [main.name, "muted"] : [main.name];
}

function hasMatch([first, end]) {
  for (let file = first; file < end; file += 1) if (isMatch(file)) return true;
  return false;
}

function isMatch(file) {
  if (view.weights.files[file] === 0) return false;
  if (state.chosen && view.legend.of(file) !== state.chosen) return false;
  return state.found === null || state.found[file] === 1;
}
