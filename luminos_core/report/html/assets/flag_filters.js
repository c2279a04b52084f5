// The filters above the list, and the rows that they leave.

const SHOWN_CHOICES = 300; // of a list to choose from
const SOURCE_NAMES = { analyzer: "checks", tool: "other tools", model: "agents" };
const STATE_CHOICES = [
  // value, label, whether a row is of it
  ["open", "Open", (row) => kindOf(row) === "open"],
  ["new", "New", (row) => kindOf(row) === "open" && hasState(row, "new")],
  ["reopened", "Reopened", (row) => kindOf(row) === "open" && hasState(row, "reopened")],
  ["newly checked", "Newly checked", (row) => kindOf(row) === "open" && hasState(row, "newly checked")],
  ["persisting", "Persisting", (row) => kindOf(row) === "open" && hasState(row, "persisting")],
  ["unknown", "Not seen again", (row) => hasState(row, "unknown")],
  ["resolved", "Resolved", (row) => hasState(row, "resolved")],
  ["suppressed", "Suppressed", (row) => kindOf(row) === "suppressed"],
  ["unverified", "Unverified claims", (row) => kindOf(row) === "unverified"],
  ["refuted", "Refuted by reviewers", (row) => kindOf(row) === "refuted"],
  ["all", "All of these", () => true],
];
const filterForm = byId("flag-filters");
const ROW_TEXTS = ["finding", "path", "rule", "also", "owner"];
const PLACE_TEXTS = ["finding", "quotation", "symbol", "trigger", "consequence"];
let lowered = null; // the texts in lower case, once they were needed

function startFilters(changed) {
  fillStates();
  fillChoices("by-severity", countedBy((row) => severityOf(row)), (name) => (name === "info" ? "note" : name));
  fillChoices("by-source", countedBy((row) => flags.sources[flags.rows.source[row]]), (name) => SOURCE_NAMES[name]);
  fillChoices("by-rule", countedBy((row) => rowText("rule", row)));
  fillChoices("by-owner", countedBy((row) => rowText("owner", row) || "nobody"));
  filterForm.hidden = false;
  filterForm.addEventListener("input", ({ target }) => target.tagName === "INPUT" && changed());
  filterForm.addEventListener("change", ({ target }) => target.tagName === "SELECT" && changed());
  filterForm.addEventListener("submit", (event) => event.preventDefault());
  filterForm.addEventListener("reset", () => setTimeout(changed));
}

/** Show the rows of one state, and no other filter. */
function filterState(state) {
  filterForm.reset();
  const hasChoice = [...byId("by-state").options].some((option) => option.value === state);
  byId("by-state").value = hasChoice ? state : "open";
}

/** Show the open flags of the worst severity, of which the tile tells the age. */
function filterWorst() {
  filterState("open");
  const worst = Math.min(...filteredRows().map((row) => flags.rows.severity[row]));
  if (worst < flags.severities.length) byId("by-severity").value = flags.severities[worst];
}

function filteredRows() {
  const value = (id) => byId(id).value;
  const [, , isOfState] = STATE_CHOICES.find(([state]) => state === value("by-state"));
  const path = value("by-path").trim().toLowerCase();
  const words = value("by-text").toLowerCase().split(/\s+/).filter(Boolean);
  const tests = [isOfState];
  if (value("by-severity")) tests.push((row) => severityOf(row) === value("by-severity"));
  if (value("by-source")) tests.push((row) => flags.sources[flags.rows.source[row]] === value("by-source"));
  if (value("by-rule")) tests.push((row) => rowText("rule", row) === value("by-rule"));
  if (value("by-owner")) tests.push((row) => (rowText("owner", row) || "nobody") === value("by-owner"));
  if (path) tests.push((row) => rowText("path", row).toLowerCase().includes(path));
  tests.push(...words.map(hasWord));
  const rows = [];
  for (let row = 0; row < flags.count; row += 1) if (tests.every((test) => test(row))) rows.push(row);
  return rows;
}

/** A test whether any text of a row has a word. Texts that many rows have are looked at once. */
function hasWord(word) {
  lowered ??= flags.texts.map((text) => text.toLowerCase());
  const isIn = Uint8Array.from(lowered, (text) => (text.includes(word) ? 1 : 0));
  for (const [rule, { title }] of Object.entries(flags.rules))
    if (title.toLowerCase().includes(word)) isIn[flags.texts.indexOf(rule)] = 1;
  return (row) => {
    if (ROW_TEXTS.some((column) => isIn[flags.rows[column][row]])) return true;
    for (let place = flags.firstPlaces[row]; place < flags.firstPlaces[row + 1]; place += 1)
      if (PLACE_TEXTS.some((column) => isIn[flags.places[column][place]])) return true;
    return false;
  };
}

function countedBy(nameOf) {
  const counts = new Map();
  for (let row = 0; row < flags.count; row += 1) {
    const name = nameOf(row);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function fillStates() {
  const all = Array.from({ length: flags.count }, (_, row) => row);
  for (const [value, label, test] of STATE_CHOICES) {
    const count = all.filter(test).length;
    if (count > 0 || value === "open") byId("by-state").append(choice(value, `${label} (${formatNumber(count)})`));
  }
}

/** The most frequent first; one alone is no choice. */
function fillChoices(id, counts, labelOf = (name) => name) {
  const select = byId(id);
  select.append(choice("", "any"));
  const names = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  for (const name of names.slice(0, SHOWN_CHOICES))
    select.append(choice(name, `${labelOf(name)} (${formatNumber(counts.get(name))})`));
  select.closest("label").hidden = names.length < 2;
}

function choice(value, label) {
  const option = document.createElement("option");
  option.value = value;
  option.textContent = label;
  return option;
}
