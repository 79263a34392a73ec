// Messages between a page and the worker that runs a program. One program per worker; cancelling ends the worker.
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import type { SharedKernels } from '../../uncertainty/kernels/shared-kernels.ts';
import type { SourceWish } from '../../uncertainty/sources/source-settings.ts';
import type { FileNews } from './mirrored-files.ts';
import type { RunOutcome } from './run-outcome.ts';

/** A program and its inputs. */
export interface ProgramStart {
  readonly module: Uint8Array;
  /** The same, compiled: a module that is run again and again is compiled once. */
  readonly compiled?: WebAssembly.Module;
  readonly kernels: WebAssembly.Module;
  readonly core: CoreSpec;
  readonly arguments: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Bytes of standard input, or that of the process. */
  readonly stdin: Uint8Array | 'process';
  readonly seed: bigint;
  readonly outputLimitBytes: number;
  /** Epoch milliseconds at which the program's clocks begin; the machine's clocks when absent. */
  readonly clockMs?: number;
  /** Destination of output; when absent, output comes in messages, no faster than a page can take them. */
  readonly outputRing?: SharedArrayBuffer;
}

/** Message from the page: run this program. */
export interface StartMessage extends ProgramStart {
  readonly kind: 'start';
  /** The kernels in a memory that a helper has too. */
  readonly shared?: SharedKernels;
  /** Looks for unused records at every safepoint. */
  readonly collectAlways?: boolean;
  /** Most bytes of lanes; 1 GB when absent. */
  readonly laneMemoryLimitBytes?: number;
  /** Writes down sources and printed values. */
  readonly trace?: boolean;
  /** Lists the last value of each place; the module marks its places. */
  readonly places?: boolean;
  /** Lists sources, or puts others in their places. */
  readonly sources?: SourceWish;
  /** Keeps the data for following every draw. */
  readonly followsDraws?: boolean;
  /** Lets each draw choose for itself where the program allows it. */
  readonly makesChoices?: boolean;
  /** Largest error of figures from lanes, in deviations. */
  readonly accuracy?: number;
  /** Reports figures of printed values with their errors. */
  readonly figures?: boolean;
  /** Decides by the particle without a look at the draws. */
  readonly ignoresDecisions?: boolean;
  /** Sends changed files while the program runs. */
  readonly mirrorsFiles?: boolean;
}

/** Message for the other server of the worker's script, which runs a program many times. */
interface ReferenceStart {
  readonly kind: 'reference' | 'runs';
}

/** Messages that the script of run workers takes. */
export type RunWorkerRequest = StartMessage | ReferenceStart;

/** Message from the worker: the program begins, a piece of output, a wake for output in the ring, or the end. */
export type RunMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'wake' }
  | ({ readonly kind: 'files' } & FileNews)
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | ({ readonly kind: 'end' } & RunOutcome);
