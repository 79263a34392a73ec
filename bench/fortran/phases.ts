// Phases of a warm build and run, with their times: translation, clang, the linker, the rewriter, and the run
// including worker startup.

import { median } from '../../scripts/measurement.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { createHaze } from '../../src/node/library.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { type Clang, loadClang } from '../../src/toolchain/clang/clang.ts';
import { createFortranCompiler } from '../../src/toolchain/fortran/fortran-compiler.ts';
import type { ObjectCache } from '../../src/toolchain/sources/object-cache.ts';
import type { ProgramKind } from './programs.ts';

/** Milliseconds by phase, in phase order. */
export type Phases = Readonly<Record<'translation' | 'clang' | 'link' | 'rewriting' | 'run', number>>;

const ROUNDS = 5;

/** Builds and runs a 1 000-line program of each kind, in several rounds; returns the median of each phase. */
export async function measurePhases(kinds: readonly ProgramKind[]): Promise<Map<ProgramKind, Phases>> {
  const tools = { clang: await loadClang(), guest: await loadGuestRuntime(), cache: memoryCache() };
  const haze = createHaze();
  const rounds = new Map(kinds.map((kind): [ProgramKind, Phases[]] => [kind, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of kinds) {
      const phases = await measureOnce(kind, tools, haze);
      // The first round is only a warm-up.
      if (round > 0) rounds.get(kind)!.push(phases);
    }
  }
  return new Map([...rounds].map(([kind, all]) => [kind, medians(all)]));
}

/** The sum of all phases. */
export function totalOf(phases: Phases): number {
  return Object.values(phases).reduce((sum, ms) => sum + ms, 0);
}

function medians(all: readonly Phases[]): Phases {
  const names = Object.keys(all[0]!) as (keyof Phases)[];
  const of = (name: keyof Phases) => median(all.map((phases) => phases[name]));
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Phases;
}

async function measureOnce(
  kind: ProgramKind,
  tools: { clang: Clang; guest: Awaited<ReturnType<typeof loadGuestRuntime>>; cache: ObjectCache },
  haze: ReturnType<typeof createHaze>,
): Promise<Phases> {
  const spent = { compiler: 0, linker: 0 };
  const clang = timed(tools.clang, spent);
  const started = performance.now();
  const compilers = [createFortranCompiler(clang, tools.guest, { cache: tools.cache })];
  const sources = { [kind.file]: kind.text(1000) };
  const built = await buildProgram({ sources }, { clang, guest: tools.guest, compilers });
  if (!built.ok) throw new Error(built.log);
  const buildMs = performance.now() - started;
  // The library rewrites a module as part of a run, so rewriting is also timed separately and subtracted.
  const rewriting = timeOf(() => rewriteProgram(built.module));
  const runStarted = performance.now();
  await haze.run(built.module, { core: 'C0-S' });
  const runMs = performance.now() - runStarted;
  return {
    translation: buildMs - spent.compiler - spent.linker,
    clang: spent.compiler,
    link: spent.linker,
    rewriting,
    run: Math.max(0, runMs - rewriting),
  };
}

function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Cache that preserves the library's precompiled header between rounds, but no objects. */
export function memoryCache(): ObjectCache {
  const entries = new Map<string, Uint8Array>();
  return {
    get: async (key) => entries.get(key),
    put: async (key, bytes) => {
      entries.set(key, bytes);
    },
  };
}

/** Wraps the tools so that their times, measured with the clock `now` in milliseconds, are added to `spent`. */
export function timed(
  clang: Clang,
  spent: { compiler: number; linker: number },
  now = () => performance.now(),
): Clang {
  return {
    version: clang.version,
    async run(args, files, options) {
      const started = now();
      const run = await clang.run(args, files, options);
      spent[args[0] === 'wasm-ld' ? 'linker' : 'compiler'] += now() - started;
      return run;
    },
  };
}
