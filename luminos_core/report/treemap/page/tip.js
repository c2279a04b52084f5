// The tooltip beside the box under the pointer or the focus, and the line that is spoken.

const tip = byId("tip");
const AWAY = 14; // pixels between the pointer and the tooltip

function showTip(box, x, y) {
  const title = line("path", view.text.path(box));
  const facts = document.createElement("p");
  facts.textContent = view.text.facts(box).join(" · ");
  tip.replaceChildren(title, facts);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const left = x + AWAY + width > innerWidth ? x - AWAY - width : x + AWAY;
  const top = y + AWAY + height > innerHeight ? y - AWAY - height : y + AWAY;
  tip.style.left = `${Math.max(left, 4)}px`;
  tip.style.top = `${Math.max(top, 4)}px`;
}

function hideTip() {
  tip.hidden = true;
}

/** Say the box in the status line, and show its tooltip where it lies. */
function tell(box, target) {
  const { left, top, width, height } = target.getBoundingClientRect();
  const path = line("path", view.text.path(box));
  byId("focused").replaceChildren(path, `: ${view.text.facts(box).join(", ")}`);
  const below = box.kind === "open" ? HEADER.height : Math.min(height, 40);
  showTip(box, left + Math.min(width / 2, 60), top + below);
}
