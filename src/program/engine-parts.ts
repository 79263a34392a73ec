// Parts of an engine.
import type { ReferenceWorker } from '../reference/crew/reference-crew.ts';
import type { RunWorker } from '../runtime/running/run-program.ts';
import type { StreamKinds } from '../runtime/wasi/streams.ts';
import type { ProgramCompiler } from './program-compiler.ts';

/** Parts that differ between Node and pages. */
export interface EngineParts {
  readonly compiler: ProgramCompiler;
  /** The compiled kernels of the core; a failed load is retried. */
  readonly kernels: () => Promise<WebAssembly.Module>;
  /**
   * Makes workers whose script is the script of Reference workers, too: after a run a worker may serve the other kind.
   */
  readonly createRunWorker: () => RunWorker;
  readonly createReferenceWorker: () => ReferenceWorker;
  /** Maximum number of concurrent workers of a Reference run. */
  readonly parallelism: number;
  /** Reads the complete standard input of this process, if it has one: for programs that run more than once. */
  readonly readProcessInput?: () => Promise<Uint8Array>;
  /** Reads the file that is this process's standard input; undefined for other inputs and very large files. */
  readonly readInputFile?: () => Uint8Array | undefined;
  /** Kinds of the standard streams of this process. */
  readonly processStreams?: () => StreamKinds;
}
