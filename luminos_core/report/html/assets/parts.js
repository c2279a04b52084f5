// The arrows of the part under the pointer.

function startParts() {
  for (const picture of document.querySelectorAll("svg.parts")) {
    picture.addEventListener("pointerover", ({ target }) => light(picture, target.closest(".part")));
    picture.addEventListener("pointerleave", () => light(picture, null));
  }
}

function light(picture, part) {
  const box = part?.dataset.box;
  picture.classList.toggle("chosen", box !== undefined);
  const lit = new Set([box]);
  for (const arrow of picture.querySelectorAll(".arrow")) {
    const { from, to } = arrow.dataset;
    const isLit = box !== undefined && (from === box || to === box);
    arrow.classList.toggle("lit", isLit);
    if (isLit) lit.add(from).add(to);
  }
  for (const each of picture.querySelectorAll(".part")) each.classList.toggle("lit", lit.has(each.dataset.box));
}
