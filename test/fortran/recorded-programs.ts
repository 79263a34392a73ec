// Programs that are compiled, run, and compared byte for byte with gfortran's recorded output (record.sh), one test
// per program. A file with the same name and the extension .in provides the standard input.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FortranOptions } from '../../src/fortran/source/options.ts';
import { readFortranFlags } from '../../src/toolchain/flags/fortran-flags.ts';
import { ProgramRunner } from './program-runner.ts';

const FOLDER = new URL('.', import.meta.url).pathname;

// Fixed-form output is recorded with -std=legacy.
const LEGACY = { legacyFiles: true, allowArgumentMismatch: true };
const ALL_CHECKS = {
  checkBounds: true,
  checkMemory: true,
  checkLoops: true,
  checkRecursion: true,
};

function findPrograms(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return findPrograms(path);
      return /\.(f|f90)$/.test(entry.name) ? [path] : [];
    })
    .sort();
}

// A first line such as "! flags: -fdefault-real-8" applies to both compilers.
function flagsOf(source: string): FortranOptions {
  const words = /^[!c*] flags: (.*)/i.exec(source)?.[1]?.trim().split(/\s+/) ?? [];
  const { options, problems } = readFortranFlags(words);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return options;
}

function groupByClause(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const clause = relative(FOLDER, dirname(path));
    groups.set(clause, [...(groups.get(clause) ?? []), path]);
  }
  return groups;
}

/** True if the programs in a folder are compiled with all run-time checks. */
export function isChecked(clause: string): boolean {
  return clause.endsWith('/checked');
}

/** Defines the tests for the selected clauses (folders). */
export function testRecordedPrograms(isChosen: (clause: string) => boolean): void {
  let runner: ProgramRunner;
  beforeAll(async () => {
    runner = await ProgramRunner.create();
  });
  for (const [clause, programs] of groupByClause(findPrograms(FOLDER))) {
    if (!isChosen(clause)) continue;
    describe(clause, () => {
      for (const path of programs) {
        test(basename(path), async () => {
          const stem = path.replace(/\.\w+$/, '');
          // Correct programs behave the same with all checks enabled.
          const checks = isChecked(clause) ? ALL_CHECKS : {};
          const dialect = path.endsWith('.f') ? LEGACY : {};
          const source = readFileSync(path, 'utf8');
          const options = { ...checks, ...dialect, ...flagsOf(source) };
          const module = await runner.compile(basename(path), source, options);
          const input = existsSync(`${stem}.in`) ? readFileSync(`${stem}.in`, 'utf8') : '';
          expect(runner.run(module, input).stdout).toBe(readFileSync(`${stem}.out`, 'latin1'));
        });
      }
    });
  }
}
