// A run's decisions on which draws disagree, with the decisions' source lines and sentences for the user.

import { countOf } from '../../errors/count-of.ts';
import { percent, shorten } from '../../split/describe-paths.ts';
import { maybeOwnPlace, type SourcePlace } from '../../toolchain/clang/source-place.ts';
import type { SourceFiles } from '../../toolchain/sources/source-files.ts';
import type { Comparison } from '../../uncertainty/core/operations.ts';
import { ROUND } from '../../uncertainty/distributions/decisions.ts';
import type { DecidedOperand, DecisionReport, RunDecision } from '../../uncertainty/sources/run-decisions.ts';
import type { PlacedProgram, PlacesOf } from './find-places.ts';
import { placeCalls } from './place-trace.ts';

type Placed<Each> = Each extends RunDecision
  ? Omit<Each, 'frames'> & { readonly calls: readonly SourcePlace[] }
  : never;

/** A decision with its calls, innermost first; the list is empty without debug information. */
export type PlacedDecision = Placed<RunDecision>;

export interface PlacedDecisions {
  readonly decisions: readonly PlacedDecision[];
  /** Number of further locations omitted from the list. */
  readonly leftOut: number;
}

/** Maximum number of locations described in the text for the user. */
const MOST_TOLD = 5;
const SYMBOLS: Readonly<Record<Comparison, string>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
};

/** Finds the lines of decisions. If several decisions share a location, only the first is retained. */
export async function placeDecisions(
  { decisions, leftOut }: DecisionReport,
  program: PlacedProgram,
  placesOf: PlacesOf,
): Promise<PlacedDecisions> {
  const callsOf = await placeCalls(decisions, program, placesOf);
  const seen = new Set<string>();
  const placed = decisions
    .map(({ frames, ...decision }): PlacedDecision => ({ ...decision, calls: callsOf(frames) }))
    .filter((decision) => {
      const place = maybeOwnPlace(decision.calls);
      if (!place) return true;
      const key = `${place.file}:${place.line}:${place.column}`;
      return !seen.has(key) && seen.add(key);
    });
  return { decisions: placed, leftOut };
}

/** Effect of the decisions on the values. */
export interface ToldDecisions {
  /** Advice on how to follow every draw; undefined if that is impossible. */
  readonly remedy: string | undefined;
  /** True if the values still represent every draw. */
  readonly isFollowed: boolean;
}

/** Lines that tell the user which decisions followed the particle. */
export function describeDecisions(
  { decisions, leftOut }: PlacedDecisions,
  sources: SourceFiles | undefined,
  { remedy, isFollowed }: ToldDecisions,
): string[] {
  const told = decisions.slice(0, MOST_TOLD).map((decision) => describeDecision(decision, sources));
  const others = decisions.length + leftOut - told.length;
  const lines = [...told, ...(others > 0 ? [`${countOf(others, 'more decision')} of this kind`] : [])];
  if (isFollowed) return lines;
  return [
    ...lines,
    `the draws of a value disagree there, and later values come from only one path${remedy === undefined ? '' : `: ${remedy}`}`,
  ];
}

/** Describes one decision in a sentence. */
function describeDecision(decision: PlacedDecision, sources: SourceFiles | undefined): string {
  const place = maybeOwnPlace(decision.calls);
  const where = place ? `${place.file}:${place.line}: ` : '';
  if (decision.kind === 'parameter') {
    const particle = shorten(decision.operands[0].particle);
    return `${where}a distribution parameter near ${particle} is uncertain; the distribution was created with ${particle}`;
  }
  if (decision.kind === 'bits') {
    const particle = shorten(decision.operands[0].particle);
    return `${where}the program computes with the bits of a value near ${particle}, which differ between draws; it continued with the bits of ${particle}`;
  }
  const share = percent(decision.probability);
  if (decision.kind === 'conversion') {
    const [{ particle }] = decision.operands;
    const what =
      decision.rounding === 'exponent'
        ? `the exponent of a value near ${shorten(particle)} is the same`
        : `a value near ${shorten(particle)} becomes ${ROUND[decision.rounding](particle)}`;
    return `${where}${what} for ${share} of the draws; the program continued with this result`;
  }
  const text = (place && maybeCondition(place, sources)) ?? nameComparison(decision);
  const followed = decision.followed ? 'does' : 'does not';
  return `${where}\`${text}\` holds for ${share} of the draws; the program went on as if it ${followed}`;
}

function nameComparison({ comparison, operands }: Extract<PlacedDecision, { kind: 'comparison' }>): string {
  const [left, right] = operands.map(nameOperand);
  return `${left} ${SYMBOLS[comparison]} ${right}`;
}

function nameOperand({ particle, isUncertain }: DecidedOperand): string {
  return isUncertain ? `(value near ${shorten(particle)})` : shorten(particle);
}

const LONGEST_CONDITION = 60;
const STOPS = /[;,?:{}&|]/;

/** The comparison at a location in the source, extended from its operator to include both operands. */
function maybeCondition(
  { file, line, column }: SourcePlace,
  sources: SourceFiles | undefined,
): string | undefined {
  const content =
    sources && (sources instanceof Map ? sources.get(file) : (sources as Record<string, unknown>)[file]);
  if (content === undefined) return undefined;
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content as Uint8Array);
  const written = text.split('\n')[line - 1];
  if (written === undefined || !/^[<>=!/.]/.test(written.slice(column - 1))) return undefined;
  const left = leftOf(written, column - 1);
  const right = rightOf(written, column - 1);
  const condition = written
    .slice(left, right)
    .trim()
    .replace(/^return\b\s*/, '');
  return condition === '' || condition.length > LONGEST_CONDITION ? undefined : condition;
}

function leftOf(text: string, operator: number): number {
  let depth = 0;
  for (let at = operator - 1; at >= 0; at--) {
    const letter = text[at]!;
    if (letter === ')' || letter === ']') depth++;
    else if (letter === '(' || letter === '[') depth--;
    if (depth < 0 || (depth === 0 && (STOPS.test(letter) || isAssignment(text, at)))) return at + 1;
  }
  return 0;
}

function isAssignment(text: string, at: number): boolean {
  return text[at] === '=' && text[at + 1] !== '=' && !/[<>=!]/.test(text[at - 1] ?? '');
}

function rightOf(text: string, operator: number): number {
  let depth = 0;
  for (let at = operator; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '(' || letter === '[') depth++;
    else if (letter === ')' || letter === ']') depth--;
    if (depth < 0 || (depth === 0 && STOPS.test(letter))) return at;
  }
  return text.length;
}
