// The panels around the map: breadcrumbs, legend, and what is not drawn.

function drawPanels() {
  drawBreadcrumbs();
  drawLegend();
  updateButtons();
  byId("age-note").textContent = state.colour === "age" ? tree.age_note : "";
  byId("undrawn").textContent = undrawn();
  map.classList.toggle("empty", view.weights.directories[state.root] === 0);
}

function drawBreadcrumbs() {
  const count = view.legend.classes.reduce((sum, entry) => sum + entry.files, 0);
  const weight = formatWeight(view.weights.directories[state.root], state.area);
  byId("crumbs").replaceChildren(...ancestors(tree, state.root).map(crumb));
  byId("extent").textContent = `${pluralize(count, "file")} drawn, ${weight}`;
  map.setAttribute("aria-label", `Treemap of ${pathOfDirectory(tree, state.root)}`);
}

function crumb(directory) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.directory = directory;
  button.append(line("name", tree.directories.names[directory]));
  if (directory === state.root) button.setAttribute("aria-current", "page");
  return button;
}

function drawLegend() {
  const whole = view.weights.directories[state.root];
  byId("legend-title").textContent = view.legend.colouring.title(tree);
  const rows = view.legend.classes.map((entry) => legendRow(entry, whole));
  byId("legend-list").replaceChildren(...rows);
}

function legendRow(entry, whole) {
  const row = document.createElement("li");
  const button = document.createElement("button");
  const swatch = document.createElement("span");
  swatch.className = `swatch ${entry.name}`;
  button.type = "button";
  button.dataset.class = entry.name;
  button.setAttribute("aria-pressed", state.chosen === entry.name);
  button.title = `${pluralize(entry.files, "file")}, ${formatWeight(entry.weight, state.area)}`;
  const percent = formatShare(entry.weight, whole);
  button.append(swatch, line("name", entry.label), line("amount", percent));
  row.append(button);
  return row;
}

/** The files without a box. */
function undrawn() {
  let [hidden, empty] = [0, 0];
  const [first, end] = filesBeneath(tree, state.root);
  for (let file = first; file < end; file += 1) {
    if (tree.files.marks[file] & state.hidden) hidden += 1;
    else if (view.weights.files[file] === 0) empty += 1;
  }
  const parts = [];
  if (empty > 0 && state.area === "lines") parts.push(`${pluralize(empty, "file")} without lines`);
  if (empty > 0 && state.area === "sizes") parts.push(pluralize(empty, "empty file"));
  if (hidden > 0) parts.push(`${pluralize(hidden, "file")} hidden by the filter`);
  return parts.length > 0 ? `Not drawn: ${parts.join(", ")}.` : "";
}

function updateButtons() {
  for (const choice of ["area", "colour"])
    for (const button of document.querySelectorAll(`[data-${choice}]`))
      button.setAttribute("aria-pressed", button.dataset[choice] === state[choice]);
}
