// The tooltip of the box under the pointer or the focus, and the line for a screen reader.

const tooltip = byId("tooltip");
const DISTANCE = 14; // pixels between the pointer and the tooltip

function showTooltip(box, x, y) {
  const title = line("path", view.text.path(box));
  const facts = document.createElement("p");
  facts.textContent = view.text.facts(box).join(" · ");
  tooltip.replaceChildren(title, facts);
  tooltip.hidden = false;
  const { width, height } = tooltip.getBoundingClientRect();
  const left = x + DISTANCE + width > innerWidth ? x - DISTANCE - width : x + DISTANCE;
  const top = y + DISTANCE + height > innerHeight ? y - DISTANCE - height : y + DISTANCE;
  tooltip.style.left = `${Math.max(left, 4)}px`;
  tooltip.style.top = `${Math.max(top, 4)}px`;
}

function hideTooltip() {
  tooltip.hidden = true;
}

/** Describe the box in the status line, and show its tooltip beside it. */
function describeFocus(box, target) {
  const { left, top, width, height } = target.getBoundingClientRect();
  const path = line("path", view.text.path(box));
  byId("focused").replaceChildren(path, `: ${view.text.facts(box).join(", ")}`);
  const below = box.kind === "open" ? HEADER.height : Math.min(height, 40);
  showTooltip(box, left + Math.min(width / 2, 60), top + below);
}
