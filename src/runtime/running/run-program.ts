// Runs a program in a worker of its own: output as it comes, a limit of time, cancelling. How a worker is made differs
// between pages and Node, so it is passed in.
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import type { SourceWish } from '../../uncertainty/sources/source-settings.ts';
import { DEFAULT_OUTPUT_LIMIT_BYTES } from '../output/output-limit.ts';
import { maybeAllocateRing, OutputRingReader, type StreamName } from '../output/output-ring.ts';
import { MirroredFiles } from './mirrored-files.ts';
import type { RunMessage, RunWorkerRequest, StartMessage } from './run-messages.ts';
import { type RunEnd, type RunOutcome, STOP_STATUS, type StopCode } from './run-outcome.ts';
import { DEFAULT_TIME_LIMIT_MS, LONGEST_TIMER_MS } from './time-limit.ts';

/** A worker that runs workers/run-worker.ts, as pages and Node both can offer it. */
export interface RunWorker {
  post(message: RunWorkerRequest): void;
  onMessage(listener: (message: RunMessage) => void): void;
  /** Called when the worker dies by itself, with the known part of the reason. */
  onFailure(listener: (reason: string) => void): void;
  terminate(): void;
}

/** Request that every way to run a program takes. */
export interface ProgramRequest {
  readonly core: CoreSpec;
  /** Arguments of the program, without its name. */
  readonly arguments?: readonly string[];
  /** Files of the working directory, by path. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Standard input: bytes, or (Node) that of the process. None when absent. */
  readonly stdin?: Uint8Array | 'process';
  /** Decides every random number; equal seeds give equal output. Default 1. */
  readonly seed?: bigint;
  readonly timeLimitMs?: number;
  /** Epoch milliseconds at which the program's clocks begin, for reproducible runs. */
  readonly clockMs?: number;
  /** Bytes for each stream in each run. */
  readonly outputLimitBytes?: number;
  /** Output as it comes; of the first run where there are several. */
  readonly onStdout?: (bytes: Uint8Array) => void;
  readonly onStderr?: (bytes: Uint8Array) => void;
  /** Ends the program when it fires. */
  readonly signal?: AbortSignal;
  /** Delivers the files that the program has written also when it is ended from outside. */
  readonly mirrorsFiles?: boolean;
}

export interface RunRequest extends ProgramRequest {
  /** A rewritten module; without rewriting, values cannot carry distributions. */
  readonly module: Uint8Array;
  /** Most bytes of lanes on cores that track correlation; 1 GB when absent. */
  readonly laneMemoryLimitBytes?: number;
  /** Looks for unused records at every safepoint: slow, and output must be the same. For tests. */
  readonly collectAlways?: boolean;
  /** On cores that track correlation: writes down sources and printed values with their draws. */
  readonly trace?: boolean;
  /** Lists the last value of each place; the module marks its places. */
  readonly places?: boolean;
  /** Lists sources, or puts others in their places. */
  readonly sources?: SourceWish;
  /** Keeps the data for following every draw, and holds output back from the first mixed decision on. */
  readonly followsDraws?: boolean;
  /** Lets each draw choose for itself where the program allows it. */
  readonly makesChoices?: boolean;
  /**
   * Largest error of figures from lanes, in deviations: output is held back from the first figure with a larger error
   * on.
   */
  readonly accuracy?: number;
  /** Reports figures of printed values with their errors. */
  readonly figures?: boolean;
  /** Decides by the particle without a look at the draws. */
  readonly ignoresDecisions?: boolean;
  /** The module, compiled, where it is run again and again. */
  readonly compiled?: WebAssembly.Module;
}

export interface RunContext {
  readonly kernels: WebAssembly.Module;
  readonly createWorker: () => RunWorker;
}

const FILES_TOO_LARGE =
  'the files that it wrote are larger than 256 MB together, and are not delivered after this end';

/** Runs a program to its end. It never throws for a fault of the program; a stopped program has its reason in `end`. */
export function runProgram(request: RunRequest, context: RunContext): Promise<RunOutcome> {
  const timeLimitMs = request.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
  const worker = context.createWorker();
  const startedMs = performance.now();
  const outputRing = maybeAllocateRing();
  const reader = outputRing && new OutputRingReader(outputRing);
  const take = (stream: StreamName, bytes: Uint8Array) =>
    stream === 'stdout' ? request.onStdout?.(bytes) : request.onStderr?.(bytes);
  return new Promise((resolve) => {
    let isFinished = false;
    const mirrored = new MirroredFiles();
    const finish = (outcome: RunOutcome) => {
      isFinished = true;
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', cancel);
      worker.terminate();
      reader?.drain(take);
      resolve(outcome);
    };
    const stop = (code: StopCode, message: string) => {
      // A worker that was ended, or died of two causes at once, reports again.
      if (isFinished) return;
      reader?.drain(take);
      const tell = (text: string) => request.onStderr?.(new TextEncoder().encode(`haze: ${text}\n`));
      tell(message);
      if (mirrored.isTooLarge) tell(FILES_TOO_LARGE);
      finish({
        ...stoppedOutcome({ kind: 'stopped', code, message, exitStatus: STOP_STATUS[code] }, startedMs),
        files: mirrored.files,
        removedFiles: mirrored.removed(request.files ?? new Map()),
      });
    };
    const cancel = () => stop('cancelled', 'the program was cancelled');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = () => {
      timer = setTimeout(
        () => stop('time-limit', `time limit of ${timeLimitMs / 1000} s reached`),
        Math.min(timeLimitMs, LONGEST_TIMER_MS),
      );
    };
    worker.onMessage((message) => {
      if (message.kind === 'end') {
        const { kind: _, ...outcome } = message;
        finish(outcome);
      } else if (message.kind === 'started') startTimer();
      else if (message.kind === 'wake') reader?.drain(take);
      else if (message.kind === 'files') mirrored.take(message);
      else take(message.stream, message.bytes);
    });
    worker.onFailure((reason) => stop('internal', `the worker that ran the program died: ${reason}`));
    request.signal?.addEventListener('abort', cancel);
    if (request.signal?.aborted) cancel();
    else worker.post(startMessage(request, context.kernels, outputRing));
  });
}

function startMessage(
  request: RunRequest,
  kernels: WebAssembly.Module,
  outputRing: SharedArrayBuffer | undefined,
): StartMessage {
  return {
    kind: 'start',
    module: request.module,
    kernels,
    core: request.core,
    arguments: request.arguments ?? [],
    files: request.files ?? new Map(),
    stdin: request.stdin ?? new Uint8Array(0),
    seed: request.seed ?? 1n,
    outputLimitBytes: request.outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT_BYTES,
    ...(request.clockMs === undefined ? {} : { clockMs: request.clockMs }),
    ...(outputRing ? { outputRing } : {}),
    ...(request.collectAlways ? { collectAlways: true } : {}),
    ...(request.trace ? { trace: true } : {}),
    ...(request.places ? { places: true } : {}),
    ...(request.sources ? { sources: request.sources } : {}),
    ...(request.followsDraws ? { followsDraws: true } : {}),
    ...(request.makesChoices ? { makesChoices: true } : {}),
    ...(request.accuracy === undefined ? {} : { accuracy: request.accuracy }),
    ...(request.figures ? { figures: true } : {}),
    ...(request.ignoresDecisions ? { ignoresDecisions: true } : {}),
    ...(request.mirrorsFiles ? { mirrorsFiles: true } : {}),
    ...(request.compiled ? { compiled: request.compiled } : {}),
    ...(request.laneMemoryLimitBytes === undefined
      ? {}
      : { laneMemoryLimitBytes: request.laneMemoryLimitBytes }),
  };
}

// The worker is gone, and its counters with it.
function stoppedOutcome(end: RunEnd, startedMs: number): Pick<RunOutcome, 'end' | 'statistics'> {
  return { end, statistics: { executionTimeMs: performance.now() - startedMs, hookCalls: 0, records: 0 } };
}
