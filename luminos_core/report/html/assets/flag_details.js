// What a row tells when it is opened.

const SHOWN_PLACES = 30;
const FINGERPRINTS = 6; // more places of a rule in a file are told by these two
const TOLD = [
  // by an agent, and by reviewers
  ["trigger", "How"],
  ["consequence", "What follows"],
  ["fix", "What to do"],
  ["verdict", "Reviewers"],
  ["answer", "Asked"],
  ["known", "Remembered"],
];
const NEWS = ["new", "reopened", "newly checked"];
const STATE_NAMES = { unknown: "not seen again" };

function flagDetails(row) {
  const more = document.createElement("div");
  more.className = "flag-more";
  const rule = flags.rules[rowText("rule", row)];
  const finding = rowText("finding", row);
  more.append(paragraph("finding", finding)); // whole, where the row has cut it
  if (rule?.why && rule.why !== finding) more.append(labelled("Why", rule.why));
  if (rule?.fix) more.append(labelled("What to do", rule.fix));
  const places = placesOf(row);
  const isTold = new Set(places.map(placeFacts)).size > 1; // of each, as they differ
  for (const place of places.slice(0, SHOWN_PLACES)) more.append(placeElement(row, place, isTold));
  if (!isTold && placeFacts(places[0])) more.append(paragraph("meta facts", placeFacts(places[0])));
  const hidden = flags.rows.count[row] - Math.min(places.length, SHOWN_PLACES);
  if (hidden > 0) more.append(paragraph("meta", `${pluralize(hidden, "more place")}, in report.json`));
  more.append(paragraph("meta", ruleLine(row, rule)));
  if (kindOf(row) === "open" && entries(row, places).length > 0)
    more.append(suppression(row, places));
  return more;
}

function labelled(label, text) {
  const element = paragraph("", "");
  const strong = document.createElement("span");
  strong.className = "quiet";
  strong.textContent = `${label}: `;
  element.append(strong, text);
  return element;
}

function placeElement(row, place, isTold) {
  const element = document.createElement("div");
  element.className = "flag-place";
  const head = paragraph("", "");
  head.append(locationElement(row, place));
  const symbol = placeText("symbol", place);
  if (symbol) head.append(" in ", line("", symbol));
  const state = stateOfPlace(place);
  if (state && state !== "persisting") head.append(" ", badge(state));
  element.append(head);
  const finding = placeText("finding", place);
  if (finding !== rowText("finding", row)) element.append(paragraph("", finding));
  if (placeText("quotation", place)) element.append(excerpt(place));
  for (const [column, label] of TOLD)
    if (placeText(column, place)) element.append(labelled(label, placeText(column, place)));
  const facts = placeFacts(place);
  if (facts && isTold) element.append(paragraph("meta", facts));
  return element;
}

function locationElement(row, place) {
  const rest = placeText("link", place);
  const link = rest && flags.link_start + rest;
  const text = line("path", locationOf(row, place));
  if (!/^https?:\/\//.test(link)) return text;
  const anchor = document.createElement("a");
  anchor.href = link;
  anchor.rel = "noopener noreferrer";
  anchor.append(text);
  return anchor;
}

function excerpt(place) {
  const block = document.createElement("pre");
  block.className = "excerpt";
  block.tabIndex = 0;
  const first = flags.places.line[place];
  placeText("quotation", place).replace(/\n+$/, "").split("\n").forEach((text, index) => {
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = first ? first + index : "";
    const code = document.createElement("code");
    code.textContent = text;
    block.append(number, code, "\n");
  });
  return block;
}

/** "first seen 2026-11-02, at commit 1a2b3c; last seen 2026-11-27". */
function placeFacts(place) {
  const [since, commit] = [placeText("first_seen", place), placeText("first_commit", place)];
  const last = placeText("last_seen", place);
  const isGone = ["resolved", "unknown"].includes(stateOfPlace(place));
  return [
    placeText("note", place),
    since ? `first seen ${since}${commit ? `, at commit ${commit}` : ""}` : "",
    isGone && last ? `last seen ${last}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

function ruleLine(row, rule) {
  const also = rowText("also", row);
  const owner = rowText("owner", row);
  const name = rowText("rule", row);
  return [
    name === "model" ? "found by an agent" : `rule ${name}`,
    rule?.cwe ? `CWE-${rule.cwe}` : "",
    also ? `also found by ${also}` : "",
    owner ? `owner ${owner}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** As luminos_core/report/html/suppression.py makes it. */
function suppression(row, places) {
  const box = document.createElement("details");
  box.className = "suppress";
  const summary = document.createElement("summary");
  summary.textContent = "It is meant to be so";
  const text = document.createElement("pre");
  text.className = "copied";
  text.tabIndex = 0;
  text.textContent = entries(row, places).join("\n");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.copy = "";
  button.textContent = "Copy";
  box.append(summary, text, button);
  return box;
}

function entries(row, places) {
  const reason = `reason = "why this is meant to be so"\n`;
  const isAgents = flags.sources[flags.rows.source[row]] === "model";
  const [rule, path] = [rowText("rule", row), rowText("path", row)];
  if (!isAgents && places.length > FINGERPRINTS && !/[*?[\]\\!# ]/.test(path))
    return [`[[suppress]]\nrule = ${tomlText(rule)}\npath = ${tomlText(`/${path}`)}\n${reason}`];
  const known = places.map((place) => placeText("fingerprint", place)).filter(Boolean);
  return known.slice(0, 20).map((each) => `[[suppress]]\nfingerprint = ${tomlText(each)}\n${reason}`);
}

/** A basic string of TOML, which escapes as JSON does; what is invisible is escaped already. */
const tomlText = (text) => JSON.stringify(text);

function badge(state) {
  const element = document.createElement("span");
  element.className = NEWS.includes(state) ? "badge news" : "badge";
  element.textContent = STATE_NAMES[state] ?? state;
  return element;
}

function paragraph(className, text) {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}
