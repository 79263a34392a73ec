// Faults of printing: a typed tree without C. The analysis lets no such tree through: the fault is in the compiler,
// which names its place, and not in the program.

import { FortranError, type Position } from './diagnostics.ts';

/** Gives up printing. */
export function unprintable(at: Position, what: string): never {
  throw new FortranError(
    at,
    `Internal: there is no C for ${what}. This is a fault of the compiler: please report it with the source.`,
  );
}
