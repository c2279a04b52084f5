// Squarified treemaps: Bruls, Huizing and van Wijk, 2000.

/**
 * Rectangles that fill `room`, one for each weight and in proportion to it, as square as they get
 * when the weights come heaviest first. Weights are positive.
 */
function squarify(weights, room) {
  const rectangles = [];
  let { x, y, width, height } = room;
  let remaining = weights.reduce((sum, weight) => sum + weight, 0);
  for (let start = 0; start < weights.length; ) {
    const side = Math.min(width, height);
    const row = takeRow(weights, start, side, (width * height) / remaining);
    const isLast = row.end === weights.length;
    const depth = Math.max(width, height) * (isLast ? 1 : row.sum / remaining);
    let offset = 0;
    for (; start < row.end; start += 1) {
      const length = (weights[start] / row.sum) * side;
      rectangles.push(
        width >= height
          ? { x, y: y + offset, width: depth, height: length }
          : { x: x + offset, y, width: length, height: depth },
      );
      offset += length;
    }
    if (width >= height) [x, width] = [x + depth, width - depth];
    else [y, height] = [y + depth, height - depth];
    remaining -= row.sum;
  }
  return rectangles;
}

/** The weights from `start` on that make the squarest row along `side`: their end and their sum. */
function takeRow(weights, start, side, scale) {
  let [end, sum, least, most, worst] = [start, 0, Infinity, 0, Infinity];
  for (; end < weights.length; end += 1) {
    least = Math.min(least, weights[end]);
    most = Math.max(most, weights[end]);
    const area = (sum + weights[end]) * scale;
    const ratio = Math.max(
      (side * side * most * scale) / (area * area),
      (area * area) / (side * side * least * scale),
    );
    if (ratio > worst) break;
    worst = ratio;
    sum += weights[end];
  }
  return { end, sum };
}
