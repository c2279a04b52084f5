// The list of flags. Only the rows in sight are elements; one at a time is open.

const ROW = 62; // pixels
const BEYOND = 5; // rows above and below those in sight
const list = byId("flag-list");
const space = document.createElement("div");
const shown = { rows: [], current: 0, open: -1, extra: 0, elements: new Map() };
const detailsSize = new ResizeObserver(([entry]) => {
  const extra = Math.ceil(entry.target.getBoundingClientRect().height);
  if (extra !== shown.extra) setExtra(extra);
});

function startList() {
  space.className = "flag-space";
  space.setAttribute("role", "none");
  list.replaceChildren(space);
  startFilters(showFiltered);
  list.addEventListener("scroll", () => requestAnimationFrame(drawRows), { passive: true });
  list.addEventListener("click", ({ target }) => {
    const index = target.closest(".flag-head")?.parentElement.dataset.index;
    if (index !== undefined) toggle(Number(index));
  });
  list.addEventListener("keydown", moveByKey);
  new ResizeObserver(drawRows).observe(list);
  showFiltered();
}

function showFiltered() {
  Object.assign(shown, { rows: filteredRows(), current: 0, open: -1, extra: 0 });
  list.scrollTop = 0;
  space.replaceChildren();
  shown.elements.clear();
  list.classList.toggle("few", shown.rows.length * ROW < 600);
  byId("flag-count").textContent = countText();
  byId("flags-left-out").hidden = flags.left_out === 0;
  byId("flags-left-out").textContent = `${pluralize(flags.left_out, "more flag")}, the least of them, in report.json alone.`;
  if (shown.rows.length === 0) space.append(paragraph("empty-list", flags.count > 0 ? "No flag is left by these filters." : "There are no flags."));
  setExtra(0);
}

/** "12 flags in 31 places: 1 critical, 11 notes". */
function countText() {
  const counts = [0, 0, 0];
  let places = 0;
  for (const row of shown.rows) {
    counts[flags.rows.severity[row]] += 1;
    places += flags.rows.count[row];
  }
  const count = shown.rows.length;
  const inPlaces = places > count ? ` in ${formatNumber(places)} places` : "";
  return `${pluralize(count, "flag")}${inPlaces}${count > 0 ? `: ${severityText(counts)}` : ""}`;
}

const topOf = (index) => index * ROW + (shown.open >= 0 && index > shown.open ? shown.extra : 0);

/** The row at a distance from the top of the list, in pixels. */
function rowAt(top) {
  if (shown.open < 0 || top < (shown.open + 1) * ROW) return Math.floor(top / ROW);
  return Math.max(shown.open, Math.floor((top - shown.extra) / ROW));
}

function setExtra(extra) {
  shown.extra = extra;
  space.style.height = `${shown.rows.length > 0 ? topOf(shown.rows.length) : 70}px`;
  for (const [index, element] of shown.elements) element.style.top = `${topOf(index)}px`;
  drawRows();
}

/** Make the rows that came into sight, and drop those that left it, but for the one with the focus. */
function drawRows() {
  const first = Math.max(rowAt(list.scrollTop) - BEYOND, 0);
  const last = Math.min(rowAt(list.scrollTop + list.clientHeight) + BEYOND, shown.rows.length - 1);
  for (const [index, element] of shown.elements) {
    if ((index >= first && index <= last) || element.contains(document.activeElement)) continue;
    element.remove();
    shown.elements.delete(index);
  }
  for (let index = first; index <= last; index += 1) if (!shown.elements.has(index)) addRow(index);
}

function addRow(index) {
  const element = rowElement(index);
  shown.elements.set(index, element);
  const next = [...shown.elements.keys()].filter((each) => each > index);
  space.insertBefore(element, next.length > 0 ? shown.elements.get(Math.min(...next)) : null);
  if (index === shown.open) addDetails(element, index);
}

function rowElement(index) {
  const row = shown.rows[index];
  const element = document.createElement("div");
  element.className = "flag-row";
  element.style.top = `${topOf(index)}px`;
  element.dataset.index = index;
  element.setAttribute("role", "listitem");
  element.setAttribute("aria-setsize", shown.rows.length);
  element.setAttribute("aria-posinset", index + 1);
  const head = document.createElement("button");
  head.type = "button";
  head.className = "flag-head";
  head.tabIndex = index === shown.current ? 0 : -1;
  head.setAttribute("aria-expanded", index === shown.open);
  head.append(severityPill(row), flagWords(row), flagSide(row));
  element.append(head);
  return element;
}

function severityPill(row) {
  const name = severityOf(row);
  const pill = document.createElement("span");
  pill.className = `severity ${name}`;
  pill.textContent = name === "info" ? "note" : name;
  const box = document.createElement("span");
  box.append(pill);
  return box;
}

function flagWords(row) {
  const words = document.createElement("span");
  words.className = "flag-words";
  words.append(line("", rowText("finding", row)), line("flag-where", locationOf(row, flags.firstPlaces[row])));
  return words;
}

function flagSide(row) {
  const side = document.createElement("span");
  side.className = "flag-side";
  const [state, kind] = [firstState(row), kindOf(row)];
  if (["suppressed", "unverified", "refuted"].includes(kind)) side.append(badge(kind));
  else if (state && state !== "persisting") side.append(badge(state));
  const places = flags.rows.count[row];
  const facts = [rowText("rule", row) === "model" ? "agent" : rowText("rule", row)];
  if (places > 1) facts.unshift(`${formatNumber(places)} places`);
  side.append(line("", facts.join(" · ")));
  return side;
}

function toggle(index) {
  const wasOpen = shown.open;
  detailsSize.disconnect();
  shown.elements.get(wasOpen)?.querySelector(".flag-more")?.remove();
  shown.elements.get(wasOpen)?.firstElementChild.setAttribute("aria-expanded", false);
  const before = topOf(index) - list.scrollTop;
  shown.open = index === wasOpen ? -1 : index;
  setCurrentRow(index, true);
  setExtra(0);
  if (shown.open >= 0) addDetails(shown.elements.get(index), index);
  list.scrollTop = topOf(index) - before; // what a person clicked stays in its place
}

function addDetails(element, index) {
  const more = flagDetails(shown.rows[index]);
  const words = element.querySelector(".flag-words").firstElementChild;
  if (words.scrollWidth <= words.clientWidth) more.querySelector(".finding").remove();
  element.firstElementChild.setAttribute("aria-expanded", true);
  element.append(more);
  detailsSize.observe(more);
  setExtra(Math.ceil(more.getBoundingClientRect().height));
}

/** Make a row the one that Tab reaches. */
function setCurrentRow(index, withFocus) {
  const old = shown.elements.get(shown.current);
  if (old) old.firstElementChild.tabIndex = -1;
  shown.current = index;
  if (!shown.elements.has(index)) addRow(index);
  const head = shown.elements.get(index).firstElementChild;
  head.tabIndex = 0;
  if (withFocus) head.focus({ preventScroll: true });
}

function moveByKey(event) {
  if (!event.target.classList.contains("flag-head") || event.ctrlKey || event.metaKey || event.altKey) return;
  const page = Math.max(Math.floor(list.clientHeight / ROW) - 1, 1);
  const last = shown.rows.length - 1;
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -last, End: last };
  if (!Object.hasOwn(moves, event.key)) return;
  event.preventDefault();
  const next = Math.min(Math.max(shown.current + moves[event.key], 0), last);
  scrollToRow(next);
  setCurrentRow(next, true);
  drawRows(); // without the row that had the focus, whose links Tab would reach
}

function scrollToRow(index) {
  const [top, bottom] = [topOf(index), topOf(index) + ROW];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
