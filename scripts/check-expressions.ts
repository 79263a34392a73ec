// Part of `npm run check`: every regular expression of src/, workers/ and entries/ takes time linear in its text. The
// checker is scslre, the engine of eslint-plugin-regexp; it reports polynomial and exponential backtracking, also for a
// search that restarts at each character (`/\s+$/`: use trimEnd, or `(?<!\s)\s+$`). Expressions built from text at run
// time cannot be checked: the list below gives a reason for each file that builds such expressions.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { findProjectRoot } from './project-root.ts';

const FOLDERS = ['src', 'workers', 'entries'];

const OF_A_LINE = 'one line of Fortran, read by a compile worker whose time is bounded';

/** Reasons why expressions built from text are linear, by file. */
const MADE: Readonly<Record<string, string>> = {
  'src/api/app/api-app.ts':
    'paths of routes: segments without slashes between slashes, and one rest at the end',
  'src/api/requests/identifiers.ts': 'a prefix of our own and 32 digits',
  'src/budget/read-call.ts': 'at most 1000 characters before a call',
  'src/docs/judging/compare-output.ts': 'a constant that was checked by hand',
  'src/docs/finding/fence-attributes.ts': 'a copy of an expression of this file',
  'src/docs/finding/find-markdown.ts': 'a line, with one character repeated a fixed number of times',
  'src/docs/rendering/highlight.ts': 'words of our own, without repetition',
  'src/fortran/analysis/openmp/clauses.ts': OF_A_LINE,
  'src/fortran/printing/writer/c-tree.ts': 'a mark of our own and digits',
  'src/toolchain/config-mk/find-files.ts': 'stars that never try again; see there',
  'src/toolchain/flags/flag-rules.ts': 'names of flags, without repetition',
  'src/toolchain/flags/fortran-flags.ts': 'names of flags, without repetition',
  'src/ui/editor/fortran-mode.ts': 'a fixed number of columns',
};

const root = findProjectRoot();
const unused = new Set(Object.keys(MADE));
const problems = FOLDERS.flatMap(listSources).flatMap(checkFile);
for (const place of unused) problems.push(`scripts/check-expressions.ts excuses what is not there: ${place}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function listSources(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.[jt]s$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

function checkFile(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('/') && !text.includes('RegExp')) return [];
  const found: string[] = [];
  const name = relative(root, file);
  visit(parseSync(file, text).program, (node) => {
    const problem = maybeProblem(node, name);
    if (problem === undefined) return;
    const line = text.slice(0, node.start).split('\n').length;
    found.push(`${name}:${line}: ${problem}`);
  });
  return found;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) look(node as Node);
  for (const inner of Object.values(node)) visit(inner, look);
}

function maybeProblem({ type, regex, callee, arguments: given }: Node, file: string): string | undefined {
  if (type === 'Literal' && regex) return maybeCost(regex.pattern, regex.flags);
  const isMade = (type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp';
  if (!isMade) return undefined;
  const [pattern, flags] = given ?? [];
  if (typeof pattern?.value === 'string') return maybeCost(pattern.value, String(flags?.value ?? ''));
  if (isExcused(file)) return undefined;
  return 'makes an expression from text: say in scripts/check-expressions.ts why it is linear.';
}

function maybeCost(source: string, flags: string): string | undefined {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports;
  if (report === undefined) return undefined;
  const cost = report.exponential ? 'exponential' : 'more than linear';
  return `/${source}/ can take ${cost} time at ${report.character.literal.source}.`;
}

function isExcused(file: string): boolean {
  if (!Object.hasOwn(MADE, file)) return false;
  unused.delete(file);
  return true;
}
