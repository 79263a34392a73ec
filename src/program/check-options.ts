// Validates the arguments of library callers before any work starts. JavaScript is untyped, and a silently ignored
// argument would change the build or the run.
import { HazeError } from '../errors/haze-error.ts';
import { maybeNearest } from '../errors/nearest-name.ts';
import type { FileContent, SourceFiles } from '../toolchain/sources/source-files.ts';
import type { SessionRun } from './program-session.ts';
import { DECISION_MODES, type DecisionMode } from './run-and-follow.ts';
import type { BuildOptions, RunOptions } from './run-options.ts';

/** A test for a kind of value, and the kind's name for messages. */
interface Kind {
  readonly words: string;
  readonly has: (value: unknown) => boolean;
}

type KindsOf<Options> = { readonly [Name in keyof Options]-?: Kind };

const TEXT: Kind = { words: 'text', has: (value) => typeof value === 'string' };
const SWITCH: Kind = { words: 'true or false', has: (value) => typeof value === 'boolean' };
const FUNCTION: Kind = { words: 'a function', has: (value) => typeof value === 'function' };
const NUMBER: Kind = { words: 'a number', has: (value) => typeof value === 'number' };
const WHOLE: Kind = { words: 'a whole number', has: (value) => ['number', 'bigint'].includes(typeof value) };
const POSITIVE: Kind = {
  words: 'a number above zero',
  has: (value) => typeof value === 'number' && value > 0,
};
const BYTES_COUNT: Kind = {
  words: 'a number of bytes, zero or more',
  has: (value) => typeof value === 'number' && value >= 0,
};
const TEXTS: Kind = {
  words: 'a list of strings',
  has: (value) => Array.isArray(value) && value.every(TEXT.has),
};
const CONTENT: Kind = {
  words: 'text or bytes (a Uint8Array)',
  has: (value) => typeof value === 'string' || isBytes(value),
};
const WORDS: Kind = {
  words: 'a string or a list of strings',
  has: (value) => TEXT.has(value) || TEXTS.has(value),
};
const FORM: Kind = { words: '"fixed" or "free"', has: (value) => value === 'fixed' || value === 'free' };
const DECISIONS: Kind = {
  words: '"lanes", "particle", "quiet" or "error"',
  has: (value) => DECISION_MODES.includes(value as DecisionMode),
};
const CORE: Kind = {
  words: 'the name of a core, or a custom core',
  has: (value) => typeof value === 'string' || isPlain(value),
};
const OVERRIDES: Kind = {
  words: 'an object of values keyed by source name, such as { voltage: "gauss(5, 0.01)" }',
  has: (value) =>
    isPlain(value) && Object.values(value).every((one) => TEXT.has(one) || typeof one === 'number'),
};
const FILES: Kind = {
  words: 'an object or a Map of text or bytes (Uint8Array), keyed by path',
  has: (value) =>
    maybeEntries(value)?.every(([path, content]) => TEXT.has(path) && CONTENT.has(content)) ?? false,
};
// Tests for members instead of the class, because another realm, such as a test runner's, has its own class with the
// same name.
const SIGNAL: Kind = {
  words: 'an AbortSignal (the signal of an AbortController)',
  has: (value) =>
    typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value,
};

const BUILD_OPTIONS: KindsOf<BuildOptions> = {
  language: TEXT,
  form: FORM,
  configMk: TEXT,
  only: TEXTS,
  directory: TEXT,
  debug: SWITCH,
  onLoad: FUNCTION,
  signal: SIGNAL,
};

const RUN_OPTIONS: KindsOf<RunOptions> = {
  core: CORE,
  arguments: WORDS,
  files: FILES,
  stdin: CONTENT,
  inheritStdin: SWITCH,
  seed: WHOLE,
  timeLimitSeconds: NUMBER,
  outputLimitBytes: BYTES_COUNT,
  runs: NUMBER,
  runTimeLimitSeconds: POSITIVE,
  plain: SWITCH,
  collectAlways: SWITCH,
  trace: SWITCH,
  lines: SWITCH,
  sources: OVERRIDES,
  decisions: DECISIONS,
  accuracy: POSITIVE,
  figures: SWITCH,
  onStdout: FUNCTION,
  onStderr: FUNCTION,
  onAnswer: FUNCTION,
  signal: SIGNAL,
};

const { trace, onStdout, onStderr, signal, seed, timeLimitSeconds, sources } = RUN_OPTIONS;
const SESSION_OPTIONS: KindsOf<SessionRun> = {
  trace,
  onStdout,
  onStderr,
  signal,
  seed,
  timeLimitSeconds,
  sources,
};

/** @throws HazeError `usage`, naming the option */
export function checkBuildOptions(options: BuildOptions): void {
  checkOptions('build', options, BUILD_OPTIONS);
}

/** @throws HazeError `usage`, naming the option */
export function checkRunOptions(call: 'run' | 'open', options: RunOptions): void {
  checkOptions(call, options, RUN_OPTIONS);
}

/** @throws HazeError `usage`, naming the option */
export function checkSessionOptions(options: SessionRun): void {
  checkOptions('session.run', options, SESSION_OPTIONS);
}

/** @throws HazeError `usage` if the argument is not a program */
export function checkSources(given: string | SourceFiles, call = 'build'): void {
  if (typeof given === 'string') return;
  if (isBytes(given)) {
    throw usage(
      `${call} needs text, or files keyed by path, not bytes: decode them, or name the file they belong to: { "main.c": bytes }`,
    );
  }
  const entries = maybeEntries(given);
  if (!entries)
    throw usage(`${call} needs the text of a program, or files keyed by path, not ${describe(given)}`);
  for (const [path, content] of entries) {
    if (!TEXT.has(path)) throw usage(`${call}: the path of a file must be text, not ${describe(path)}`);
    if (!CONTENT.has(content))
      throw usage(`${call}: the file "${path}" must be ${CONTENT.words}, not ${describe(content)}`);
  }
}

/** @throws HazeError `usage` if the argument is not a module */
export function checkModule(call: 'run' | 'open', given: Uint8Array): void {
  if (isBytes(given)) return;
  const isResult = typeof given === 'object' && given !== null && 'log' in given;
  if (isResult) throw usage(`${call} needs the module from a build: built.module, if built.ok is true`);
  throw usage(
    `${call} needs the module from a build, a Uint8Array, not ${describe(given)}. Check built.ok first: a program that does not compile has a log but no module`,
  );
}

function checkOptions(call: string, options: object, kinds: Readonly<Record<string, Kind>>): void {
  if (!isPlain(options)) throw usage(`${call}: options must be an object, not ${describe(options)}`);
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) {
      const nearest = maybeNearest(name, Object.keys(kinds));
      const guess = nearest === undefined ? '' : `. Did you mean "${nearest}"?`;
      throw usage(`${call}: unknown option "${name}"${guess}`);
    }
    if (value === undefined || kind.has(value)) continue;
    throw usage(`${call}: "${name}" is ${kind.words}, not ${describe(value)}`);
  }
}

/** Paths and contents; undefined if the argument is not a table of files. */
function maybeEntries(given: unknown): [unknown, unknown][] | undefined {
  if (given instanceof Map) return [...(given as ReadonlyMap<unknown, FileContent>)];
  return isPlain(given) ? Object.entries(given) : undefined;
}

/** Tests for an object literal, from this realm or another. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}

const SHOWN_CHARACTERS = 40;

function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHOWN_CHARACTERS));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return String(value);
  const { name = 'Object' } = (value.constructor ?? {}) as { name?: string };
  return name === 'Object' ? 'an object' : `an object of the class ${name}`;
}

function usage(sentence: string): HazeError {
  return new HazeError('usage', `${sentence}${sentence.endsWith('?') ? '' : '.'}`);
}
