// Messages between a page and the worker that runs a program. Each worker runs one program, and cancelling terminates
// the worker.
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import type { SharedKernels } from '../../uncertainty/kernels/shared-kernels.ts';
import type { DecisionNews } from '../../uncertainty/sources/run-decisions.ts';
import type { ChannelName } from '../output/output-ring.ts';
import type { StreamKinds } from '../wasi/streams.ts';
import type { FileNews } from './mirrored-files.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { RunSettings } from './run-settings.ts';

/** A program and its inputs. */
export interface ProgramStart {
  readonly module: Uint8Array;
  /** The same module in compiled form, so that a module that runs repeatedly is compiled only once. */
  readonly compiled?: WebAssembly.Module;
  readonly kernels: WebAssembly.Module;
  readonly core: CoreSpec;
  readonly arguments: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Standard input as bytes, or `process` for the process's standard input. */
  readonly stdin: Uint8Array | 'process';
  readonly seed: bigint;
  readonly outputLimitBytes: number;
  /** Epoch milliseconds at which the program's clocks begin. If absent, the machine's clocks are used. */
  readonly clockMs?: number;
  /** Kinds of the standard streams. If absent, they are pipes. */
  readonly streamKinds?: StreamKinds;
  /** Ring that receives the output. If absent, output is sent in messages that are paced for the page. */
  readonly outputRing?: SharedArrayBuffer;
}

/** Message from the page that asks the worker to run a program. */
export interface StartMessage extends ProgramStart, RunSettings {
  readonly kind: 'start';
  /** The kernels in a memory that is shared with a helper. */
  readonly shared?: SharedKernels;
}

/** Message for the other server in the worker's script, which runs a program many times. */
interface ReferenceStart {
  readonly kind: 'reference' | 'runs' | 'group';
}

/** Messages that the script of run workers accepts. */
export type RunWorkerRequest = StartMessage | ReferenceStart;

/**
 * Message from the worker: the start of the program, output, a wake message for output in the ring, changed files,
 * mixed decisions, or the end of the run.
 */
export type RunMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'wake' }
  | ({ readonly kind: 'files' } & FileNews)
  | ({ readonly kind: 'news' } & DecisionNews)
  | { readonly kind: 'output'; readonly stream: ChannelName; readonly bytes: Uint8Array }
  | ({ readonly kind: 'end' } & RunOutcome);
