// Parts of a plot: its curves, its theme, its options, and its layout.

import type { ValueFigures } from '../../uncertainty/core/value-figures.ts';
import type { Distribution } from '../distributions/distribution.ts';
import type { SmoothDensity } from '../distributions/smooth-density.ts';
import type { AxisTicks } from './axis-ticks.ts';
import type { Scales } from './curve-paths.ts';
import type { Limits, WantedLimits } from './plot-limits.ts';

export interface PlotCurve {
  readonly distribution: Distribution;
  /** Text for the legend; empty for no legend entry. */
  readonly label: string;
  readonly colour: string;
  /** True to draw the curve as a single dashed line, for comparison. */
  readonly isDashed?: boolean;
  /** Figures, with their errors, that are more accurate than the curve. */
  readonly figures?: ValueFigures | undefined;
}

export interface PlotTheme {
  /** An empty string for none. */
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly font: string;
}

export interface PlotOptions {
  /** Width in pixels, like all lengths. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly kind: 'density' | 'cumulative';
  /** Shape of densities: the steps of their bins (default) or smooth curves through them. */
  readonly shape?: 'steps' | 'smooth';
  /** True to show the mean and 95 % interval of each curve above the axes. */
  readonly hasMarks?: boolean;
  /**
   * Upper bound of the darker part of the area under the curves. The default is the upper bound of the 95 % interval.
   */
  readonly shadedBelow?: number | undefined;
  readonly theme: PlotTheme;
  readonly xLimits?: WantedLimits;
  readonly yLimits?: WantedLimits;
  readonly xLabel?: string;
  /** Description of the image in one sentence, for screen reader users. */
  readonly description: string;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Layout of a plot, computed before anything is drawn. */
export interface PlotFrame {
  readonly options: PlotOptions;
  readonly frame: Frame;
  readonly scales: Scales;
  readonly xLimits: Limits;
  readonly yLimits: Limits;
  readonly xTicks: AxisTicks;
  readonly yTicks: AxisTicks;
  /** Title of the vertical axis. */
  readonly yTitle: string;
  readonly smooth: ReadonlyMap<Distribution, SmoothDensity>;
}
