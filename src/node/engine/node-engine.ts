// The engine in Node: the compiler runs in this thread, programs run in workers, and files come from the package's
// own folder.
import { fstatSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { createEngine, type Haze } from '../../program/engine.ts';
import { createLocalCompiler, type ProgramCompiler } from '../../program/program-compiler.ts';
import type { RunWorker } from '../../runtime/running/run-program.ts';
import type { StreamKind } from '../../runtime/wasi/streams.ts';
import { type Clang, loadClang, OWN_LIMITS } from '../../toolchain/clang/clang.ts';
import type { ContentCache } from '../files/content-cache.ts';
import { loadGuestRuntime, loadKernels } from './assets.ts';
import { compileTools } from './compile-tools.ts';
import { keepPrograms } from './kept-programs.ts';
import { createHelpedRunWorker, createNodeReferenceWorker } from './node-run-worker.ts';

export interface NodeEngineOptions {
  readonly kept?: { readonly cache: ContentCache; readonly version: string } | undefined;
  /** The compiler; by default, it is loaded for the first build. */
  readonly clang?: Clang;
  /** Creates workers that run programs; default: a new worker for each run. */
  readonly createRunWorker?: () => RunWorker;
}

/** A compiler in this thread. */
export function createNodeCompiler({
  kept,
  clang,
}: Pick<NodeEngineOptions, 'kept' | 'clang'> = {}): ProgramCompiler {
  const compiler = createLocalCompiler({
    clang: async (onProgress) =>
      clang ?? loadClang({ limits: OWN_LIMITS, compile: compileTools, ...(onProgress && { onProgress }) }),
    guest: loadGuestRuntime,
    objects: kept?.cache,
    share: async (own) => (await import('./share-compiling.ts')).shareCompiling(own),
  });
  return kept ? keepPrograms(compiler, kept.cache, kept.version) : compiler;
}

/** An engine with its own compiler and kernels. */
export function createNodeEngine(options: NodeEngineOptions = {}): Haze {
  const { createRunWorker = createHelpedRunWorker } = options;
  return createEngine({
    compiler: createNodeCompiler(options),
    kernels: loadKernels,
    createRunWorker,
    createReferenceWorker: createNodeReferenceWorker,
    parallelism: availableParallelism(),
    readProcessInput: async () => (process.stdin.isTTY ? new Uint8Array() : readAll()),
    readInputFile,
    processStreams: () => [kindOfStream(0), kindOfStream(1), kindOfStream(2)],
  });
}

/** Maximum input that is read before the run; larger inputs are read during the run. */
const MOST_INPUT_BYTES = 1 << 26;

// Reads a file only from its start: if another process has read part of it, the program must read the rest.
function readInputFile(): Uint8Array | undefined {
  if (kindOfStream(0) !== 'file') return undefined;
  const { size } = fstatSync(0);
  return size <= MOST_INPUT_BYTES && isAtStart() ? new Uint8Array(readFileSync(0)) : undefined;
}

function isAtStart(): boolean {
  try {
    return /^pos:\s*0$/m.test(readFileSync('/proc/self/fdinfo/0', 'utf8'));
  } catch {
    return true;
  }
}

function kindOfStream(descriptor: number): StreamKind {
  if (isatty(descriptor)) return 'terminal';
  try {
    return fstatSync(descriptor).isFile() ? 'file' : 'pipe';
  } catch {
    // A closed stream is treated like a pipe without a reader.
    return 'pipe';
  }
}

async function readAll(): Promise<Uint8Array> {
  return new Uint8Array(await buffer(process.stdin));
}
