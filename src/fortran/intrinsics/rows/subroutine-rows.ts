// All intrinsic subroutines. A new subroutine is a row in one of the files in rows/.

import type { SubroutineRow } from '../row-kinds/subroutine-row.ts';
import { SUBROUTINES_OF_IEEE } from './ieee.ts';
import { SUBROUTINES_OF_IMAGES } from './images.ts';
import { OF_SYSTEM } from './subroutines.ts';

const ROWS = new Map<string, SubroutineRow>(
  [OF_SYSTEM, SUBROUTINES_OF_IEEE, SUBROUTINES_OF_IMAGES].flatMap((rows) => Object.entries(rows)),
);

export function maybeSubroutine(name: string): SubroutineRow | undefined {
  return ROWS.get(name);
}

/** All rows, keyed by their names. */
export function listSubroutines(): [string, SubroutineRow][] {
  return [...ROWS];
}
