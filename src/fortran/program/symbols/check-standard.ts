// Refusals of -std=: extensions of GNU Fortran, features of a later standard, and deleted features. Tables of intrinsic
// procedures mark the extensions among them. syntax/checks/later-features.ts finds features that the shape of a
// statement shows.
import { FortranError, type Position } from '../../source/diagnostics.ts';
import type { Standard } from '../../source/options.ts';
import { laterFeatures, type Since } from '../../syntax/checks/later-features.ts';
import type { ProgramUnit } from '../../syntax/tree/syntax-tree.ts';
import type { Program, Scope } from './semantics.ts';

const EXTENSIONS = {
  'star-kind': 'a kind after an asterisk, such as REAL*8',
  'double-complex': 'DOUBLE COMPLEX',
  hollerith: 'a Hollerith constant',
} as const;

/** Refuses an extension where the flags name a standard. */
export function checkExtension(scope: Scope, what: keyof typeof EXTENSIONS, at: Position): void {
  refuse(scope, EXTENSIONS[what], at);
}

/** Refuses an intrinsic procedure, which only GNU Fortran or a later standard has, where the flags name a standard. */
export function checkIntrinsicSince(
  scope: Scope,
  name: string,
  since: 2003 | 2008 | 2018 | 2023 | 'GNU',
  at: Position,
): void {
  const { standard, allIntrinsics } = scope.program.options;
  if (standard === 'gnu' || allIntrinsics) return;
  // The technical specifications introduced features that Fortran 2018 adopted.
  const reached = standard === 'f2008ts' ? REACHED.f2018 : REACHED[standard];
  const step = STEPS.indexOf(since);
  if (step < 0 || step >= reached)
    throw new FortranError(at, refusal(since, `the intrinsic procedure "${name}"`, standard));
}

/** Reason why the standard of -std= lacks a feature, or undefined. */
export function maybeLater(scope: Scope, since: Since, what: string): string | undefined {
  const { standard } = scope.program.options;
  if (standard === 'gnu') return undefined;
  const step = STEPS.indexOf(since);
  return step < 0 || step >= REACHED[standard] ? refusal(since, what, standard) : undefined;
}

/** Throws for a feature that the standard of -std= does not have. */
export function refuseLater(scope: Scope, since: Since, what: string, at: Position): void {
  const fault = maybeLater(scope, since, what);
  if (fault) throw new FortranError(at, fault);
}

function refuse(scope: Scope, what: string, at: Position): void {
  const { standard } = scope.program.options;
  if (standard !== 'gnu') throw new FortranError(at, refusal('GNU', what, standard));
}

/** Features of each standard, in order of time. */
const STEPS: readonly Since[] = [2003, 2008, 'TS 29113', 2018, 2023];
const REACHED: Readonly<Record<Exclude<Standard, 'gnu'>, number>> = {
  f95: 0,
  f2003: 1,
  f2008: 2,
  f2008ts: 3,
  f2018: 4,
  f2023: 5,
};

/** Reports everything in the program's own units that the standard of the flags lacks. */
export function checkStandard(program: Program, units: readonly ProgramUnit[]): void {
  const { standard } = program.options;
  if (standard === 'gnu') return;
  for (const unit of units.filter((u) => !u.languageKinds))
    for (const { at, since, what } of laterFeatures(unit)) {
      const step = STEPS.indexOf(since);
      if (step < 0 || step >= REACHED[standard])
        program.diagnostics.error(at, refusal(since, what, standard));
    }
}

function refusal(since: Since, what: string, standard: Standard): string {
  const origin =
    since === 'GNU' ? 'GNU Extension' : since === 'deleted' ? 'Deleted feature' : `Fortran ${since}`;
  return `${origin}: ${what} is not allowed with -std=${standard}.`;
}
