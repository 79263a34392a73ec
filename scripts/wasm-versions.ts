// Hashes of the sources for each part of dist/wasm, used to detect outdated parts and as part of cache keys.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuestRuntime } from '../src/toolchain/sources/guest-runtime.ts';
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';
import { hashFiles, listClosure } from './source-closure.ts';

const REWRITER = 'src/runtime/preparing/rewrite-program.ts';
/** Packages that are copied into dist/wasm, or that compile its files. */
const PACKAGES = ['@yowasp/clang', '@resvg/resvg-wasm', 'dejavu-fonts-ttf'];

/** A hash of all inputs to dist/wasm. */
export function hashWasmInputs(): string {
  const root = findProjectRoot();
  const versions = PACKAGES.map((name) => {
    const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
    return `${name} ${(JSON.parse(text) as { version: string }).version}`;
  });
  return hashFiles([...listFiles('wasm'), ...listClosure(['scripts/build-wasm.ts'])], ...versions);
}

/** Version of the rewriter and the runtime: part of every cached module's key. */
export function rewritingVersion(): string {
  return hashFiles(listClosure([REWRITER]));
}

/** The source files that determine a built program: compiling, rewriting, and the steps between them. */
export function listBuildingFiles(): string[] {
  const steps = ['src/program/program-compiler.ts', 'src/node/engine/kept-programs.ts'];
  return [...new Set([...steps, ...listClosure([REWRITER]), ...listCompilingFiles()])].sort();
}

/** Version of these files and the runtime, used in the keys of stored programs. */
export function buildingVersion({ version: _, ...runtime }: Partial<GuestRuntime>): string {
  return hashFiles(listBuildingFiles(), JSON.stringify(runtime));
}

/**
 * Version of the runtime and of everything else that affects compilation: every source file in src/toolchain and its
 * imports, including the Fortran front end. An object from an older Haze is therefore never used by this version.
 */
export function compilingVersion({ version: _, ...runtime }: Partial<GuestRuntime>): string {
  const sources = hashFiles(listCompilingFiles());
  return createHash('sha256')
    .update(JSON.stringify([runtime, sources]))
    .digest('hex')
    .slice(0, 16);
}

function listCompilingFiles(): string[] {
  return listClosure(listFiles('src/toolchain').filter((path) => path.endsWith('.ts')));
}
