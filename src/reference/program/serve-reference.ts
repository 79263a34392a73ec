// The worker's side of run-reference.ts. Prepares the program once, runs it as often as messages request, and reports
// the results.

import { concatenate } from '../../errors/concatenate.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { openOutput } from '../../runtime/output/open-output.ts';
import type { StreamName } from '../../runtime/output/output-ring.ts';
import { checkImports } from '../../runtime/preparing/check-imports.ts';
import { endWithFiles, explainEnd } from '../../runtime/running/abnormal-ends.ts';
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import { type InputSource, inputFromBytes, passThrough } from '../../runtime/wasi/streams.ts';
import { PrintedWords, WordReader } from '../values/printed-words.ts';
import { makeValueId, printValueId } from '../values/value-ids.ts';
import { ValueRecorder } from '../values/value-recorder.ts';
import { GroupProgram } from './group-program.ts';
import { type MarkedProgram, markProgram } from './mark-program.ts';
import type {
  BlockMessage,
  FailedRun,
  ProgramMessage,
  ReferenceAnswer,
  ReferenceRequest,
} from './reference-messages.ts';
import { ReferenceProgram } from './reference-program.ts';

export interface ReferencePort {
  post(message: ReferenceAnswer, transfer: ArrayBuffer[]): void;
  /** True if `post` blocks until there is space for more output. */
  readonly waits?: boolean;
  /** The process's standard input; undefined if there is no process. */
  readonly processInput?: InputSource;
}

/** Maximum number of values buffered in the worker before they are posted. */
const MAX_WAITING = 1 << 20;
/**
 * Placeholder for the names of values in all runs but the first. Only the first run's output is shown, but every run
 * must print text of the same length.
 */
const NAMELESS = printValueId(makeValueId(0n, 0));

class ReferenceServer {
  readonly #port: ReferencePort;
  readonly #recorder = new ValueRecorder();
  #message: ProgramMessage;
  readonly #program: ReferenceProgram | undefined;
  readonly #words = new PrintedWords();
  #groups: GroupProgram | undefined;
  /** Output of a group. */
  #groupWords = new WordReader();
  #isFirstRun = false;
  #told = 0;

  /**
   * Prepares the program and posts either that the program is ready or what went wrong.
   * @param mark marks the program
   */
  constructor(port: ReferencePort, message: ProgramMessage, mark: () => ReadyProgram) {
    this.#port = port;
    this.#message = message;
    try {
      this.#program = new ReferenceProgram({
        ...message,
        ...mark(),
        recorder: this.#recorder,
        nameValue: (index) => this.#nameValue(index),
      });
      port.post({ kind: 'ready' }, []);
    } catch (error) {
      port.post({ kind: 'refused', end: explainEnd(error, undefined) }, []);
    }
  }

  #nameValue(index: number | undefined): string {
    if (index === undefined) return '';
    return this.#isFirstRun ? printValueId(makeValueId(this.#message.seed, index)) : NAMELESS;
  }

  /** Runs a group of lanes and posts its values, or the remaining lanes if there is no group. */
  runGroup(first: number): void {
    this.#groups ??= this.#openGroups();
    const startMs = performance.now();
    const finished = this.#groups.runNext(first);
    const longestMs = performance.now() - startMs;
    const { lanes = new Uint32Array(), end } = finished ?? {};
    const count = lanes.length;
    const hasFailed = end && (end.exitStatus !== 0 || end.kind === 'stopped');
    const failed = hasFailed ? [...lanes].map((_, i): FailedRun => ({ run: first + i, end })) : [];
    if (end && !hasFailed) this.#words.add({ words: this.#groupWords.finish(), count, first });
    const rest = finished ? {} : { rest: this.#groups.plainLanes() };
    this.#postBlock({ first, count, failed, longestMs, isLast: true }, { lanes, ...rest });
  }

  #openGroups(): GroupProgram {
    return new GroupProgram({
      ...this.#message,
      machine: this.#program!.machine,
      lanes: this.#message.lanes!,
      recorder: this.#recorder,
      plain: this.#program!.core,
      valueName: NAMELESS,
      streams: () => {
        const words = new WordReader();
        this.#groupWords = words;
        return { stdin: this.#openInput(), writeStdout: (bytes) => words.add(bytes), writeStderr: ignore };
      },
    });
  }

  /**
   * Performs a stretch of runs and posts their values.
   * @param lanes the lanes of these runs, if not in the usual order
   */
  runAll(first: number, count: number, lanes?: Uint32Array): void {
    let failed: FailedRun[] = [];
    let [from, longestMs] = [first, 0];
    for (let run = first; run < first + count; run++) {
      const startMs = performance.now();
      const end = run === 0 ? this.#runFirst() : this.#runSilently(run, lanes?.[run - first]);
      longestMs = Math.max(longestMs, performance.now() - startMs);
      if (end.exitStatus !== 0 || end.kind === 'stopped') failed.push({ run, end });
      const isLast = run === first + count - 1;
      if (!isLast && this.#recorder.waiting + this.#program!.waitingDraws < MAX_WAITING) continue;
      this.#postBlock({ first: from, count: run + 1 - from, failed, longestMs, isLast });
      failed = [];
      from = run + 1;
    }
  }

  #postBlock(
    runs: Pick<BlockMessage, 'first' | 'count' | 'failed' | 'longestMs' | 'isLast'>,
    ofGroup: Pick<BlockMessage, 'lanes' | 'rest'> = {},
  ): void {
    const block = this.#recorder.takeBlock(runs);
    const calls = this.#program!.countCalls() + (this.#groups?.countCalls() ?? 0) - this.#told;
    this.#told += calls;
    const { counts, values, runs: valueRuns, sequences } = block;
    const draws = this.#program!.takeDraws();
    const columns = [
      counts,
      values,
      valueRuns,
      sequences,
      ...(draws ? [draws.places, draws.runs, draws.values] : []),
    ];
    const buffers = columns.map(({ buffer }) => buffer as ArrayBuffer);
    const further = {
      ...(draws ? { draws } : {}),
      ...(this.#message.lanes ? { words: this.#words.take() } : {}),
    };
    this.#port.post({ kind: 'block', ...runs, ...ofGroup, block, calls, ...further }, buffers);
  }

  /** Performs the run whose output is shown to the user. */
  #runFirst(): RunEnd {
    const { outputRing, stdin } = this.#message;
    const output = openOutput(
      outputRing,
      (sent, transfer) => this.#port.post(sent, transfer),
      this.#port.waits,
    );
    const reader = this.#message.lanes && new WordReader();
    const write = (stream: StreamName) => (bytes: Uint8Array) => {
      if (stream === 'stdout') reader?.add(bytes);
      output.write(stream, bytes);
    };
    const writeStderr = write('stderr');
    const read: Uint8Array[] = [];
    const input = this.#openInput();
    const keep = passThrough(input, (size) => {
      const bytes = input(size);
      if (stdin === 'process') read.push(bytes.slice());
      return bytes;
    });
    this.#isFirstRun = true;
    const ended = this.#program!.run(0, { stdin: keep, writeStdout: write('stdout'), writeStderr });
    this.#isFirstRun = false;
    if (reader) this.#words.add({ words: reader.finish(), count: 0, first: 0 });
    const tell = (text: string) => writeStderr(new TextEncoder().encode(`haze: ${text}\n`));
    if (ended.kind === 'stopped') tell(ended.message);
    const { problem, ...changes } = this.#program!.fileChanges();
    if (problem !== undefined) tell(problem);
    for (const name of this.#program!.missingSources())
      tell(`the first run did not create the source ${name}, so changing it had no effect`);
    const end = endWithFiles(ended, problem);
    output.flush();
    this.#message = { ...this.#message, ...(stdin === 'process' ? { stdin: concatenate(read) } : {}) };
    const sources = this.#program!.sources();
    const report = {
      ...(sources ? { sources } : {}),
      ...(this.#message.lanes?.mostLoopPasses ? { loopPasses: this.#program!.countLoopPasses() } : {}),
    };
    this.#port.post({ kind: 'first', end, ...changes, read: concatenate(read), ...report }, []);
    return end;
  }

  #runSilently(run: number, lane: number | undefined): RunEnd {
    const reader = this.#message.lanes && new WordReader();
    const streams = {
      stdin: this.#openInput(),
      writeStdout: reader ? (bytes: Uint8Array) => reader.add(bytes) : ignore,
      writeStderr: ignore,
    };
    const end = this.#program!.run(run, streams, lane);
    // A failed run is reported through its outcome, and its text is ignored.
    const isWhole = end.kind === 'exited' && end.exitStatus === 0;
    if (reader && isWhole) this.#words.add({ words: reader.finish(), count: 1, first: run });
    return end;
  }

  #openInput(): InputSource {
    const { stdin } = this.#message;
    if (stdin !== 'process') return inputFromBytes(stdin);
    if (this.#port.processInput) return this.#port.processInput;
    throw new HazeError('no-process-input', 'A worker cannot read standard input. Pass the input as bytes.');
  }
}

function ignore(): void {}

/** Returns the function that handles a worker's messages for Reference tasks, one task after another. */
export function serveReference(port: ReferencePort): (request: ReferenceRequest) => void {
  const mark = rememberMarks();
  let server: ReferenceServer | undefined;
  return (request) => {
    if (request.kind === 'reference') server = new ReferenceServer(port, request, mark(request));
    else if (request.kind === 'group') server?.runGroup(request.first);
    else server?.runAll(request.first, request.count, request.lanes);
  };
}

/** A compiled program with its marks. */
interface ReadyProgram extends MarkedProgram {
  readonly compiled: WebAssembly.Module;
}

/**
 * Returns a function that marks programs and caches the latest one, because marking often takes longer than a task.
 */
function rememberMarks(): (message: ProgramMessage) => () => ReadyProgram {
  let last: { readonly module: Uint8Array; readonly wish: string; readonly marked: ReadyProgram } | undefined;
  return ({ module, watched, trace, lanes }) =>
    () => {
      const loops = lanes?.mostLoopPasses !== undefined;
      const further = { draws: trace, questions: lanes !== undefined, loops };
      const isMarked = lanes?.areGrouped === true;
      const wish = JSON.stringify({ watched, further, isMarked });
      if (last?.wish !== wish || !areEqual(last.module, module)) {
        // A rewritten program already has its marks.
        const marked = isMarked
          ? { module, originalOffset: (offset: number) => offset }
          : markProgram(module, watched, further);
        checkImports(marked.module);
        const compiled = new WebAssembly.Module(marked.module as BufferSource);
        last = { module, wish, marked: { ...marked, compiled } };
      }
      return last.marked;
    };
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
