// Checks that dist/ is no older than its sources: tests and the command run files from dist/ (workers, the programs'
// runtime, kernels), and outdated files fail in misleading ways.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from './project-root.ts';
import { hashWasmInputs } from './wasm-versions.ts';

/** The compiler's records of its most recent builds. */
const COMPILED = 'dist/tsbuildinfo';
/** Files that the compiler reads or writes. It writes nothing after changes to other files, such as tables. */
const COMPILER_FILE = /(?<!\.test)\.ts$|[\\/]tsbuildinfo[\\/]/;
const SOURCES = ['src', 'workers', 'scripts'];
const MADE_FROM = 'dist/wasm/made-from.txt';

/** A sentence for each component that is missing or outdated, with the command that rebuilds it. */
export function describeStaleOutputs(): string[] {
  return [maybeStaleScripts(), maybeStaleWasm()].filter((problem) => problem !== undefined).map(describe);
}

/** The sentence about compiled modules; undefined if they are up to date. */
export function maybeDescribeStaleModules(): string | undefined {
  const problem = maybeStaleScripts();
  return problem && describe(problem);
}

function describe({ what, command }: Problem): string {
  return `${what}: run "${command}" first, otherwise the tests use outdated files.`;
}

interface Problem {
  readonly what: string;
  readonly command: string;
}

function maybeStaleScripts(): Problem | undefined {
  const root = findProjectRoot();
  const command = 'npm run compile';
  const compiled = join(root, COMPILED);
  if (!existsSync(compiled)) return { what: `${COMPILED} is missing`, command };
  const newest = SOURCES.map((source) => newestFile(join(root, source))).reduce(newer);
  if (newest.changedMs <= newestFile(compiled).changedMs) return undefined;
  return { what: `dist/ is older than ${newest.path.slice(root.length + 1)}`, command };
}

function maybeStaleWasm(): Problem | undefined {
  const path = join(findProjectRoot(), MADE_FROM);
  const command = 'npm run build:missing';
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (!isThere) return { what: 'dist/wasm is missing', command };
  if (readFileSync(path, 'utf8') === hashWasmInputs()) return undefined;
  return {
    what: 'dist/wasm was built from earlier versions of wasm/ and the tables',
    command,
  };
}

interface Changed {
  readonly path: string;
  readonly changedMs: number;
}

function newer(one: Changed, other: Changed): Changed {
  return other.changedMs > one.changedMs ? other : one;
}

function newestFile(path: string): Changed {
  const entry = statSync(path);
  if (entry.isFile()) return { path, changedMs: COMPILER_FILE.test(path) ? entry.mtimeMs : 0 };
  return readdirSync(path)
    .map((name) => newestFile(join(path, name)))
    .reduce(newer, { path, changedMs: 0 });
}
