// Moving over the map with arrow keys.

const ARROWS = {
  ArrowLeft: { along: "x", across: "y", sign: -1 },
  ArrowRight: { along: "x", across: "y", sign: 1 },
  ArrowUp: { along: "y", across: "x", sign: -1 },
  ArrowDown: { along: "y", across: "x", sign: 1 },
};
const LENGTH = { x: "width", y: "height" };
const ASIDE_COST = 3; // of a pixel to the side, in pixels ahead

/** Of an open directory only its title: the rest of it is other boxes. */
const visiblePart = (box) => (box.kind === "open" ? { ...box, height: HEADER.height } : box);

const isReachable = (box) => box.kind !== "open" || box.isTitled;

/** The index of the nearest box in the arrow's direction; `from` itself when there is none. */
function neighbour(boxes, from, { along, across, sign }) {
  const here = visiblePart(boxes[from]);
  let [nearest, least] = [from, Infinity];
  boxes.forEach((box, place) => {
    if (place === from || !isReachable(box)) return;
    const there = visiblePart(box);
    const ahead = sign * (middle(there, along) - middle(here, along));
    if (ahead <= 0 || overlap(here, there, along) > 0.5) return;
    const gap = Math.max(-overlap(here, there, along), 0);
    const aside = Math.max(-overlap(here, there, across), 0);
    const cost = gap + ASIDE_COST * aside + misalignment(here, there, across);
    if (cost < least) [nearest, least] = [place, cost];
  });
  return nearest;
}

/** The next or the previous box in the order of drawing; this reaches every box. */
function adjacent(boxes, from, sign) {
  for (let place = from + sign; place >= 0 && place < boxes.length; place += sign)
    if (isReachable(boxes[place])) return place;
  return from;
}

const middle = (box, axis) => box[axis] + box[LENGTH[axis]] / 2;

/** How far two boxes overlap on an axis, in pixels; a gap is negative. */
const overlap = (a, b, axis) =>
  Math.min(a[axis] + a[LENGTH[axis]], b[axis] + b[LENGTH[axis]]) - Math.max(a[axis], b[axis]);

/** Below one pixel: decides among boxes that are equally near. */
function misalignment(a, b, axis) {
  const apart = Math.abs(middle(a, axis) - middle(b, axis));
  return apart / (apart + 1000);
}
