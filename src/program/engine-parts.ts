// The parts that make up an engine.
import type { ReferenceWorker } from '../reference/crew/reference-crew.ts';
import type { RunWorker } from '../runtime/running/run-program.ts';
import type { StreamKinds } from '../runtime/wasi/streams.ts';
import type { ProgramCompiler } from './program-compiler.ts';

/** Parts that differ between Node and pages. */
export interface EngineParts {
  readonly compiler: ProgramCompiler;
  /** The core's compiled kernels; a failed load is retried. */
  readonly kernels: () => Promise<WebAssembly.Module>;
  /**
   * Creates workers with the same script as Reference workers, so that after a run, a worker may be reused for the
   * other kind of run.
   */
  readonly createRunWorker: () => RunWorker;
  readonly createReferenceWorker: () => ReferenceWorker;
  /** Maximum number of concurrent workers in a Reference run. */
  readonly parallelism: number;
  /** Reads all of this process's standard input, if it has any, for programs that run more than once. */
  readonly readProcessInput?: () => Promise<Uint8Array>;
  /**
   * Reads the file from which this process's standard input is redirected; undefined if the input is not a file, or
   * is very large.
   */
  readonly readInputFile?: () => Uint8Array | undefined;
  /** Kinds of this process's standard streams. */
  readonly processStreams?: () => StreamKinds;
}
