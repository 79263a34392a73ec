// Checks messages from a task's process, which a hostile program may control: each message must have a known shape
// and come at the right time. The server itself counts bytes, figures and time.
import type {
  ProgramMessage,
  ReferenceAnswer,
  ReferenceRequest,
} from '../../reference/program/reference-messages.ts';
import { outputEnd } from '../../runtime/running/abnormal-ends.ts';
import type { RunMessage, StartMessage } from '../../runtime/running/run-messages.ts';
import type { StopCode } from '../../runtime/running/run-outcome.ts';
import { MOST_TRACE_BYTES } from '../../uncertainty/sources/run-trace.ts';
import { BlockCheck } from './check-blocks.ts';
import { isEnd, isFrames } from './end-shapes.ts';
import type { Frame, FrameBounds } from './frames.ts';
import {
  type Is,
  isAmount,
  isBoolean,
  isInstance,
  isList,
  isNumber,
  isOneOf,
  isRecord,
  isText,
  isTrue,
  isWhole,
} from './shapes.ts';

/** Terminates a task whose process broke the protocol. */
export class Breach extends Error {
  readonly code: StopCode;

  constructor(message: string, code: StopCode = 'internal') {
    super(message);
    this.code = code;
  }
}

/** Maximum number of calls per millisecond: a call takes at least five nanoseconds on any processor. */
const CALLS_PER_MS = 1e6;
/** Allowance for calls that take less time than any clock can resolve. */
const CALLS_AT_ONCE = 1e6;
const CLOCK_MS = 1;
/** Margin for the runtime's messages, which follow a program's output. */
const MARGIN_BYTES = 64 * 1024;
const MOST_NAMES = 200_000;
const LONGEST_PATH = 4096;
const LONGEST_TEXT = 64 * 1024;
/** Maximum size of a message that contains the values of runs, lists of names, and figures. */
const MESSAGE_BYTES = 128 * 2 ** 20;
const MESSAGE_VALUES = 2 ** 20;
/** Maximum number of values in a traced run's message; each source takes about ten. */
const TRACED_VALUES = 2 ** 22;

const isPath: Is = (value) =>
  isText(LONGEST_PATH)(value) &&
  !(value as string).includes('\0') &&
  (value as string).split('/').every((name) => name !== '' && name !== '.' && name !== '..');

const SOURCE = {
  kind: isText(32),
  frames: isFrames,
  text: isText(LONGEST_TEXT),
};
const SOMETIMES = {
  input: isText(Number.POSITIVE_INFINITY),
  family: isText(64),
  parameters: isList(isNumber, 16),
  mean: isNumber,
};
const isColumn = isInstance(Float64Array);
const SOURCES = isRecord({
  sources: isList(isRecord({ ...SOURCE, nth: isWhole(0) }, SOMETIMES)),
  leftOut: isWhole(0),
});
const TRACE = isRecord(
  {
    laneCount: isWhole(0, 2 ** 24),
    sources: isList(
      isRecord(
        { ...SOURCE, number: isWhole(0), columns: isList(isColumn) },
        { ...SOMETIMES, standardDeviation: isNumber },
      ),
    ),
    values: isList(
      isRecord(
        {
          text: isText(LONGEST_TEXT),
          frames: isFrames,
          mean: isNumber,
          standardDeviation: isNumber,
          sources: isList(isWhole(0)),
        },
        { lanes: isColumn },
      ),
    ),
    sourcesLeftOut: isWhole(0),
    valuesLeftOut: isWhole(0),
  },
  { areRuns: isTrue, areLanes: isTrue },
);

const OPERAND = isRecord({ particle: isNumber, isUncertain: isBoolean });
const DECISION = isRecord(
  { kind: isText(16), frames: isFrames, operands: isList(OPERAND, 2) },
  { probability: isAmount(1), comparison: isText(16), rounding: isText(16), followed: isBoolean },
);
const MOST_DECISIONS = 1000;
const DECISIONS = isRecord({ decisions: isList(DECISION, MOST_DECISIONS), leftOut: isWhole(0) });

/** Result of a run that tracks the draws; only the size of its message is limited. */
const isBytes = isInstance(Uint8Array);
const STREAMS = isRecord({ stdout: isBytes, stderr: isBytes });
const HELD = {
  passed: STREAMS,
  held: STREAMS,
  notices: isList(isText(LONGEST_TEXT), 1000),
  ending: isList(isText(LONGEST_TEXT), 1000),
  input: isBytes,
};
const ANSWER = isRecord({ kind: isText(16), value: isNumber, error: isNumber, unit: isAmount(100) });
const MIXED = isRecord(
  { ...HELD, made: isColumn, answers: isColumn, knownAnswers: isList(ANSWER) },
  { refusal: isText(LONGEST_TEXT) },
);
const COARSE = isRecord({
  ...HELD,
  excess: isAmount(Number.MAX_VALUE),
  said: isList(isText(LONGEST_TEXT), 1000),
});

type Step = 'new' | 'sent' | 'begun' | 'ended';

/** Checks messages to and from a process, and throws a `Breach` if one is invalid. */
export class AnswerCheck {
  #start: StartMessage | ProgramMessage | undefined;
  #step: Step = 'new';
  #sentMs = 0;
  #blocks: BlockCheck | undefined;
  #hasFirst = false;
  #news = 0;
  #readBytes = 0;
  readonly #written = { stdout: 0, stderr: 0 };

  /** True until the process reports that its program has begun. */
  get isSilent(): boolean {
    return this.#step === 'new' || this.#step === 'sent';
  }

  /** Records a message sent to the process; returns bounds on the messages that the process may send in reply. */
  send(message: StartMessage | ReferenceRequest): FrameBounds | undefined {
    if (message.kind === 'runs' || message.kind === 'group') {
      this.#blocks?.ask(message);
      return undefined;
    }
    this.#start = message;
    this.#step = 'sent';
    this.#sentMs = performance.now();
    if (message.kind === 'reference') this.#blocks = new BlockCheck(message);
    return {
      messageBytes: MESSAGE_BYTES + this.#fileBytes(message) + (message.trace ? MOST_TRACE_BYTES : 0),
      messageValues: message.trace ? TRACED_VALUES : MESSAGE_VALUES,
    };
  }

  /** @throws Breach */
  take(frame: Frame): RunMessage | ReferenceAnswer {
    if (frame.kind === 'output') return this.#takeOutput(frame);
    const message = frame.message as RunMessage | ReferenceAnswer;
    const isRun = this.#start?.kind === 'start';
    const step = this.#step;
    switch (message?.kind) {
      case 'started':
      case 'ready':
        this.#require(
          step === 'sent' && isRun === (message.kind === 'started') && isRecord(ANY_KIND)(message),
        );
        this.#step = 'begun';
        break;
      case 'news':
        this.#require(isRun && step === 'begun' && this.#isNews(message));
        break;
      case 'end':
        // A program that cannot be instantiated finishes before it begins.
        this.#require(isRun && (step === 'begun' || step === 'sent') && this.#isRunEnd(message));
        this.#step = 'ended';
        break;
      case 'refused':
        this.#require(!isRun && step === 'sent' && isRecord({ ...ANY_KIND, end: isEnd })(message));
        this.#step = 'ended';
        break;
      case 'first':
        this.#require(step === 'begun' && this.#isInFirstRun && this.#isFirst(message));
        this.#hasFirst = true;
        break;
      case 'block': {
        const tookMs = this.#elapsedMs();
        this.#require(
          step === 'begun' && this.#blocks?.take(message, { tookMs, isCalls: this.#isCalls }) === true,
        );
        break;
      }
      default:
        this.#require(false);
    }
    return message;
  }

  /** True during the run whose output, files and sources are used. */
  get #isInFirstRun(): boolean {
    return this.#blocks?.isInFirstRun === true && !this.#hasFirst;
  }

  #require(isRight: boolean): asserts isRight {
    if (!isRight) throw new Breach('it sent a message that no program sends at that point');
  }

  #takeOutput(frame: Frame & { readonly kind: 'output' }): RunMessage {
    const { stream, bytes } = frame;
    const isOpen = this.#step === 'sent' || this.#step === 'begun';
    this.#require(isOpen && (this.#start?.kind === 'start' || this.#isInFirstRun));
    this.#written[stream] += bytes.length;
    const { outputLimitBytes } = this.#start!;
    if (this.#written[stream] > outputLimitBytes + MARGIN_BYTES) {
      const end = outputEnd(stream, outputLimitBytes);
      throw new Breach(end.kind === 'stopped' ? end.message : '', 'output-limit');
    }
    return frame;
  }

  #elapsedMs(): number {
    return performance.now() - this.#sentMs + CLOCK_MS;
  }

  get #isCalls(): Is {
    return isWhole(0, CALLS_AT_ONCE + Math.ceil(CALLS_PER_MS * this.#elapsedMs()));
  }

  #isRunEnd(message: unknown): boolean {
    const { trace, sources, followsDraws, accuracy } = this.#start as StartMessage;
    const isCalls = this.#isCalls;
    return isRecord(
      {
        ...ANY_KIND,
        end: isEnd,
        statistics: isRecord({
          executionTimeMs: isAmount(this.#elapsedMs()),
          hookCalls: isCalls,
          records: isCalls,
        }),
        ...this.#files,
      },
      {
        ...MISSED,
        decisions: DECISIONS,
        ...(trace ? { trace: TRACE } : {}),
        ...(sources ? { sources: SOURCES } : {}),
        ...(followsDraws ? { mixed: MIXED } : {}),
        ...(accuracy === undefined ? {} : { coarse: COARSE }),
      },
    )(message);
  }

  /**
   * Checks a running program's decisions, and the standard input that the program has read since. The program can never
   * read more than it received.
   */
  #isNews(message: Extract<RunMessage, { kind: 'news' }>): boolean {
    const { followsDraws, accuracy, stdin } = this.#start as StartMessage;
    const isWatched = followsDraws || accuracy !== undefined;
    const mixed: Readonly<Record<string, Is>> = isWatched ? { mixed: MIXED } : {};
    if (
      !isRecord(ANY_KIND, { decision: DECISION, input: isBytes, madeValues: isWhole(0), ...mixed })(message)
    )
      return false;
    const readBytes = message.input?.length ?? 0;
    this.#readBytes += readBytes;
    if (readBytes === 0) this.#news += 1;
    return this.#readBytes <= stdin.length && this.#news <= MOST_DECISIONS;
  }

  #isFirst(message: unknown): boolean {
    const isRead = isInstance(Uint8Array);
    const sources: Readonly<Record<string, Is>> = this.#start?.sources ? { sources: SOURCES } : {};
    return isRecord(
      { ...ANY_KIND, end: isEnd, ...this.#files, read: isRead },
      { ...MISSED, ...sources, loopPasses: isWhole(0) },
    )(message);
  }

  get #files(): Readonly<Record<string, Is>> {
    const { files: given } = this.#start!;
    const mostBytes = this.#fileBytes(this.#start!);
    const files: Is = (value) => {
      if (!(value instanceof Map) || value.size > MOST_NAMES) return false;
      let bytes = 0;
      for (const [path, content] of value as Map<unknown, unknown>) {
        if (!isPath(path) || !(content instanceof Uint8Array)) return false;
        bytes += content.length;
      }
      return bytes <= mostBytes;
    };
    return { files, removedFiles: isList(isOneOf(given.keys()), given.size) };
  }

  /** Maximum total size of the files that a program leaves behind. */
  #fileBytes({ core, files }: StartMessage | ProgramMessage): number {
    let bytes = core.MemorySize;
    for (const content of files.values()) bytes += content.length;
    return bytes;
  }
}

const ANY_KIND = { kind: isText(16) };
const MISSED = { missedFiles: isList(isText(LONGEST_PATH), 16) };
