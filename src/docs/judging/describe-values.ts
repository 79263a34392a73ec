// Printed output as data: its text, and every distribution with its figures and its plot. Intended for notebooks and
// other programs that display values themselves.
import { describeDistribution } from '../../plot/distributions/describe-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { pictureColours, pictureTheme } from '../../plot/drawing/picture-theme.ts';
import { drawPlot } from '../../plot/drawing/plot.ts';
import { splitOutput } from '../../plot/printed/output-pieces.ts';
import { nameBefore } from '../../uncertainty/core/name-printed.ts';
import { cutOutput } from './cut-output.ts';
import type { ProgramOutcome } from './program-outcome.ts';

const PICTURE = { width: 420, height: 180, fontSize: 12 };
/** Quantiles that bound the 95 % interval. */
const LOW = 0.025;
const HIGH = 0.975;

/** A printed distribution. Numbers that JSON cannot represent are null. */
export interface PrintedValue {
  /** Text before the value on its line; may be ''. */
  readonly name: string;
  /** Text such as `12.0 ± 1.7`. */
  readonly text: string;
  readonly mean: number | null;
  /** Standard deviation. */
  readonly deviation: number | null;
  /** Interval that contains 95 % of the probability. */
  readonly interval: readonly [number | null, number | null];
  /** Density above its axes, as SVG. */
  readonly svg: string;
}

export interface PrintedOutput {
  /** Human-readable text: distributions as mean ± standard deviation. Long text is truncated. */
  readonly text: string;
  readonly isCut: boolean;
  readonly errorText: string;
  readonly exitStatus: number;
  readonly values: readonly PrintedValue[];
}

/** Describes the output of a finished program. */
export function describeOutput({ stdout, stderr, exitStatus }: ProgramOutcome): PrintedOutput {
  const { pieces, hidden } = cutOutput(splitOutput(stdout.trimEnd()));
  const values: PrintedValue[] = [];
  let before = '';
  for (const piece of pieces) {
    if (piece.kind === 'value' && piece.isSpread) {
      const distribution = distributionOfUx(piece.value);
      const name = nameBefore(before, before.length);
      const { mean, deviation } = distribution;
      const { svg } = drawPlot([{ distribution, label: '', colour: pictureColours[0]! }], {
        ...PICTURE,
        kind: 'density',
        shape: 'smooth',
        hasMarks: true,
        theme: pictureTheme,
        xLabel: name,
        description: describeDistribution(distribution, name),
      });
      values.push({
        name,
        text: piece.shown,
        svg,
        mean: orNull(mean),
        deviation: orNull(deviation),
        interval: [orNull(distribution.quantile(LOW)), orNull(distribution.quantile(HIGH))],
      });
    }
    before += piece.text;
  }
  const text = pieces.map((piece) => (piece.kind === 'value' ? piece.shown : piece.text)).join('');
  return { text, isCut: hidden > 0, errorText: stderr.trimEnd(), exitStatus, values };
}

function orNull(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
