// Assigns each function of the compiler to a part, according to the programs that call it (docs/decisions/019).
import { PROFILED_GROUPS, type ProfiledGroup } from './compiler-profile.ts';
import type { ProfiledLanguage } from './profiled-programs.ts';

/** Functions called during a run of the compiler. */
export interface Trace {
  /** Language of a single program; undefined for a mix of programs, which does not count towards a language. */
  readonly language?: ProfiledLanguage;
  /** True for programs typical of first visits. */
  readonly isFirst: boolean;
  /** Indices into the functions that the module defines. */
  readonly called: ReadonlySet<number>;
}

/** A function belongs to a language's group if it is called by more than this fraction of the language's programs. */
const SHARES: Readonly<Record<ProfiledLanguage, number>> = { C: 0.5, Fortran: 0.5, 'C++': 0.05 };
/**
 * A function that C or Fortran programs also call is shared if it is called by more than this fraction of C++
 * programs.
 */
const MOST_OF_CXX = 0.5;

/**
 * Divides the called functions into groups. Functions called by a language's first-visit programs are added to that
 * language's group.
 */
export function groupFunctions(traces: readonly Trace[]): Record<ProfiledGroup, number[]> {
  const counts = { C: new Map(), Fortran: new Map(), 'C++': new Map() } as Record<
    ProfiledLanguage,
    Map<number, number>
  >;
  const early = { every: new Set<number>(), 'C++': new Set<number>() };
  const all = new Set<number>();
  for (const { language, isFirst, called } of traces) {
    for (const index of called) {
      all.add(index);
      if (!language) continue;
      counts[language].set(index, (counts[language].get(index) ?? 0) + 1);
      if (isFirst) early[language === 'C++' ? 'C++' : 'every'].add(index);
    }
  }
  const countOf = (language: ProfiledLanguage, index: number) => counts[language].get(index) ?? 0;
  const isCommon = (language: ProfiledLanguage, index: number, share = SHARES[language]) => {
    const programs = traces.filter((trace) => trace.language === language).length;
    return countOf(language, index) > share * programs;
  };
  const groupOf = (index: number): ProfiledGroup => {
    if (early.every.has(index) || isCommon('C', index) || isCommon('Fortran', index)) return 'every';
    if (countOf('C', index) > 0 || countOf('Fortran', index) > 0)
      return early['C++'].has(index) || isCommon('C++', index, MOST_OF_CXX) ? 'shared' : 'few';
    return early['C++'].has(index) || isCommon('C++', index) ? 'C++' : 'some';
  };
  return fillGroups(all, groupOf);
}

function fillGroups(
  functions: Iterable<number>,
  groupOf: (index: number) => ProfiledGroup,
): Record<ProfiledGroup, number[]> {
  const groups: Record<ProfiledGroup, number[]> = { every: [], shared: [], few: [], 'C++': [], some: [] };
  for (const index of [...functions].sort((a, b) => a - b)) groups[groupOf(index)].push(index);
  return groups;
}

/**
 * The groups, changed so that functions called by first-visit programs are in their language's group or an earlier
 * one; new functions called by other programs are in the last group.
 */
export function addFirst(
  groups: Readonly<Record<ProfiledGroup, readonly number[]>>,
  traces: readonly Trace[],
): Record<ProfiledGroup, number[]> {
  const groupOf = new Map<number, ProfiledGroup>();
  for (const group of PROFILED_GROUPS) for (const index of groups[group]) groupOf.set(index, group);
  const late: readonly (ProfiledGroup | undefined)[] = ['some', undefined];
  for (const { language, isFirst, called } of traces) {
    for (const index of called) {
      const group = groupOf.get(index);
      if (!isFirst) groupOf.set(index, group ?? 'some');
      else if (language !== 'C++') groupOf.set(index, 'every');
      else if (group === 'few') groupOf.set(index, 'shared');
      else if (late.includes(group)) groupOf.set(index, 'C++');
    }
  }
  return fillGroups(groupOf.keys(), (index) => groupOf.get(index)!);
}
