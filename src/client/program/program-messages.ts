// Messages for a program that is built and run in one step, without a service: request, events, end. All messages are
// plain data, so that they can be sent between the frames of a page.

import type { DecidedLine } from '../../program/places/decided-lines.ts';
import type { RunEnd, RunStatistics } from '../../runtime/running/run-outcome.ts';
import type { LoadProgress } from '../../toolchain/clang/clang.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import type { Language } from '../../toolchain/sources/language.ts';
import type { LabAnswer, LabStep, LabWish } from './program-lab.ts';
import { maybeProgramSeed, type ProgramSeed } from './program-seed.ts';

export type { DecidedLine };

export interface ProgramRequest {
  readonly source: string;
  /** Files that are built together with the source, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that the program finds in its working directory, by path. */
  readonly data?: DataContents;
  readonly language: Language;
  /** Name or CoreID of a default core. */
  readonly core: string;
  /** Arguments, in a form that a shell would split. */
  readonly arguments: string;
  readonly stdin: string;
  /** Determines every random number of the run. */
  readonly seed: ProgramSeed;
  /** File with the module built from this program (page-module.ts), which runs without the compiler. */
  readonly module?: Uint8Array;
}

/** Strings or bytes by path. */
export type DataContents = Readonly<Record<string, string | Uint8Array>>;

const LANGUAGES: readonly Language[] = ['C', 'C++', 'Fortran'];

/** Parses a request from an untrusted sender; undefined if it is invalid. */
export function maybeProgramRequest(data: unknown): ProgramRequest | undefined {
  const {
    source,
    files,
    data: given,
    language,
    core,
    arguments: words,
    stdin,
    seed: wanted,
    module,
  } = (data ?? {}) as Partial<Record<string, unknown>>;
  if (typeof source !== 'string' || typeof core !== 'string') return undefined;
  const texts = files === undefined ? undefined : maybeTexts(files);
  if (files !== undefined && !texts) return undefined;
  const contents = given === undefined ? undefined : maybeContents(given);
  if (given !== undefined && !contents) return undefined;
  const seed = typeof wanted === 'string' ? undefined : maybeProgramSeed(wanted);
  if (typeof words !== 'string' || typeof stdin !== 'string' || seed === undefined) return undefined;
  const known = LANGUAGES.find((name) => name === language);
  if (!known || (module !== undefined && !(module instanceof Uint8Array))) return undefined;
  const shared = withoutUndefined({ files: texts, data: contents, module });
  return { source, ...shared, language: known, core, arguments: words, stdin, seed };
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Parses a record of strings from an untrusted sender; undefined if it is invalid. */
export const maybeTexts = recordOf((text) => typeof text === 'string');

/** Parses a record of strings and bytes from an untrusted sender; undefined if it is invalid. */
export const maybeContents = recordOf(
  (content): content is string | Uint8Array => typeof content === 'string' || content instanceof Uint8Array,
);

function recordOf<Value>(isValue: (value: unknown) => value is Value) {
  return (data: unknown): Readonly<Record<string, Value>> | undefined => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
    const given = Object.entries(data);
    return given.every((entry): entry is [string, Value] => isValue(entry[1]))
      ? Object.fromEntries(given)
      : undefined;
  };
}

/** A program's events, in chronological order. */
export type ProgramEvent =
  /** The compiler's download, which happens only once. Progress is counted in compressed bytes. */
  | ({ readonly kind: 'loading' } & LoadProgress)
  /** Waiting, because another program is being built or many other programs are running. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'building' }
  | { readonly kind: 'running'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly text: string };

export type ProgramEnd =
  | {
      readonly kind: 'not-built';
      /** The first error, on one line. */
      readonly problem: string;
      readonly log: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly kind: 'ran';
      readonly end: RunEnd;
      readonly statistics: RunStatistics;
      readonly buildTimeMs: number;
      /** Comparisons and conversions on which draws disagree. */
      readonly decisions?: readonly DecidedLine[];
    };

/** Parses a lab request from an untrusted sender; undefined if it is invalid. */
export function maybeLabWish(data: unknown): LabWish | undefined {
  const { trace, lanes, sources, lines, figures } = (data ?? {}) as Partial<Record<string, unknown>>;
  if (typeof trace !== 'boolean') return undefined;
  if (lines !== undefined && typeof lines !== 'boolean') return undefined;
  if (figures !== undefined && typeof figures !== 'boolean') return undefined;
  if (lanes !== undefined && !Number.isSafeInteger(lanes)) return undefined;
  if (sources !== undefined && (typeof sources !== 'object' || sources === null)) return undefined;
  const given = Object.entries(sources ?? {});
  if (!given.every(([, value]) => typeof value === 'string' || typeof value === 'number')) return undefined;
  const wish = { trace, lines, figures, lanes, sources: sources && Object.fromEntries(given) };
  return withoutUndefined(wish) as unknown as LabWish;
}

export interface ProgramRunner {
  /** Loads everything that every run needs, ahead of a likely run. The run reports any failure. */
  prepare(): void;
  /** Loads the compiler once the reader has begun to edit the program. The next run reports any failure. */
  warm(request?: ProgramRequest): void;
  /**
   * Reruns a program, either with its draws saved or with other sources, and keeps the program ready.
   * @throws HazeError errors of ProgramLab; the signal's reason
   */
  ask(
    request: ProgramRequest,
    wish: LabWish,
    onStep: (step: LabStep) => void,
    signal: AbortSignal,
  ): Promise<LabAnswer>;
  /**
   * Builds and runs a program. An error in the program is a result.
   * @throws HazeError for all other errors: `unknown-core`, a failed download; the signal's reason
   */
  run(
    request: ProgramRequest,
    onEvent: (event: ProgramEvent) => void,
    signal: AbortSignal,
  ): Promise<ProgramEnd>;
}
