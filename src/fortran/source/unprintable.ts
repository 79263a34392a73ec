// What printing says of a typed tree that it has no C for. The analysis lets no such tree through: this is a fault of the
// compiler, which is named at its place, and not one of the program.

import { FortranError, type Position } from './diagnostics.ts';

/** Gives up what is printed. */
export function unprintable(at: Position, what: string): never {
  throw new FortranError(
    at,
    `Internal: there is no C for ${what}. This is a fault of the compiler: please report it with the source.`,
  );
}
