// What the colours of the map can tell of a file: each a list of classes, and the class of a file.

const SHOWN_LANGUAGES = 10;
const AGES = [
  { upTo: 7, label: "7 days or newer" },
  { upTo: 30, label: "up to 30 days" },
  { upTo: 90, label: "up to 90 days" },
  { upTo: 365, label: "up to 1 year" },
  { upTo: 730, label: "up to 2 years" },
  { upTo: 1826, label: "up to 5 years" },
  { upTo: Infinity, label: "older than 5 years" },
];
const COMMITS = [
  { upTo: 0, label: "never, or before the history" },
  { upTo: 2, label: "1 or 2 commits" },
  { upTo: 9, label: "3 to 9 commits" },
  { upTo: 29, label: "10 to 29 commits" },
  { upTo: 99, label: "30 to 99 commits" },
  { upTo: Infinity, label: "100 commits or more" },
];
const SEVERITIES = ["critical", "concern", "info"]; // as in luminos_core/records/flag.py
const STATES = [
  { name: "state-unread", label: "not read", of: ["listed", "unreadable", "excluded"] },
  { name: "state-partly", label: "read in part", of: ["partly read", "not parsed"] },
  { name: "state-withheld", label: "withheld, for secrets", of: ["withheld"] },
  { name: "state-no-text", label: "holds no text", of: ["binary", "special"] },
  { name: "state-read", label: "read", of: ["described"] },
];

const COLOURINGS = {
  language: { title: () => "Language", classes: languageClasses, classOf: languageOf, second: languageName },
  age: {
    title: (tree) => `Last change, by ${tree.age_source}`,
    classes: ageClasses,
    classOf: ageOf,
    second: (tree, file) => elapsedSince(tree.files.days[file], tree.today),
  },
  churn: {
    title: () => "Commits that changed it",
    classes: () => scale(COMMITS, "churn"),
    classOf: (tree) => (file) => `churn-${placeIn(COMMITS, tree.files.commits[file])}`,
    second: (tree, file) => pluralize(tree.files.commits[file], "commit"),
  },
  flags: {
    title: () => "Worst flag",
    classes: flagClasses,
    classOf: (tree) => (file) => `flags-${worstFlag(tree, file) ?? "none"}`,
    second: flagText,
    isWorst: true,
  },
  unread: {
    title: () => "What was read",
    classes: () => named(STATES),
    classOf: stateOf,
    second: (tree, file) => tree.states[tree.files.states[file]],
    isWorst: true,
  },
};

function languageClasses(tree, weights, [first, end]) {
  const sums = new Float64Array(tree.languages.length);
  for (let file = first; file < end; file += 1) {
    const language = tree.files.languages[file];
    if (language !== null) sums[language] += weights.files[file];
  }
  const largest = [...sums.keys()].filter((language) => sums[language] > 0);
  largest.sort((a, b) => sums[b] - sums[a]);
  const classes = new Map();
  for (const language of largest.slice(0, SHOWN_LANGUAGES))
    add(classes, `language-${language}`, tree.languages[language].name);
  add(classes, "other", pluralize(largest.length - classes.size, "other language"));
  add(classes, "none", "no language");
  return classes;
}

function languageOf(tree, classes) {
  const names = tree.languages.map((_, language) => `language-${language}`);
  const shown = names.map((name) => (classes.has(name) ? name : "other"));
  return (file) => shown[tree.files.languages[file]] ?? "none";
}

function languageName(tree, file) {
  return tree.languages[tree.files.languages[file]]?.name ?? "no language";
}

function ageClasses() {
  const classes = new Map();
  add(classes, "future", "in the future");
  for (const entry of scale(AGES, "age").values()) classes.set(entry.name, entry);
  add(classes, "unknown", "unknown");
  return classes;
}

function ageOf(tree) {
  return (file) => {
    const day = tree.files.days[file];
    if (day === null || tree.today === null) return "unknown";
    const days = tree.today - day;
    return days < 0 ? "future" : `age-${placeIn(AGES, days)}`;
  };
}

function flagClasses() {
  const classes = new Map();
  for (const severity of SEVERITIES)
    add(classes, `flags-${severity}`, severity === "info" ? "only notes" : severity);
  add(classes, "flags-none", "no flags");
  return classes;
}

/** The worst severity of a file's flags; undefined without any. */
const worstFlag = (tree, file) =>
  SEVERITIES.find((_, severity) => tree.files.flags[file]?.[severity] > 0);

/** "1 critical, 3 notes"; "" without flags. */
function flagText(tree, file) {
  return severityText(tree.files.flags?.[file] ?? []);
}

/** `counts`: of each severity, the worst first. */
function severityText(counts) {
  const nouns = ["critical", counts[1] === 1 ? "concern" : "concerns", counts[2] === 1 ? "note" : "notes"];
  const texts = counts.map((count, severity) => `${formatNumber(count)} ${nouns[severity]}`);
  return texts.filter((_, severity) => counts[severity] > 0).join(", ");
}

function stateOf(tree) {
  const names = tree.states.map((state) => STATES.find((each) => each.of.includes(state)).name);
  return (file) => names[tree.files.states[file]];
}

const placeIn = (steps, value) => steps.findIndex((step) => value <= step.upTo);

function scale(steps, prefix) {
  const classes = new Map();
  steps.forEach((step, index) => add(classes, `${prefix}-${index}`, step.label, true));
  return classes;
}

function named(list) {
  const classes = new Map();
  for (const { name, label } of list) add(classes, name, label);
  return classes;
}

/** A class of a scale is in the legend even when no file is in it. */
function add(classes, name, label, isOfScale = false) {
  classes.set(name, { name, label, isOfScale, weight: 0, files: 0 });
}
