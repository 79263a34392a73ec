// All elemental intrinsic functions. A new one is a row in a file of rows/, and nothing else.
import type { ElementalRow } from './elemental-row.ts';
import { BITS_OF_INTEGERS } from './rows/bits.ts';
import { OF_CHARACTERS } from './rows/characters.ts';
import { IEEE } from './rows/ieee.ts';
import { MATHEMATICAL } from './rows/mathematical.ts';
import { NUMERIC } from './rows/numeric.ts';

const ELEMENTALS = new Map<string, ElementalRow>(
  [NUMERIC, MATHEMATICAL, BITS_OF_INTEGERS, OF_CHARACTERS, IEEE].flatMap((rows) => Object.entries(rows)),
);

/** The row of an elemental intrinsic function, by its generic name. */
export function maybeElemental(name: string): ElementalRow | undefined {
  return ELEMENTALS.get(name);
}

/** All rows by name. */
export function elementals(): Iterable<[string, ElementalRow]> {
  return ELEMENTALS;
}
