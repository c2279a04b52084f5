// The texts of a box: its label, its tooltip, and the line for a screen reader.

/** Describes boxes of the tree as it is shown. */
function describer(tree, weights, legend, root) {
  const { files } = tree;
  const amount = (box) => formatWeight(box.weight, weights.column);

  function name(box) {
    if (box.kind === "file") return files.names[box.place];
    if (box.kind === "rest") return restName(tree, box);
    const above = stepsTo(tree, box.place).length - 1;
    return stepsTo(tree, box.inner ?? box.place).slice(above).join("/");
  }

  function second(box) {
    if (box.kind !== "file") return amount(box);
    return [legend.colouring.second(tree, box.place), amount(box)].filter(Boolean).join(" · ");
  }

  function path(box) {
    if (box.kind === "file") return pathOfFile(tree, box.place);
    const directory = pathOfDirectory(tree, box.inner ?? box.place);
    return box.kind === "rest" ? `${directory}: ${restName(tree, box)}` : `${directory}/`;
  }

  function facts(box) {
    const found = box.kind === "file" ? fileFacts(tree, box.place) : groupFacts(tree, box);
    return [...found, `${formatShare(box.weight, weights.directories[root])} of the map`];
  }

  return { name, second, amount, path, facts };
}

function restName(tree, box) {
  const folders = box.items.filter((item) => item.kind === "folded").length;
  const files = pluralize(box.items.length - folders, "smaller file");
  if (folders === 0) return files;
  const directories = pluralize(folders, "smaller directory", "smaller directories");
  return folders === box.items.length ? directories : `${files}, ${directories}`;
}

function fileFacts(tree, file) {
  const { lines, sizes, days, commits, states } = tree.files;
  const marks = tree.marks.filter((mark) => hasMark(tree, file, mark));
  const note = tree.files.notes[file];
  return [
    languageName(tree, file),
    ...(lines[file] === null ? [] : [pluralize(lines[file], "line")]),
    formatSize(sizes[file]),
    `changed ${ageText(days[file], tree.today)}`,
    ...(commits?.[file] ? [pluralize(commits[file], "commit")] : []),
    ...(flagText(tree, file) ? [flagText(tree, file)] : []),
    ...(states && tree.states[states[file]] !== "described" ? [tree.states[states[file]]] : []),
    ...marks,
    ...(note === undefined ? [] : [note]),
  ];
}

function groupFacts(tree, box) {
  let [count, lines, size, newest] = [0, 0, 0, -Infinity];
  for (const [first, end] of filesOf(tree, box)) {
    count += end - first;
    for (let file = first; file < end; file += 1) {
      lines += tree.files.lines[file] ?? 0;
      size += tree.files.sizes[file];
      newest = Math.max(newest, tree.files.days[file] ?? -Infinity);
    }
  }
  const age = `last changed ${ageText(newest === -Infinity ? null : newest, tree.today)}`;
  return [pluralize(count, "file"), pluralize(lines, "line"), formatSize(size), age];
}
