// Every program below this folder is compiled, run, and compared byte for byte with the output that gfortran gave
// (record.sh). A program's standard input is the file of its name that ends in .in.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

const FOLDER = new URL('.', import.meta.url).pathname;

function findPrograms(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return findPrograms(path);
      return /\.(f|f90)$/.test(entry.name) ? [path] : [];
    })
    .sort();
}

function groupByClause(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const clause = relative(FOLDER, dirname(path));
    groups.set(clause, [...(groups.get(clause) ?? []), path]);
  }
  return groups;
}

const byClause = groupByClause(findPrograms(FOLDER));

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

for (const [clause, programs] of byClause) {
  describe(clause, () => {
    for (const path of programs) {
      const stem = path.replace(/\.\w+$/, '');
      test(basename(path), () => {
        const module = runner.compile(basename(path), readFileSync(path, 'utf8'));
        const input = existsSync(`${stem}.in`) ? readFileSync(`${stem}.in`, 'utf8') : '';
        expect(runner.run(module, input).stdout).toBe(readFileSync(`${stem}.out`, 'latin1'));
      });
    }
  });
}
