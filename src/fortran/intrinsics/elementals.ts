// All intrinsic functions that are elemental or of scalars. A new one is a row in a file of rows/, and nothing else.
import type { ElementalRow, PlainRow } from './elemental-row.ts';
import { BITS_OF_INTEGERS } from './rows/bits.ts';
import { OF_CHARACTERS } from './rows/characters.ts';
import { IEEE } from './rows/ieee.ts';
import { MATHEMATICAL } from './rows/mathematical.ts';
import { NUMERIC } from './rows/numeric.ts';
import { SYSTEM } from './rows/system.ts';

const ELEMENTALS = new Map<string, ElementalRow>(
  [NUMERIC, MATHEMATICAL, BITS_OF_INTEGERS, OF_CHARACTERS, IEEE].flatMap((rows) => Object.entries(rows)),
);

const PLAIN = new Map<string, PlainRow>(Object.entries(SYSTEM));

/** The row of an elemental intrinsic function, by its generic name. */
export function maybeElemental(name: string): ElementalRow | undefined {
  return ELEMENTALS.get(name);
}

/** The row of a function of scalars that is not elemental. */
export function maybePlain(name: string): PlainRow | undefined {
  return PLAIN.get(name);
}

/** All rows by name. */
export function listRows(): [string, ElementalRow | PlainRow][] {
  return [...ELEMENTALS, ...PLAIN];
}
