// Hints for an undeclared function whose name resembles a function in <uxhw.h>.

import { countChanges } from '../../errors/nearest-name.ts';
import { FAMILIES } from '../../uxhw/families.ts';
import { prototypeIn, UXHW_FUNCTIONS } from '../../uxhw/functions.ts';

const NAME = /\b(\w+)\(/;
/** Maximum fraction of a name's letters that differ in a misspelling. */
const MOST_DIFFERENT = 0.45;
/** Minimum length for a word contained in another to count as similar; shorter matches prove nothing. */
const FEWEST_LETTERS = 3;

/**
 * Hint for an undeclared function whose name resembles a function in <uxhw.h>: the nearest function of the header,
 * with its signature. Undefined for all other names.
 */
export function maybeExplainName(name: string): string | undefined {
  const match = /^(UxHw|libUncertain)(Double|Float)?(\w*)$/i.exec(name);
  if (!match) return undefined;
  const isFloat = match[2]?.toLowerCase() === 'float';
  const word = distinguish(match[3] ?? '');
  const nearest = UXHW_FUNCTIONS.flat()
    .map((known) => ({ known, distance: Math.min(...wordsOf(known).map((own) => findDistance(word, own))) }))
    .reduce((best, one) => (one.distance < best.distance ? one : best));
  const signature = prototypeIn(isFloat ? 'float' : 'double', nearest.known);
  const proper = NAME.exec(signature)![1]!;
  if (proper === name || `libUncertain${proper.slice(4)}` === name) {
    const header = name.startsWith('lib') ? 'uncertain.h' : 'uxhw.h';
    return `"${name}" is declared in <${header}>: add #include <${header}>.`;
  }
  if (nearest.distance > MOST_DIFFERENT * word.length) {
    return `There is no function "${name}" in <uxhw.h>, and none with a similar name.`;
  }
  return `There is no function "${name}" in <uxhw.h>; the closest match is ${signature}.`;
}

/** Distinctive part of a function's name, without the `Dist` suffix that most names have. */
function distinguish(stem: string): string {
  return stem.toLowerCase().replace(/dist(ribution)?$/, '');
}

/** A function's names: its own, and its distribution's. GaussDist is the normal distribution. */
function wordsOf({ prototype }: (typeof UXHW_FUNCTIONS)[number][number]): string[] {
  const stem = NAME.exec(prototype)![1]!.slice('UxHwDouble'.length);
  const called = FAMILIES.find(({ name }) => name === stem)?.about.split(/[ ,]/)[0] ?? '';
  const folded = called.toLowerCase().replaceAll(/[^a-z]/g, '');
  return folded === '' ? [distinguish(stem)] : [distinguish(stem), folded];
}

/**
 * Edit distance between two words; a word contained in another, such as Pareto in Boundedpareto, counts as close to
 * it.
 */
function findDistance(from: string, to: string): number {
  const [shorter, longer] = from.length < to.length ? [from, to] : [to, from];
  const isPart = shorter.length >= FEWEST_LETTERS && longer.includes(shorter);
  return isPart ? Math.min(1, longer.length - shorter.length) : countChanges(from, to);
}
