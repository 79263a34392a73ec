// Decides whether a build can reuse dist/page: both its files and its sources must be unchanged. The check covers more
// files than just the pages' inputs, but no tests or benchmarks.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';

const FOLDERS = ['src', 'workers', 'scripts', 'entries', 'docs', 'examples', 'licenses', 'dist/wasm'];
/** Inputs in addition to the project's own files. */
const FILES = ['node_modules/.package-lock.json'].filter((path) => existsSync(join(findProjectRoot(), path)));
const NOT_READ = /\.test\.ts$|^biome\.json$|^knip\.json$|^vitest\.config\.ts$/;
const STAMP = 'dist/page-made-from.json';
const PAGE = 'dist/page';

interface Stamp {
  readonly inputs: string;
  /** True if the compression of some compiler files could be improved. */
  readonly isQuick: boolean;
  /** Sizes and modification times of all files. */
  readonly outputs: string;
}

/** A hash of all inputs to the pages. */
export function hashPageInputs(): string {
  const root = findProjectRoot();
  const own = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  const hash = createHash('sha256').update(process.version);
  for (const path of [...own, ...FOLDERS.flatMap(listFiles), ...FILES]) {
    if (NOT_READ.test(path)) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function hashOutputs(): string {
  const root = findProjectRoot();
  const hash = createHash('sha256');
  for (const path of listFiles(PAGE)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** True if dist/page equals what a build would produce now. */
export async function isPageMadeFrom(inputs: string, isQuick: boolean): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(join(findProjectRoot(), STAMP), 'utf8')) as Stamp;
    return stamp.inputs === inputs && (isQuick || !stamp.isQuick) && stamp.outputs === hashOutputs();
  } catch {
    // There is no page, or only an unfinished one.
    return false;
  }
}

/** Removes the stamp at the start of a build. */
export async function removeStamp(): Promise<void> {
  await rm(join(findProjectRoot(), STAMP), { force: true });
}

/** @param inputs hash of the inputs, computed before the build */
export async function writeStamp(inputs: string, isQuick: boolean): Promise<void> {
  const stamp: Stamp = { inputs, isQuick, outputs: hashOutputs() };
  await writeFile(join(findProjectRoot(), STAMP), JSON.stringify(stamp));
}
