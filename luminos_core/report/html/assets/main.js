// The report's page: what is in sight first is there without a script; the rest starts when it is
// needed.

const sections = new Map(); // by id, those that have not started

startTheme();
startAge();
startParts();
whenNear("flags", startList);
whenNear("where", () => {
  state.colour = Object.keys(tree.files.flags).length > 0 ? "flags" : "language";
  startMap();
});
whenNear("tree-section", () => {
  summaries = JSON.parse(byId("summaries").textContent);
  startTree();
});

if (location.hash) startAll();
document.addEventListener("click", ({ target }) => {
  const copy = target.closest("[data-copy]");
  if (copy) copyBeside(copy);
  const link = target.closest("a");
  if (link?.hash) startAll(); // what starts later would move what the link leads to
  if (link?.dataset.show) showFlags(link.dataset.show);
  if (link?.getAttribute("href")?.startsWith(PREFIX)) byId("where").scrollIntoView();
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, select");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  startAll();
  byId("by-text").select();
  byId("flags").scrollIntoView();
});

/** Start a section when it comes near to what is in sight, or the page is printed. */
function whenNear(id, start) {
  const starts = () => {
    observer.disconnect();
    removeEventListener("beforeprint", starts);
    sections.delete(id);
    start();
  };
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && starts(),
    { rootMargin: "800px 0px" },
  );
  sections.set(id, starts);
  observer.observe(byId(id));
  addEventListener("beforeprint", starts);
}

function startAll() {
  for (const start of [...sections.values()]) start();
}

function showFlags(choice) {
  if (choice === "age") filterWorst();
  else filterState(choice);
  showFiltered();
}

/** A report that was not made today says so: it tells of the tree as it was. */
function startAge() {
  const days = Math.floor((Date.now() - Date.parse(byId("finished").dateTime)) / DAY);
  if (days >= 1) byId("report-age").textContent = `· ${pluralize(days, "day")} old`;
}
