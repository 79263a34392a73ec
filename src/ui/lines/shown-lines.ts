// Line values as shown to readers: a line's last value, the number and range if there are several, and the decisions
// on which draws disagree.
import type { LineValue } from '../../client/program/program-lab.ts';
import type { DecidedLine } from '../../client/program/program-messages.ts';
import { formatNumber } from '../../plot/distributions/format-value.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { splitOutput } from '../../plot/printed/output-pieces.ts';
import type { UxValue } from '../../uncertainty/core/ux-text.ts';

/** Value shown at the end of a line. */
export interface ShownLine {
  /** 1-based line number. */
  readonly line: number;
  /** Mean and standard deviation as text; '' for a line that has only a decision. */
  readonly shown: string;
  readonly value: UxValue | undefined;
  /** Number and range of the values if there are several; '' if there is only one. */
  readonly several: string;
  /**
   * Fraction of the draws that the value represents, if some draws took a different path; '' if it represents all of
   * them.
   */
  readonly way: string;
  /** Fraction of the draws for which a decision is true; '' if there is no decision. */
  readonly decision: string;
  /** Tooltip that explains everything at the end of the line. */
  readonly title: string;
}

const RANGE_DIGITS = 3;

/** The lines of one file, in order. */
export function showLines(values: readonly LineValue[], decisions: readonly DecidedLine[]): ShownLine[] {
  const numbers = [...values, ...decisions].map(({ line }) => line);
  return [...new Set(numbers)]
    .sort((one, other) => one - other)
    .map((line) => {
      const value = values.find((one) => one.line === line);
      const decision = decisions.find((one) => one.line === line);
      return { line, ...describeValue(value), ...describeDecision(value, decision) };
    });
}

function describeValue(given: LineValue | undefined): Pick<ShownLine, 'shown' | 'value' | 'several' | 'way'> {
  const piece = given && splitOutput(given.text).find(({ kind }) => kind === 'value');
  if (piece?.kind !== 'value') return { shown: '', value: undefined, several: '', way: '' };
  const { count, lowest, highest, share } = given!;
  const range = [lowest, highest].map((mean) => formatNumber(mean, RANGE_DIGITS));
  const isSpread = !distributionOfUx(piece.value).isPlain;
  return {
    shown: piece.shown,
    value: isSpread ? piece.value : undefined,
    several: count === 1 ? '' : `${count.toLocaleString('en')} values, ${[...new Set(range)].join(' to ')}`,
    way: share === undefined ? '' : share === 0 ? 'one path' : `path of ≤ ${percent(share)}`,
  };
}

function describeDecision(value: LineValue | undefined, decision: DecidedLine | undefined) {
  const what = value ? 'Last uncertain value on this line: mean ± standard deviation.' : '';
  const several = value && value.count > 1 ? ' Range of the means of all its values.' : '';
  const way =
    value?.share === undefined
      ? ''
      : 'Draws disagree on an earlier decision: this value comes only from the particle’s path.';
  const title = [what + several, way, decision?.message ?? ''].filter((text) => text !== '').join('\n');
  return { decision: decision ? percent(decision.probability) : '', title };
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`;
}
