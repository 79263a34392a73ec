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
  /** Limit on workers of a Reference run at the same time. */
  readonly parallelism: number;
  /** All that standard input of this process holds, where there is one: for programs that are run more than once. */
  readonly readProcessInput?: () => Promise<Uint8Array>;
  /** The file that standard input of this process is; undefined for other inputs and very large files. */
  readonly readInputFile?: () => Uint8Array | undefined;
  /** The other ends of the standard streams of this process. */
  readonly processStreams?: () => StreamKinds;
}
