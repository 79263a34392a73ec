// Rejections due to -std=: GNU Fortran extensions, features of later standards, and deleted features. Extensions are
// marked in the tables of intrinsic procedures. syntax/checks/later-features.ts detects features that can be recognised
// from a statement's syntax.
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { Standard } from '../../source/options.ts';
import { laterFeatures, type Since } from '../../syntax/checks/later-features.ts';
import type { ProgramUnit } from '../../syntax/tree/syntax-tree.ts';
import type { Program, Scope } from './semantics.ts';

const EXTENSIONS = {
  'star-kind': 'a kind after an asterisk, such as REAL*8',
  'double-complex': 'DOUBLE COMPLEX',
  hollerith: 'a Hollerith constant',
} as const;

/** Rejects a GNU extension if the flags request a standard. */
export function checkExtension(scope: Scope, what: keyof typeof EXTENSIONS, at: Position): void {
  refuseLater(scope, 'GNU', EXTENSIONS[what], at);
}

/** Intrinsic functions for UNSIGNED. */
const OF_UNSIGNED = /^(uint|umask[lr]|selected_unsigned_kind)$/;

/**
 * Rejects an intrinsic procedure that exists only in GNU Fortran or a later standard, if the flags request a standard.
 */
export function checkIntrinsicSince(scope: Scope, name: string, since: Since, at: Position): void {
  const { standard, allIntrinsics, unsigned } = scope.program.options;
  if (!unsigned && OF_UNSIGNED.test(name))
    refuse(at, `The intrinsic procedure "${name}" needs -funsigned in FFLAGS.`);
  // Technical specifications introduced features that Fortran 2018 adopted later.
  const reached = standard === 'f2008ts' ? 'f2018' : standard;
  if (!allIntrinsics && lacks(reached, since))
    refuse(at, refusal(since, `the intrinsic procedure "${name}"`, standard));
}

/** Reason why a feature is not available in the -std= standard, or undefined if it is. */
export function maybeLater(scope: Scope, since: Since, what: string): string | undefined {
  const { standard } = scope.program.options;
  return lacks(standard, since) ? refusal(since, what, standard) : undefined;
}

/** Throws if a feature is not available in the -std= standard. */
export function refuseLater(scope: Scope, since: Since, what: string, at: Position): void {
  throwFault(at, maybeLater(scope, since, what));
}

/** Standards that introduced features, in chronological order. */
const STEPS: readonly Since[] = [2003, 2008, 'TS 29113', 2018, 2023];
const REACHED = { f95: 0, f2003: 1, f2008: 2, f2008ts: 3, f2018: 4, f2023: 5, gnu: undefined };

function lacks(standard: Standard, since: Since): boolean {
  const reached = REACHED[standard];
  const step = STEPS.indexOf(since);
  return reached !== undefined && (step < 0 || step >= reached);
}

/** Reports everything in the program's own units that is not available in the -std= standard. */
export function checkStandard(program: Program, units: readonly ProgramUnit[]): void {
  const { standard } = program.options;
  for (const unit of standard === 'gnu' ? [] : units.filter((u) => !u.languageKinds))
    for (const { at, since, what } of laterFeatures(unit))
      if (lacks(standard, since)) program.diagnostics.error(at, refusal(since, what, standard));
}

function refusal(since: Since, what: string, standard: Standard): string {
  const origin =
    since === 'GNU' ? 'GNU Extension' : since === 'deleted' ? 'Deleted feature' : `Fortran ${since}`;
  return `${origin}: ${what} is not allowed with -std=${standard}.`;
}
