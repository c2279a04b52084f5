// What clicks, keys and the address do.

const PREFIX = "#/"; // no element has such an id, so that the browser scrolls nowhere

addLanguageColours(tree);
prepareFilters();
listenToMap();
listenToTools();
addEventListener("hashchange", () => arrive(true));
addEventListener("beforeprint", () => fitToPaper(true));
addEventListener("afterprint", () => fitToPaper(false));
arrive(false);
new ResizeObserver(() => requestAnimationFrame(fit)).observe(map);

/** Paper has a width of its own, which the map must have before the browser lays the paper out. */
function fitToPaper(isBegun) {
  document.documentElement.classList.toggle("printing", isBegun);
  fit();
}

// -- places ---------------------------------------------------------------------------------------

/** Go to a directory. The address says where, so that the browser's Back comes back. */
function go(directory) {
  if (directory === state.root || directory === undefined) return;
  location.hash = PREFIX + stepsTo(tree, directory).map(encodeURIComponent).join("/");
}

/** Show what the address says; from the directory that one comes up from, stand on it. */
function arrive(isMove) {
  const from = state.root;
  if (openNote(location.hash)) return;
  const next = directoryAt(tree, stepsOf(location.hash));
  if (isMove && next === from) return;
  state.root = next;
  hideTip();
  const leadsBack = (box) => box.place <= from && from < tree.ends[box.place];
  draw((box) => !isFile(box) && box.level === 1 && leadsBack(box));
  if (isMove) map.classList.remove("arriving");
  if (isMove) requestAnimationFrame(() => map.classList.add("arriving"));
}

/** An address may also lead to one of the lists beneath the map, which then opens. */
function openNote(hash) {
  const note = hash.startsWith(PREFIX) ? null : byId(hash.slice(1));
  if (note?.tagName !== "DETAILS") return false;
  note.open = true;
  return true;
}

function stepsOf(hash) {
  if (!hash.startsWith(PREFIX) || hash === PREFIX) return [];
  try {
    return hash.slice(PREFIX.length).split("/").map(decodeURIComponent);
  } catch {
    return []; // an address that somebody typed
  }
}

/** Go into a box: a directory itself, or the directory that a file lies in. */
function enter(box) {
  if (box) go(isFile(box) ? directoryOf(tree, box.place) : (box.inner ?? box.place));
}

function goUp() {
  go(tree.directories.parents[state.root] < 0 ? undefined : tree.directories.parents[state.root]);
}

// -- the map --------------------------------------------------------------------------------------

function listenToMap() {
  map.addEventListener("click", ({ target }) => {
    const box = boxOf(target);
    if (box && !isFile(box)) enter(box);
  });
  map.addEventListener("dblclick", ({ target }) => {
    const box = boxOf(target);
    if (box && isFile(box)) enter(box);
  });
  map.addEventListener("focusin", ({ target }) => {
    const box = boxOf(target);
    if (!box) return;
    standOn(view.boxes.indexOf(box), false);
    tell(box, target);
  });
  map.addEventListener("focusout", hideTip);
  map.addEventListener("pointermove", ({ target, clientX, clientY }) => {
    const box = boxOf(target);
    if (box) showTip(box, clientX, clientY);
    else hideTip();
  });
  map.addEventListener("pointerleave", hideTip);
  map.addEventListener("keydown", pressed);
}

const boxOf = (target) => view.boxes[target.closest(".box")?.dataset.index];

const KEYS = {
  Enter: () => enter(view.boxes[view.current]),
  " ": () => enter(view.boxes[view.current]),
  Backspace: goUp,
  Escape: goUp,
  Home: () => go(0),
  PageDown: () => standOn(following(view.boxes, view.current, 1), true),
  PageUp: () => standOn(following(view.boxes, view.current, -1), true),
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow && view.boxes.length > 0) standOn(neighbour(view.boxes, view.current, arrow), true);
  else if (Object.hasOwn(KEYS, event.key)) KEYS[event.key]();
  else return;
  event.preventDefault();
}

// -- the tools ------------------------------------------------------------------------------------

function listenToTools() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const { area, colour, directory, class: chosen } = button.dataset;
    if (directory !== undefined) go(Number(directory));
    if (area) change({ area });
    if (colour) change({ colour, chosen: null });
    if (chosen) choose(chosen);
  });
  byId("filters").addEventListener("change", () => {
    const hidden = [...byId("filters").querySelectorAll("input:not(:checked)")];
    change({ hidden: bitsOf(tree, hidden.map((box) => box.value)) });
  });
  byId("search").addEventListener("input", () => search(byId("search").value));
  byId("search").addEventListener("keydown", searchKey);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.id === "search") return;
    event.preventDefault();
    byId("search").select();
  });
}

function change(choices) {
  Object.assign(state, choices);
  draw();
}

/** Show one class of the legend alone, or all again; the row that was pressed keeps the focus. */
function choose(name) {
  change({ chosen: state.chosen === name ? null : name });
  byId("legend-list").querySelector(`[data-class="${name}"]`)?.focus();
}

/** A filter says how many files it would take away, and is not there when that is none. */
function prepareFilters() {
  const filters = byId("filters");
  for (const input of filters.querySelectorAll("input")) {
    const bit = bitsOf(tree, [input.value]);
    const count = tree.files.marks.filter((marks) => marks & bit).length;
    input.checked = true; // browsers remember it over a reload, the page does not
    input.closest("label").hidden = count === 0;
    input.closest("label").append(` ${grouped(count)}`);
  }
  filters.hidden = !filters.querySelector("label:not([hidden])");
}

function search(query) {
  const wanted = query.trim().toLowerCase();
  const found = wanted ? findFiles(tree, wanted) : null;
  const count = found?.reduce((sum, isFound) => sum + isFound, 0);
  byId("found").textContent = found ? counted(count, "file") : "";
  change({ found });
}

function searchKey(event) {
  if (event.key === "Escape") {
    event.preventDefault();
    byId("search").value = "";
    search("");
    standOn(view.current, true);
  } else if (event.key === "Enter") {
    event.preventDefault();
    const isFound = (box) => box.kind !== "open" && filesOf(tree, box).some(hasMatch);
    const first = view.boxes.findIndex(isFound);
    if (first >= 0) standOn(first, true);
  }
}
