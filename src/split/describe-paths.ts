// Describes the paths of draws that differ from the leading run: other outcomes, other text, values that only some
// draws print. The description is available as data and as sentences for the user.

import { countOf } from '../errors/count-of.ts';
import type { ReferenceFigures } from '../reference/crew/describe-reference.ts';
import type { CollectedValue } from '../reference/values/collected-values.ts';
import { FURTHER_WORDS, type WordTally } from '../reference/values/printed-words.ts';
import { MAX_PLACES } from '../reference/values/value-recorder.ts';
import { readDraws } from './joined-values.ts';

/** Draws that ended differently from the leading run. */
export interface OtherEnd {
  /** Description, such as "exited with status 3". */
  readonly reason: string;
  /** Fraction of the draws. */
  readonly share: number;
}

/** Draws that printed different text. */
export interface OtherWords {
  readonly share: number;
  /** The first line that differs, and the leading run's line in its place; undefined if there are too many variants. */
  readonly example?: { readonly line: string; readonly instead: string };
}

/** A printed value that not every draw prints. */
export interface PartialValue {
  /** Mean over the draws that print the value; the particle's number if no draw prints it. */
  readonly mean: number;
  readonly share: number;
}

/** Paths that a run's draws took. */
export interface RunPaths {
  /**
   * Time limit that the particle's path reached, in seconds. If set, the text, files and exit status come from another
   * draw.
   */
  readonly endlessSeconds?: number;
  /**
   * Number of values on the particle's path if it did not terminate: at least a hundred times as many as on another
   * draw's path.
   */
  readonly endlessValues?: number;
  /** Number of draws that ran to completion, out of `draws`. */
  readonly followed: number;
  readonly draws: number;
  /** Time limit, if the run reached it. */
  readonly timeLimitSeconds?: number;
  readonly ends: readonly OtherEnd[];
  readonly words: readonly OtherWords[];
  readonly partialValues: readonly PartialValue[];
  /** Number of values that are missing from the output because only other draws print them. */
  readonly unshownValues: number;
  /** Number of passes over the draws: one, or several if the program queries distributions. */
  readonly passes: number;
  /** True if every query of a distribution was answered from the draws that made the query. */
  readonly isSettled: boolean;
  /** Sentences for the user about all of the above. */
  readonly notices: readonly string[];
}

interface Facts
  extends Pick<RunPaths, 'endlessSeconds' | 'endlessValues' | 'passes' | 'isSettled' | 'notices'> {
  readonly laneCount: number;
  readonly figures: ReferenceFigures;
  readonly words: readonly WordTally[];
  readonly values: readonly CollectedValue[];
}

/** Maximum number of entries of each kind in the sentences. */
const MOST_TOLD = 3;

export function describePaths(facts: Facts): RunPaths {
  const { laneCount, figures, passes, isSettled } = facts;
  const followed = figures.runs - 1;
  const lead = facts.words.find(({ first }) => first === 0);
  const ends = figures.failures
    .map(({ reason, count, first }) => ({ reason, share: (count - (first === 0 ? 1 : 0)) / followed, first }))
    .filter(({ share, first }) => share > 0 && first !== 0)
    .map(({ reason, share }) => ({ reason, share }));
  const led = facts.values.filter(({ isLed }) => isLed);
  const partialValues = led
    .filter(({ runs }) => runs - 1 < followed)
    .map((value) => ({ mean: meanOf(readDraws(value)), share: (value.runs - 1) / followed }));
  const paths = {
    followed,
    draws: laneCount,
    ends,
    partialValues,
    passes,
    isSettled,
    ...(facts.endlessSeconds === undefined ? {} : { endlessSeconds: facts.endlessSeconds }),
    ...(facts.endlessValues === undefined ? {} : { endlessValues: facts.endlessValues }),
    ...(figures.timeLimitSeconds === undefined
      ? {}
      : { timeLimitSeconds: Math.round(figures.timeLimitSeconds) }),
    words: facts.words
      .filter((tally) => tally !== lead && tally.count > 0)
      .map((tally) => describeWords(tally, lead, followed)),
    unshownValues: facts.values.length - led.length,
  };
  const notices = [
    ...endlessSentence(facts),
    ...sentences(paths),
    ...stuckSentence(figures),
    ...roomSentences(figures),
    ...facts.notices,
  ];
  return { ...paths, notices };
}

function endlessSentence({ endlessSeconds, endlessValues }: Facts): string[] {
  if (endlessSeconds === undefined && endlessValues === undefined) return [];
  const limit = endlessSeconds === undefined ? `${endlessValues} values` : `${endlessSeconds} s`;
  return [
    `the particle's path did not finish within ${limit}: the text, files and exit status come from another draw`,
  ];
}

function stuckSentence({ stuck, stuckAfterSeconds, runs }: ReferenceFigures): string[] {
  if (stuck.count === 0) return [];
  const share = stuck.count / (stuck.count + runs - 1);
  return [`${percent(share)} of the draws did not finish within ${stuckAfterSeconds} s and are omitted`];
}

function roomSentences({ droppedValues, keptEach }: ReferenceFigures): string[] {
  const dropped =
    droppedValues === 0
      ? []
      : [
          `only the first ${MAX_PLACES} values and queries of a program are joined, and this program has more: later values have no distribution, and later queries are answered for single draws`,
        ];
  const thinned =
    keptEach === 1
      ? []
      : [`values combine only one draw in ${keptEach}, because there is not enough memory for all draws`];
  return [...dropped, ...thinned];
}

function sentences(paths: Omit<RunPaths, 'notices'>): string[] {
  const { followed, draws, timeLimitSeconds } = paths;
  const limit =
    timeLimitSeconds === undefined
      ? []
      : [
          `${followed} of ${draws} draws were followed within the time limit of ${timeLimitSeconds} s: values come from these draws`,
        ];
  const ends = paths.ends.map(({ reason, share }) => `${percent(share)} of the draws ${reason}`);
  const words = paths.words.map(({ share, example }) =>
    example
      ? `${percent(share)} of the draws print "${example.line}" instead of "${example.instead}"`
      : `${percent(share)} of the draws print different text`,
  );
  const partial = paths.partialValues.map(({ mean, share }) =>
    share === 0
      ? `no draw prints the value near ${shorten(mean)}: only the particle's path prints it`
      : `${percent(share)} of the draws print the value near ${shorten(mean)}; its distribution covers only these draws`,
  );
  const unshown =
    paths.unshownValues === 0
      ? []
      : [
          `${countOf(paths.unshownValues, 'value')} that other draws print ${paths.unshownValues === 1 ? 'is' : 'are'} not shown`,
        ];
  const unsettled = paths.isSettled
    ? []
    : [
        `the results of queries still changed after ${paths.passes} passes: anything that depends on them is unreliable`,
      ];
  return [...limit, ...few(ends), ...few(words), ...few(partial), ...unshown, ...unsettled];
}

function few(lines: readonly string[]): string[] {
  if (lines.length <= MOST_TOLD) return [...lines];
  return [...lines.slice(0, MOST_TOLD), `and ${lines.length - MOST_TOLD} more of this kind`];
}

function describeWords(tally: WordTally, lead: WordTally | undefined, followed: number): OtherWords {
  const share = tally.count / followed;
  if (tally.words === FURTHER_WORDS || !lead) return { share };
  const [lines, own] = [tally.words.split('\n'), lead.words.split('\n')];
  const at = lines.findIndex((line, i) => line !== own[i]);
  const line = lines[at < 0 ? lines.length : at] ?? '';
  const instead = own[at < 0 ? lines.length : at] ?? '';
  return { share, example: { line: clip(line), instead: clip(instead) } };
}

const LONGEST_LINE = 60;

function clip(line: string): string {
  const text = line.trim();
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}

/**
 * Formats a fraction as a percentage with three digits; a fraction strictly between 0 and 1 never prints as 0 % or 100
 * %.
 */
export function percent(share: number): string {
  const value = 100 * share;
  if (share > 0 && value < 0.1) return 'less than 0.1 %';
  if (share < 1 && value > 99.9) return 'more than 99.9 %';
  return `${Number(value.toPrecision(3))} %`;
}

/** Formats a number with at most six digits. */
export function shorten(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Mean of the draws; if no draw has the value, the number that the leading run prints. */
function meanOf({ draws, printed }: ReturnType<typeof readDraws>): number {
  if (draws.length === 0) return printed!;
  let sum = 0;
  for (const draw of draws) sum += draw;
  return sum / draws.length;
}
