// The tree with its summaries. What is closed has no elements.

const TOGETHER = 200; // children that are shown at once
const treeList = byId("tree-list");
let summaries = null; // read when they are needed first

function startTree() {
  treeList.append(directoryNode(0, 1));
  treeList.firstElementChild.tabIndex = 0;
  treeList.addEventListener("click", ({ target }) => {
    if (target.closest(".more-button")) return;
    const node = target.closest('[role="treeitem"]');
    if (node) focusNode(node);
    if (node && target.closest(".node")) toggleNode(node);
  });
  treeList.addEventListener("keydown", treeKey);
  toggleNode(treeList.firstElementChild);
}

function directoryNode(place, level) {
  const node = treeNode("directory", level, tree.directories.names[place] + (place > 0 ? "/" : ""));
  node.dataset.place = place;
  node.setAttribute("aria-expanded", false);
  const [first, end] = filesBeneath(tree, place);
  const state = summaries.states[place];
  if (state && state !== "investigated" && state !== "cached")
    addFact(node, "node-state", [state, summaries.reasons[place]].filter(Boolean).join(": "));
  addFact(node, "node-facts", [pluralize(end - first, "file"), flagsBeneath(first, end)].filter(Boolean).join(" · "));
  addSummary(node, summaries.summaries[place]);
  return node;
}

function fileNode(file, level) {
  const node = treeNode("file", level, tree.files.names[file]);
  const { lines, sizes, states } = tree.files;
  const state = tree.states[states[file]];
  const size = lines[file] === null ? formatSize(sizes[file]) : pluralize(lines[file], "line");
  if (state !== "described") addFact(node, "node-state", state);
  addFact(node, "node-facts", [size, flagText(tree, file)].filter(Boolean).join(" · "));
  addSummary(node, summaries.files[file]);
  return node;
}

function treeNode(kind, level, name) {
  const item = document.createElement("li");
  item.className = kind;
  item.tabIndex = -1;
  item.setAttribute("role", "treeitem");
  item.setAttribute("aria-level", level);
  const node = document.createElement("div");
  node.className = "node";
  const sign = document.createElement("span");
  sign.className = "node-sign";
  sign.setAttribute("aria-hidden", true);
  sign.textContent = kind === "file" ? "" : "▸";
  const text = document.createElement("div");
  text.append(line("node-name", name));
  node.append(sign, text);
  item.append(node);
  return item;
}

function addFact(node, className, text) {
  if (text) node.firstElementChild.lastElementChild.append(line(className, text));
}

/** Text in which code stands between backticks. */
function addSummary(node, text) {
  if (!text) return;
  const summary = line("node-summary", "");
  text.split("`").forEach((part, index) => {
    const code = document.createElement("code");
    code.textContent = part;
    summary.append(index % 2 === 1 ? code : part);
  });
  node.firstElementChild.lastElementChild.append(summary);
}

function flagsBeneath(first, end) {
  const counts = [0, 0, 0];
  for (let file = first; file < end; file += 1)
    tree.files.flags[file]?.forEach((count, severity) => (counts[severity] += count));
  return severityText(counts);
}

// -- opening and closing --------------------------------------------------------------------------

function toggleNode(node) {
  if (!node.hasAttribute("aria-expanded")) return;
  const isOpen = node.getAttribute("aria-expanded") === "true";
  node.setAttribute("aria-expanded", !isOpen);
  node.querySelector(".node-sign").textContent = isOpen ? "▸" : "▾";
  if (isOpen) node.lastElementChild.remove();
  else node.append(childrenOf(node));
}

function childrenOf(node) {
  const place = Number(node.dataset.place);
  const level = Number(node.getAttribute("aria-level")) + 1;
  const [first, end] = ownFiles(tree, place);
  const makers = [...tree.children[place]].sort((a, b) => a - b).map((child) => () => directoryNode(child, level));
  for (let file = first; file < end; file += 1) makers.push(() => fileNode(file, level));
  const group = document.createElement("ul");
  group.setAttribute("role", "group");
  addChildren(group, makers, 0);
  return group;
}

function addChildren(group, makers, from) {
  group.append(...makers.slice(from, from + TOGETHER).map((make) => make()));
  const left = makers.length - from - TOGETHER;
  if (left <= 0) return;
  const item = document.createElement("li");
  item.setAttribute("role", "none");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "more-button";
  button.textContent = `${pluralize(left, "more")}`.replace(/s$/, "");
  button.addEventListener("click", () => {
    item.remove();
    addChildren(group, makers, from + TOGETHER);
  });
  item.append(button);
  group.append(item);
}

// -- keys -----------------------------------------------------------------------------------------

function focusNode(node) {
  treeList.querySelector('[tabindex="0"]')?.setAttribute("tabindex", -1);
  node.tabIndex = 0;
  node.focus();
}

function treeKey(event) {
  const node = event.target.closest('[role="treeitem"]');
  if (!node || event.target.closest("button") || event.ctrlKey || event.metaKey || event.altKey) return;
  const nodes = [...treeList.querySelectorAll('[role="treeitem"]')];
  const place = nodes.indexOf(node);
  const isOpen = node.getAttribute("aria-expanded") === "true";
  const isClosed = node.getAttribute("aria-expanded") === "false";
  const parent = node.parentElement.closest('[role="treeitem"]');
  const act = {
    ArrowDown: () => nodes[place + 1] && focusNode(nodes[place + 1]),
    ArrowUp: () => nodes[place - 1] && focusNode(nodes[place - 1]),
    ArrowRight: () => (isClosed ? toggleNode(node) : isOpen && nodes[place + 1] && focusNode(nodes[place + 1])),
    ArrowLeft: () => (isOpen ? toggleNode(node) : parent && focusNode(parent)),
    Home: () => focusNode(nodes[0]),
    End: () => focusNode(nodes.at(-1)),
    Enter: () => toggleNode(node),
    " ": () => toggleNode(node),
  };
  if (!Object.hasOwn(act, event.key)) return;
  event.preventDefault();
  act[event.key]();
}
