// Part of `npm run check`: every regular expression in src/, workers/ and entries/ runs in time linear in the length
// of its input (costly-expressions.ts). Expressions built from strings at run time cannot be checked: the list below
// gives a reason for each file that builds such expressions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCostlyExpressions } from './costly-expressions.ts';
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';

const FOLDERS = ['src', 'workers', 'entries'];

const OF_A_LINE = 'one line of Fortran, read by a compile worker with a time limit';

/** Reasons why regular expressions built from strings run in linear time, by file. */
const MADE: Readonly<Record<string, string>> = {
  'src/api/app/api-app.ts': 'route paths: segments without slashes between slashes, and one rest at the end',
  'src/api/requests/identifiers.ts': 'our own prefix and 32 digits',
  'src/budget/explain-trace.ts': 'a decimal that starts neither after a digit nor after a point',
  'src/budget/read-call.ts': 'at most 1000 characters before a call',
  'src/docs/judging/compare-output.ts': 'a manually checked constant',
  'src/docs/finding/fence-attributes.ts': 'a copy of an expression in this file',
  'src/docs/finding/find-markdown.ts': 'a line, with one character repeated a fixed number of times',
  'src/docs/rendering/highlight.ts': 'our own strings, without repetition',
  'src/fortran/analysis/openmp/clauses.ts': OF_A_LINE,
  'src/fortran/printing/writer/c-tree.ts': 'our own mark and digits',
  'src/toolchain/config-mk/find-files.ts': 'quantifiers that never backtrack; see the comment there',
  'src/toolchain/flags/flag-rules.ts': 'flag names, without repetition',
  'src/toolchain/flags/fortran-flags.ts': 'flag names, without repetition',
  'src/ui/editor/fortran-mode.ts': 'a fixed number of columns',
  'src/uncertainty/core/ux-text.ts': 'a whole decimal, or the end of at most 1100 characters',
};

const root = findProjectRoot();
const unused = new Set(Object.keys(MADE));
const problems = FOLDERS.flatMap(listFiles)
  .filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name))
  .flatMap(checkFile);
for (const place of unused)
  problems.push(`scripts/check-expressions.ts has an exception for something that does not exist: ${place}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function checkFile(name: string): string[] {
  const problems = findCostlyExpressions(readFileSync(join(root, name), 'utf8'), name);
  const isExcused = Object.hasOwn(MADE, name) && problems.some(({ isMade }) => isMade);
  if (isExcused) unused.delete(name);
  const left = problems.filter(({ isMade }) => !isMade || !isExcused);
  return left.map(({ line, problem }) => `${name}:${line}: ${problem}`);
}
