// The legend: the classes of files by language or by age, with the weight of each.

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

/** The class of each file beneath the root, and the classes, largest or newest first. */
function classify(tree, weights, root, colour) {
  const range = filesBeneath(tree, root);
  const isAge = colour === "age";
  const classes = isAge ? ageClasses() : languageClasses(tree, weights, range);
  const classOf = isAge ? ageOf(tree) : languageOf(tree, classes);
  const names = [];
  for (let file = range[0]; file < range[1]; file += 1) {
    const name = classOf(file);
    const entry = classes.get(name);
    entry.weight += weights.files[file];
    if (weights.files[file] > 0) entry.files += 1;
    names.push(name);
  }
  const present = [...classes.values()].filter((entry) => entry.files > 0 || entry.isOfScale);
  return { colour, classes: present, of: (file) => names[file - range[0]] };
}

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

function ageClasses() {
  const classes = new Map();
  add(classes, "future", "in the future");
  AGES.forEach((age, index) => add(classes, `age-${index}`, age.label, true));
  add(classes, "unknown", "unknown");
  return classes;
}

function ageOf(tree) {
  const names = AGES.map((_, index) => `age-${index}`);
  return (file) => {
    const day = tree.files.days[file];
    if (day === null || tree.today === null) return "unknown";
    const days = tree.today - day;
    return days < 0 ? "future" : names[AGES.findIndex((age) => days <= age.upTo)];
  };
}

/** A class of a scale is in the legend even when no file is in it. */
const add = (classes, name, label, isOfScale = false) =>
  classes.set(name, { name, label, isOfScale, weight: 0, files: 0 });

/** The class with most weight among a box's files, and whether most of the weight is muted. */
function mainClass(tree, weights, legend, muted, ranges) {
  const [[only, after]] = ranges;
  if (ranges.length === 1 && after === only + 1)
    return { name: legend.of(only), isMuted: (tree.files.marks[only] & muted) !== 0 };
  const sums = new Map();
  let [all, quiet] = [0, 0];
  for (const [first, end] of ranges) {
    for (let file = first; file < end; file += 1) {
      const weight = weights.files[file];
      sums.set(legend.of(file), (sums.get(legend.of(file)) ?? 0) + weight);
      all += weight;
      if (tree.files.marks[file] & muted) quiet += weight;
    }
  }
  const [name] = [...sums].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  return { name, isMuted: 2 * quiet > all };
}

/** The page's own colours for languages, as rules beside those of the style sheet. */
function addLanguageColours(tree) {
  const sheet = document.styleSheets[0];
  tree.languages.forEach((language, index) => {
    const { hue, chroma } = language.colour;
    const rule = `.language-${index} { --hue: ${Number(hue)}; --chroma: ${Number(chroma)}; }`;
    sheet.insertRule(rule, sheet.cssRules.length);
  });
}
