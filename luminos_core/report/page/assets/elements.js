// Elements. Text comes from a hostile tree: it is text, never markup.

const byId = (id) => document.getElementById(id);

/** Text in a direction of its own, so that it does not turn what is beside it. */
function line(className, text) {
  const element = document.createElement("bdi");
  element.className = className;
  element.textContent = text;
  return element;
}
