// Numbers as text with their units, as in luminos_core/text/formats.py.

const UNITS = ["bytes", "kB", "MB", "GB", "TB", "PB"];
const NUMBER_FORMAT = new Intl.NumberFormat("en-US");
const DAY = 86_400_000; // milliseconds

const formatNumber = (number) => NUMBER_FORMAT.format(number);

const pluralize = (number, singular, plural = `${singular}s`) =>
  `${formatNumber(number)} ${number === 1 ? singular : plural}`;

/** Bytes in powers of 1,000: "812 bytes", "1.2 MB". */
function formatSize(bytes) {
  let value = bytes;
  let unit = 0;
  for (; value >= 999.5 && unit < UNITS.length - 1; unit += 1) value /= 1000;
  return `${value.toFixed(unit > 0 && value < 9.95 ? 1 : 0)} ${UNITS[unit]}`;
}

const formatWeight = (number, area) =>
  area === "lines" ? pluralize(number, "line") : formatSize(number);

/** "0.4%", "12%"; never 0% of a part above 0. */
function formatShare(part, whole) {
  const percent = whole > 0 ? (100 * part) / whole : 0;
  if (percent === 0) return "0%";
  if (percent < 0.1) return "<0.1%";
  return `${percent.toFixed(percent < 9.95 ? 1 : 0)}%`;
}

/** A day, counted from 1970: "12 days ago (2026-11-16)". */
function ageText(day, today) {
  if (day === null) return "at an unknown time";
  const date = new Date(day * DAY).toISOString().slice(0, 10);
  return `${elapsedSince(day, today)} (${date})`;
}

function elapsedSince(day, today) {
  if (day === null || today === null) return "age unknown";
  const days = today - day;
  if (days < 0) return "in the future";
  if (days === 0) return "today";
  if (days < 60) return `${pluralize(days, "day")} ago`;
  if (days < 730) return `${pluralize(Math.round(days / 30.4), "month")} ago`;
  return `${pluralize(Math.floor(days / 365.25), "year")} ago`;
}
