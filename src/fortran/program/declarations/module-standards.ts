// The standards that introduced names in the intrinsic modules after Fortran 2003.
import type { Since } from '../../syntax/checks/later-features.ts';

const LATER: Readonly<Record<string, readonly (readonly [RegExp, Since])[]>> = {
  iso_c_binding: [
    [/^c_(int(_least|_fast)?128_t|float128(_complex)?)$/, 'GNU'],
    [/^c_sizeof$/, 2008],
    [/^c_ptrdiff_t$/, 'TS 29113'],
  ],
  iso_fortran_env: [
    [/^(int(8|16|32|64)|real(32|64|128)|(character|integer|logical|real)_kinds)$/, 2008],
    [/^(atomic_(int|logical)_kind|compiler_(options|version)|iostat_inquire_internal_unit|lock_type)$/, 2008],
    [/^stat_(locked|locked_other_image|stopped_image|unlocked)$/, 2008],
    [/^(stat_failed_image|event_type|team_type|(initial|parent|current)_team)$/, 2018],
    [/^(logical(8|16|32|64)|real16)$/, 'GNU'],
  ],
};

/** The first standard in which an intrinsic module contains this name; undefined for names from Fortran 2003. */
export function sinceInModule(module: string, name: string): Since | undefined {
  const rows = Object.hasOwn(LATER, module) ? LATER[module] : undefined;
  return rows?.find(([pattern]) => pattern.test(name))?.[1];
}
