// Selects the tests that a change requires. Unit tests are selected by the components that depend on a changed file
// (docs/components.md), and whole-program tests by the files that they import. Browser and package tests are selected
// by the contents of pages and the tarball.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readDirections } from '../directions-table.ts';
import { listFiles } from '../list-files.ts';
import { findProjectRoot } from '../project-root.ts';
import { listClosure, listImports } from '../source-closure.ts';
import type { SuiteWish } from './run-suites.ts';

/** Files outside src/ that affect the result of every test. */
const EVERYTHING = /^(package(-lock)?\.json|vitest\.config\.ts|((src|scripts|test)\/)?tsconfig.*\.json)$/;
const PAGES = /^(workers\/|index\.html|embed\.html|vite\.config\.ts|test\/browser\/|examples\/)/;
const PACKAGE =
  /^(entries\/|package\.json|src\/index\.ts|src\/node\/(docs|vite-plugin|library|server-library)|test\/packages\/)/;
/** The runtime's C code, and the tables from which it is generated: programs, kernels and headers depend on them. */
const RUNTIME = /^(wasm\/|scripts\/build-(wasm|guest|kernels|lane-kernels)\.ts)/;
/** Text that marks helpers and tests that start the command, the server or workers from dist/. */
const STARTS_PROCESSES = /dist\/src\/|dist\/workers\/|\bstartServer\(/;
/** Source files of the processes that tests start. */
const PROCESSES = ['src/node/haze.ts', 'workers/compile-worker-node.ts', 'workers/docs-worker-node.ts'];
/** The worker that runs programs, and the file that starts it. */
const PROGRAM_WORKER = 'src/node/program-worker.ts';
const STARTS_PROGRAM_WORKER = 'src/node/engine/node-run-worker.ts';

/** Paths of files that differ from a revision, relative to the project's folder and including untracked files. */
export function listChangedFiles(base = 'HEAD'): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: findProjectRoot(), encoding: 'utf8' }).split('\n');
  const paths = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(paths.filter((path) => path !== ''))].sort();
}

/** The tests needed for a change to these files, by suite. */
export function listNeededTests(changed: readonly string[]): SuiteWish[] {
  if (changed.some((path) => EVERYTHING.test(path)))
    return (['unit', 'program', 'pages'] as const).map((suite) => ({ suite, paths: [] }));
  const rooms = listReachedRooms(changed);
  const hasPages =
    changed.some((path) => PAGES.test(path)) || rooms.some((room) => /^(client|ui)\b/.test(room));
  const needed: SuiteWish[] = [
    { suite: 'unit', paths: rooms.map((room) => `src/${room}`) },
    { suite: 'program', paths: listProgramTests(changed) },
    ...(hasPages ? [{ suite: 'pages', paths: [] } as const] : []),
    ...(changed.some((path) => PACKAGE.test(path)) ? [{ suite: 'packages', paths: [] } as const] : []),
  ];
  // An empty list of paths would select all tests in the suite.
  return needed.filter(
    ({ suite, paths = [] }) => paths.length > 0 || suite === 'pages' || suite === 'packages',
  );
}

function listReachedRooms(changed: readonly string[]): string[] {
  const { rows, rowOf } = readDirections();
  const root = findProjectRoot();
  const reached = new Set(
    changed.filter((path) => path.startsWith('src/')).map((path) => rowOf(join(root, path))),
  );
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const [room, known] of rows) if ([...known].some((other) => reached.has(other))) reached.add(room);
  }
  // A component's name also selects the components inside it.
  const isWithin = (room: string) => [...reached].some((other) => room.startsWith(`${other}/`));
  return [...reached].filter((room) => !isWithin(room)).sort();
}

function listProgramTests(changed: readonly string[]): string[] {
  const tests = listFiles('test').filter(
    (path) => path.endsWith('.test.ts') && !/^test\/(browser|packages)\//.test(path),
  );
  if (changed.some((path) => RUNTIME.test(path))) return tests;
  const isChanged = new Set(changed);
  const isReached = (files: Iterable<string>) => [...files].some((path) => isChanged.has(path));
  const processes = isReached(listClosure(PROCESSES));
  const programs = isReached(listClosure([PROGRAM_WORKER]));
  const root = findProjectRoot();
  const reach = new Reach();
  return tests.filter((test) => {
    const folder = test.slice(0, test.lastIndexOf('/') + 1);
    // Programs, recorded output and settings are next to the tests that read them.
    if (changed.some((path) => path.startsWith(folder) && !/\.ts$/.test(path))) return true;
    const files = reach.of(join(root, test));
    if (isReached([...files].map((path) => relative(root, path)))) return true;
    if (programs && files.has(join(root, STARTS_PROGRAM_WORKER))) return true;
    return processes && [...files].some((path) => reach.startsProcesses(path));
  });
}

/** Files that a file imports, directly or indirectly; each file is read once. */
class Reach {
  readonly #imports = new Map<string, readonly string[]>();
  readonly #starters = new Map<string, boolean>();

  of(path: string): Set<string> {
    const found = new Set<string>();
    const visit = (file: string): void => {
      if (found.has(file)) return;
      found.add(file);
      for (const next of this.#importsOf(file)) visit(next);
    };
    visit(path);
    return found;
  }

  /** True for a file in test/ that starts processes from dist/. */
  startsProcesses(path: string): boolean {
    const known =
      this.#starters.get(path) ??
      (/\/test\//.test(path) && STARTS_PROCESSES.test(readFileSync(path, 'utf8')));
    this.#starters.set(path, known);
    return known;
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path) ?? listImports(path);
    this.#imports.set(path, known);
    return known;
  }
}
