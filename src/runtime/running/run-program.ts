// Runs a program in a separate worker, with streamed output, a time limit and cancellation. Pages and Node create
// workers differently, so the caller passes a factory.
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import type { PrintedAnswer } from '../../uncertainty/core/value-figures.ts';
import type { MixedRun } from '../../uncertainty/sources/run-decisions.ts';
import { DEFAULT_OUTPUT_LIMIT_BYTES } from '../output/output-limit.ts';
import { type ChannelName, maybeAllocateRing, OutputRingReader } from '../output/output-ring.ts';
import type { StreamKinds } from '../wasi/streams.ts';
import { createAnswerReader } from './answer-lines.ts';
import { KnownDecisions } from './known-decisions.ts';
import { MirroredFiles } from './mirrored-files.ts';
import type { RunMessage, RunWorkerRequest, StartMessage } from './run-messages.ts';
import { type RunEnd, type RunOutcome, STOP_STATUS, type StopCode } from './run-outcome.ts';
import { type RunSettings, settingsOf } from './run-settings.ts';
import { DEFAULT_TIME_LIMIT_MS, LONGEST_TIMER_MS } from './time-limit.ts';

/** A worker in a page or in Node, with the messages that it receives and sends. */
export interface MessageWorker<Sent, Received> {
  post(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
  /** Called when the worker dies unexpectedly, with any known details about the reason. */
  onFailure(listener: (reason: string) => void): void;
  terminate(): void;
}

/** A worker that runs workers/run-worker.ts; both pages and Node provide such workers. */
export type RunWorker = MessageWorker<RunWorkerRequest, RunMessage>;

/** Request fields that are common to all ways of running a program. */
export interface ProgramRequest {
  readonly core: CoreSpec;
  /**
   * The task's account. Later tasks of the same account may reuse the worker, one after another. Without an account,
   * the worker is not reused.
   */
  readonly account?: string;
  /** The program's arguments, without its name. */
  readonly arguments?: readonly string[];
  /** Files in the working directory, by path. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Standard input as bytes or, in Node, `process` for the process's own. Empty if absent. */
  readonly stdin?: Uint8Array | 'process';
  /** Determines every random number. Equal seeds produce equal output. Default: 1. */
  readonly seed?: bigint;
  readonly timeLimitMs?: number;
  /** Epoch milliseconds at which the program's clocks begin, for reproducible runs. */
  readonly clockMs?: number;
  /** Maximum number of bytes for each stream in each run. */
  readonly outputLimitBytes?: number;
  /** Receives output as it arrives; with many runs, the first run's output. */
  readonly onStdout?: (bytes: Uint8Array) => void;
  readonly onStderr?: (bytes: Uint8Array) => void;
  /** Receives answers with their errors, each before its text is printed, if the run reports errors. */
  readonly onAnswer?: (answer: PrintedAnswer) => void;
  /** Stops the program when the signal fires. */
  readonly signal?: AbortSignal;
  /** Delivers the files that the program has written even if it is terminated from outside. */
  readonly mirrorsFiles?: boolean;
  /** Kinds of the standard streams. If absent, they are pipes. */
  readonly streamKinds?: StreamKinds;
}

export interface RunRequest extends ProgramRequest, RunSettings {
  /**
   * Tests whether the particle's path counts as endless, given the number of values since its first mixed decision. If
   * the run finishes in the meantime, it waits for this result, so that the outcome does not depend on the clock. The
   * signal is aborted when the run is stopped.
   */
  readonly findEndless?: (mixed: MixedRun, signal: AbortSignal) => Promise<boolean>;
  /** A rewritten module. If it were not rewritten, values could not carry distributions. */
  readonly module: Uint8Array;
}

export interface RunContext {
  readonly kernels: WebAssembly.Module;
  readonly createWorker: () => RunWorker;
}

const FILES_TOO_LARGE = 'the files that it wrote exceed 256 MB in total, and were not returned';

/**
 * Runs a program to completion. Never throws because of a fault in the program. If the program was stopped, `end`
 * contains the reason.
 */
export function runProgram(request: RunRequest, context: RunContext): Promise<RunOutcome> {
  const timeLimitMs = request.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
  const worker = context.createWorker();
  const startedMs = performance.now();
  const outputRing = maybeAllocateRing();
  const reader = outputRing && new OutputRingReader(outputRing);
  const takeAnswers = createAnswerReader((answer) => request.onAnswer?.(answer));
  const take = (channel: ChannelName, bytes: Uint8Array) => {
    if (channel === 'stdout') request.onStdout?.(bytes);
    else if (channel === 'stderr') request.onStderr?.(bytes);
    else takeAnswers(bytes);
  };
  return new Promise((resolve) => {
    const finished = new AbortController();
    const mirrored = new MirroredFiles();
    const known = new KnownDecisions();
    const finish = (outcome: RunOutcome) => {
      finished.abort();
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', cancel);
      worker.terminate();
      reader?.drain(take);
      resolve(outcome);
    };
    const stop = (code: StopCode, message: string, madeValues?: number) => {
      // A worker may report again after it was terminated, or if it died for two reasons.
      if (finished.signal.aborted) return;
      reader?.drain(take);
      const end = { kind: 'stopped', code, message, exitStatus: STOP_STATUS[code] } as const;
      const endless =
        madeValues === undefined ? { endlessSeconds: timeLimitMs / 1000 } : { endlessValues: madeValues };
      const mixed = code === 'time-limit' ? known.mixed(message, endless) : undefined;
      const tell = (text: string) => request.onStderr?.(new TextEncoder().encode(`haze: ${text}\n`));
      // If there are mixed decisions, the draws are followed first.
      if (!mixed) tell(message);
      if (mirrored.isTooLarge) tell(FILES_TOO_LARGE);
      finish({
        ...stoppedOutcome(end, startedMs),
        ...(code === 'time-limit' ? known.report() : {}),
        ...(mixed ? { mixed } : {}),
        files: mirrored.files,
        removedFiles: mirrored.removed(request.files ?? new Map()),
      });
    };
    const cancel = () => stop('cancelled', 'the program was cancelled');
    let doubt: Promise<void> | undefined;
    const doubtEnd = async (endlessValues: number) => {
      const mixed = known.mixed('', { endlessValues });
      if (mixed && !finished.signal.aborted && (await request.findEndless?.(mixed, finished.signal)))
        stop('time-limit', `still running after ${endlessValues} values`, endlessValues);
    };
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
        const end = () => finished.signal.aborted || finish(outcome);
        if (doubt) doubt.then(end, end);
        else end();
      } else if (message.kind === 'started') startTimer();
      else if (message.kind === 'wake') reader?.drain(take);
      else if (message.kind === 'files') mirrored.take(message);
      else if (message.kind === 'news') {
        known.take(message);
        const { madeValues } = message;
        if (madeValues !== undefined) doubt = (doubt ?? Promise.resolve()).then(() => doubtEnd(madeValues));
      } else take(message.stream, message.bytes);
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
    ...(outputRing ? { outputRing } : {}),
    ...settingsOf(request),
  };
}

// The counters were lost along with the worker.
function stoppedOutcome(end: RunEnd, startedMs: number): Pick<RunOutcome, 'end' | 'statistics'> {
  return { end, statistics: { executionTimeMs: performance.now() - startedMs, hookCalls: 0, records: 0 } };
}
