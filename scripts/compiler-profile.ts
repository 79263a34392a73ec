// The compiler's functions that builds call, divided into groups, as stored in scripts/compiler-profile.txt, which is
// created by `node dist/scripts/make-compiler-profile.js`. A profile is valid only for the module whose hash it
// contains.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { findProjectRoot } from './project-root.ts';

/**
 * Groups of functions: called by most C and Fortran programs; called by few C and Fortran programs, but by many C++
 * programs (`shared`) or few C++ programs (`few`); called only by C++ programs; called only by some builds.
 */
export type ProfiledGroup = 'every' | 'shared' | 'few' | 'C++' | 'some';

export interface CompilerProfile {
  /** SHA-256 of the package's whole module, in hexadecimal. */
  readonly hash: string;
  /**
   * Indices into the functions that the module defines; each function is in at most one group, and functions in no
   * group are never called.
   */
  readonly groups: Readonly<Record<ProfiledGroup, readonly number[]>>;
}

/** Command that creates the profile. */
export const MAKE_PROFILE = 'node dist/scripts/make-compiler-profile.js';

/** Groups in the order of the compiler's parts. */
export const PROFILED_GROUPS: readonly ProfiledGroup[] = ['every', 'shared', 'few', 'C++', 'some'];
const WIDTH = 118;

export function profilePath(): string {
  return join(findProjectRoot(), 'scripts/compiler-profile.txt');
}

export function hashModule(module: Uint8Array): string {
  return createHash('sha256').update(module).digest('hex');
}

/** The profile as text: for each group, the lengths of runs of functions, alternately not called and called. */
export function writeProfile({ hash, groups }: CompilerProfile, version: string): string {
  const lines = [
    `# Functions of the compiler that builds call (scripts/compiler-profile.ts). Made by: ${MAKE_PROFILE}`,
    `version ${version}`,
    `sha256 ${hash}`,
    ...PROFILED_GROUPS.flatMap((group) => [group, ...wrap(runsOf(groups[group]))]),
  ];
  return `${lines.join('\n')}\n`;
}

/** @throws Error for malformed text */
export function readProfile(text: string): CompilerProfile {
  const hash = /^sha256 ([0-9a-f]{64})$/m.exec(text)?.[1];
  const runsIn = (group: ProfiledGroup) => {
    const [, , found = ''] = text.split(new RegExp(`^(${group.replaceAll('+', '\\+')})\n`, 'm'));
    const numbers = /^[\d\s]*/.exec(found)![0].trim().split(/\s+/).map(Number);
    if (hash !== undefined && numbers.length > 1) return membersOf(numbers);
    throw new Error(`scripts/compiler-profile.txt is damaged. Recreate it: ${MAKE_PROFILE}`);
  };
  const entries = PROFILED_GROUPS.map((group) => [group, runsIn(group)] as const);
  const groups = Object.fromEntries(entries) as unknown as CompilerProfile['groups'];
  return { hash: hash!, groups };
}

function runsOf(members: readonly number[]): number[] {
  const runs: number[] = [];
  let next = 0;
  for (const member of members.toSorted((a, b) => a - b)) {
    if (member === next && runs.length > 0) runs[runs.length - 1]! += 1;
    else runs.push(member - next, 1);
    next = member + 1;
  }
  return runs;
}

function membersOf(runs: readonly number[]): number[] {
  const members: number[] = [];
  let next = 0;
  for (const [index, length] of runs.entries()) {
    if (index % 2 === 1) for (let i = 0; i < length; i++) members.push(next + i);
    next += length;
  }
  return members;
}

function wrap(numbers: readonly number[]): string[] {
  const lines: string[] = [];
  for (const number of numbers) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + `${number}`.length < WIDTH)
      lines[lines.length - 1] = `${last} ${number}`;
    else lines.push(`${number}`);
  }
  return lines;
}
