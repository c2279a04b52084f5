const PHONE = /^(\+?\d+[ -]?)+$/;
const HEX = /^#[0-9a-f]{3,8}$/i;
const PATH = /(.*a){20}/;

export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

export function isColour(text: string): boolean {
  return HEX.test(text) || PATH.test(text);
}

export function matches(text: string, pattern: string): boolean {
  return new RegExp('^' + pattern + '$').test(text);
}

export function contains(text: string, word: string): boolean {
  return new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).test(text);
}
