// The map's clicks and keys, and its tools.

/** Draw the map at its address, and listen. */
function startMap() {
  addLanguageColours(tree);
  prepareFilters();
  listenToMap();
  listenToTools();
  addEventListener("hashchange", () => showAddress(true));
  addEventListener("beforeprint", () => fitToPaper(true));
  addEventListener("afterprint", () => fitToPaper(false));
  showAddress(false);
  new ResizeObserver(() => requestAnimationFrame(redrawIfResized)).observe(map);
}

/** The map must have the paper's width before the browser lays the paper out. */
function fitToPaper(isPrinting) {
  document.documentElement.classList.toggle("printing", isPrinting);
  redrawIfResized();
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
    setCurrent(view.boxes.indexOf(box), false);
    describeFocus(box, target);
  });
  map.addEventListener("focusout", hideTooltip);
  map.addEventListener("pointermove", ({ target, clientX, clientY }) => {
    const box = boxOf(target);
    if (box) showTooltip(box, clientX, clientY);
    else hideTooltip();
  });
  map.addEventListener("pointerleave", hideTooltip);
  map.addEventListener("keydown", handleKey);
}

const boxOf = (target) => view.boxes[target.closest(".box")?.dataset.index];

const KEYS = {
  Enter: () => enter(view.boxes[view.current]),
  " ": () => enter(view.boxes[view.current]),
  Backspace: goUp,
  Escape: goUp,
  Home: () => navigate(0),
  PageDown: () => setCurrent(adjacent(view.boxes, view.current, 1), true),
  PageUp: () => setCurrent(adjacent(view.boxes, view.current, -1), true),
};

function handleKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow && view.boxes.length > 0) setCurrent(neighbour(view.boxes, view.current, arrow), true);
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
    if (directory !== undefined) navigate(Number(directory));
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
}

function change(choices) {
  Object.assign(state, choices);
  draw();
}

/** Highlight one class of the legend, or none again; its row keeps the focus. */
function choose(name) {
  change({ chosen: state.chosen === name ? null : name });
  byId("legend-list").querySelector(`[data-class="${name}"]`)?.focus();
}

/** Show each filter's number of files, and no filter without any. */
function prepareFilters() {
  const filters = byId("filters");
  for (const input of filters.querySelectorAll("input")) {
    const bit = bitsOf(tree, [input.value]);
    const count = tree.files.marks.filter((marks) => marks & bit).length;
    input.checked = true; // browsers would keep it over a reload
    input.closest("label").hidden = count === 0;
    input.closest("label").append(` ${formatNumber(count)}`);
  }
  filters.hidden = !filters.querySelector("label:not([hidden])");
}

function search(query) {
  const wanted = query.trim().toLowerCase();
  const found = wanted ? findFiles(tree, wanted) : null;
  const count = found?.reduce((sum, isFound) => sum + isFound, 0);
  byId("found").textContent = found ? pluralize(count, "file") : "";
  change({ found });
}

function searchKey(event) {
  if (event.key === "Escape") {
    event.preventDefault();
    byId("search").value = "";
    search("");
    setCurrent(view.current, true);
  } else if (event.key === "Enter") {
    event.preventDefault();
    const isFound = (box) => box.kind !== "open" && filesOf(tree, box).some(hasMatch);
    const first = view.boxes.findIndex(isFound);
    if (first >= 0) setCurrent(first, true);
  }
}
