// The boxes as elements.

const LABEL = { width: 30, height: 14 }; // pixels, at least; the same for those below
const SECOND_LINE = { width: 58, height: 34 };
const AMOUNT = { width: 120 };
const LARGE = 110; // the shorter side

/** The elements of the boxes, in their order. `boxClasses(box)` returns a box's classes. */
function drawBoxes(map, boxes, boxClasses, text) {
  const layer = document.createElement("div");
  layer.className = "layer";
  layer.setAttribute("role", "none");
  boxes.forEach((box, index) => layer.append(drawn(box, index, boxClasses(box), text)));
  map.replaceChildren(layer);
}

function drawn(box, index, classes, text) {
  const element = document.createElement("div");
  const [left, top] = [Math.round(box.x), Math.round(box.y)];
  // Edges are rounded, not lengths, so that neighbours stay one pixel apart.
  const width = Math.max(Math.round(box.x + box.width) - left - 1, 1);
  const height = Math.max(Math.round(box.y + box.height) - top - 1, 1);
  element.className = `box ${box.kind} ${classes}`;
  element.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  element.tabIndex = -1;
  element.dataset.index = index;
  element.setAttribute("role", "treeitem");
  element.setAttribute("aria-level", box.level);
  element.setAttribute("aria-label", text.name(box));
  if (box.kind !== "file") element.setAttribute("aria-expanded", box.kind === "open");
  addLabel(element, box, width, height, text);
  return element;
}

function addLabel(element, box, width, height, text) {
  const isOpen = box.kind === "open";
  if (width < LABEL.width || height < LABEL.height || (isOpen && !box.isTitled)) return;
  element.append(line("name", text.name(box)));
  if (isOpen && width >= AMOUNT.width) element.append(line("amount", text.amount(box)));
  if (isOpen) return;
  if (Math.min(width, height) >= LARGE) element.classList.add("large");
  if (width >= SECOND_LINE.width && height >= SECOND_LINE.height)
    element.append(line("second", text.second(box)));
}
