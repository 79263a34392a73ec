// All intrinsic functions. A new function needs only a row in one of the files in rows/, unless it has array arguments,
// in which case its C code is in printing/.
import type { ElementalRow } from '../row-kinds/elemental-row.ts';
import type { WholeRow } from '../row-kinds/whole-row.ts';
import { OF_ARRAYS } from './arrays.ts';
import { BITS_OF_INTEGERS } from './bits.ts';
import { OF_CHARACTERS, OF_WHOLE_CHARACTERS } from './characters.ts';
import { IEEE } from './ieee.ts';
import { IMAGES } from './images.ts';
import { INQUIRIES } from './inquiries.ts';
import { OF_KINDS } from './kinds.ts';
import { MATHEMATICAL } from './mathematical.ts';
import { NUMERIC } from './numeric.ts';
import { PRODUCTS } from './products.ts';
import { REDUCTIONS } from './reductions.ts';
import { SHIFTS } from './shifts.ts';
import { SYSTEM } from './system.ts';

const ELEMENTALS = new Map<string, ElementalRow>(
  [NUMERIC, MATHEMATICAL, BITS_OF_INTEGERS, OF_CHARACTERS, IEEE].flatMap((rows) => Object.entries(rows)),
);

const WHOLE = new Map<string, WholeRow>(
  [REDUCTIONS, PRODUCTS, SHIFTS, OF_ARRAYS, INQUIRIES, OF_KINDS, OF_WHOLE_CHARACTERS, IMAGES, SYSTEM].flatMap(
    (rows) => Object.entries(rows),
  ),
);

export function maybeElemental(name: string): ElementalRow | undefined {
  return ELEMENTALS.get(name);
}

/** The row of an intrinsic function that is not elemental. */
export function maybeWhole(name: string): WholeRow | undefined {
  return WHOLE.get(name);
}

export function maybeRow(name: string): ElementalRow | WholeRow | undefined {
  return ELEMENTALS.get(name) ?? WHOLE.get(name);
}

/** All rows, keyed by their names. */
export function listRows(): [string, ElementalRow | WholeRow][] {
  return [...ELEMENTALS, ...WHOLE];
}

/** True if a function inquires about its arguments without using their values. */
export function isAsking(name: string): boolean {
  return maybeWhole(name)?.form === 'inquiry' || name === 'transfer' || name === 'null';
}
