// Extensions of GNU Fortran, which -std=f95 and the later standards refuse. Which intrinsic procedures are, their tables
// say. What only a later standard has is not refused.
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { Scope } from './semantics.ts';

const EXTENSIONS = {
  'star-kind': 'a kind behind an asterisk, such as REAL*8',
  'double-complex': 'DOUBLE COMPLEX',
  hollerith: 'a Hollerith constant',
} as const;

/** Refuses an extension where the flags name a standard. */
export function checkExtension(scope: Scope, what: keyof typeof EXTENSIONS, at: Position): void {
  refuse(scope, EXTENSIONS[what], at);
}

/** Refuses an intrinsic procedure, which only GNU Fortran has, where the flags name a standard. */
export function refuseGnuIntrinsic(scope: Scope, name: string, at: Position): void {
  if (!scope.program.options.allIntrinsics) refuse(scope, `the intrinsic procedure "${name}"`, at);
}

function refuse(scope: Scope, what: string, at: Position): void {
  const { standard } = scope.program.options;
  if (standard !== 'gnu')
    throw new FortranError(at, `GNU Extension: ${what} is not Fortran as -std=${standard} asks for it.`);
}
