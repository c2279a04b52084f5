// The legend: the classes of files by what the colours tell, with the weight of each.

/** The class of each file beneath the root, and the classes, largest or newest or worst first. */
function classify(tree, weights, root, colour) {
  const range = filesBeneath(tree, root);
  const colouring = COLOURINGS[colour];
  const classes = colouring.classes(tree, weights, range);
  const classOf = colouring.classOf(tree, classes);
  const names = [];
  for (let file = range[0]; file < range[1]; file += 1) {
    const name = classOf(file);
    const entry = classes.get(name);
    entry.weight += weights.files[file];
    if (weights.files[file] > 0) entry.files += 1;
    names.push(name);
  }
  const present = [...classes.values()].filter((entry) => entry.files > 0 || entry.isOfScale);
  return { colouring, classes: present, of: (file) => names[file - range[0]] };
}

/** The class of a box: the one with most weight among its files, or the worst one, as the colouring
 * says; and whether most of the weight is muted. */
function mainClass(tree, weights, legend, muted, ranges) {
  const [[only, after]] = ranges;
  if (ranges.length === 1 && after === only + 1)
    return { name: legend.of(only), isMuted: (tree.files.marks[only] & muted) !== 0 };
  const sums = new Map();
  let [all, quiet] = [0, 0];
  for (const [first, end] of ranges) {
    for (let file = first; file < end; file += 1) {
      const weight = weights.files[file];
      if (weight > 0) sums.set(legend.of(file), (sums.get(legend.of(file)) ?? 0) + weight);
      all += weight;
      if (tree.files.marks[file] & muted) quiet += weight;
    }
  }
  const name = legend.colouring.isWorst
    ? legend.classes.find((entry) => sums.has(entry.name)).name
    : [...sums].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
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
