// The flags as columns. A row is what the list shows as one flag; each has its places.

function readFlags(text) {
  const table = JSON.parse(text);
  table.count = table.rows.kind.length;
  table.firstPlaces = new Uint32Array(table.count + 1);
  for (let row = 0; row < table.count; row += 1)
    table.firstPlaces[row + 1] = table.firstPlaces[row] + table.rows.places[row];
  return table;
}

const flags = readFlags(byId("flags-data").textContent);

const rowText = (column, row) => flags.texts[flags.rows[column][row]];
const placeText = (column, place) => flags.texts[flags.places[column][place]];
const kindOf = (row) => flags.kinds[flags.rows.kind[row]];
const severityOf = (row) => flags.severities[flags.rows.severity[row]];

const placesOf = (row) => {
  const [first, end] = [flags.firstPlaces[row], flags.firstPlaces[row + 1]];
  return Array.from({ length: end - first }, (_, index) => first + index);
};

const stateOfPlace = (place) => flags.states[flags.places.state[place]] ?? "";

/** A row's places have their states in order: the first is the one to be told. */
const firstState = (row) => stateOfPlace(flags.firstPlaces[row]);

function hasState(row, state) {
  for (let place = flags.firstPlaces[row]; place < flags.firstPlaces[row + 1]; place += 1)
    if (stateOfPlace(place) === state) return true;
  return false;
}

/** "src/a.py:3", or the path alone. */
function locationOf(row, place) {
  const path = rowText("path", row);
  const start = flags.places.line[place];
  return start ? `${path}:${start}` : path;
}
