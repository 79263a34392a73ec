// What to say of a function that is not declared and whose name looks like one of <uxhw.h>.

import { prototypeIn, UXHW_FUNCTIONS } from '../uxhw/functions.ts';

const NAME = /(\w+)\(/;
/** A name that differs by more of its letters than this is no misspelling. */
const MOST_DIFFERENT = 0.6;

/**
 * What to say of a function that is not declared, when its name looks like one of <uxhw.h>: the nearest function of the header,
 * with its signature. Undefined for all other names.
 */
export function maybeExplainName(name: string): string | undefined {
  const match = /^(UxHw|libUncertain)(Double|Float)?(\w*)$/i.exec(name);
  if (!match) return undefined;
  const isFloat = match[2]?.toLowerCase() === 'float';
  const stem = (match[3] ?? '').toLowerCase();
  const all = UXHW_FUNCTIONS.flat().map((known) => ({ known, stem: stemOf(known.prototype) }));
  const nearest = all
    .map((one) => ({ ...one, distance: findDistance(stem, one.stem) }))
    .reduce((best, one) => (one.distance < best.distance ? one : best));
  const signature = prototypeIn(isFloat ? 'float' : 'double', nearest.known);
  const proper = NAME.exec(signature)![1]!;
  if (proper === name || `libUncertain${proper.slice(4)}` === name) {
    const header = name.startsWith('lib') ? 'uncertain.h' : 'uxhw.h';
    return `"${name}" is declared in <${header}>: add #include <${header}>.`;
  }
  if (nearest.distance > MOST_DIFFERENT * Math.max(stem.length, 5)) {
    return `There is no function "${name}" in <uxhw.h>, nor one with a similar name.`;
  }
  return `There is no function "${name}" in <uxhw.h>; the nearest is ${signature}.`;
}

function stemOf(signature: string): string {
  return NAME.exec(signature)![1]!.slice('UxHwDouble'.length).toLowerCase();
}

/** Letters to add, drop or change to make one word the other (Levenshtein). */
function findDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
