// Parts of a plot: its curves, its theme, its options, and its layout.

import type { ValueFigures } from '../../uncertainty/core/value-figures.ts';
import type { Distribution } from '../distributions/distribution.ts';
import type { SmoothDensity } from '../distributions/smooth-density.ts';
import type { AxisTicks } from './axis-ticks.ts';
import type { Scales } from './curve-paths.ts';
import type { Limits, WantedLimits } from './plot-limits.ts';

export interface PlotCurve {
  readonly distribution: Distribution;
  /** Text for the legend; '' for none. */
  readonly label: string;
  readonly colour: string;
  /** True for a dashed line alone: a curve for comparison with others. */
  readonly isDashed?: boolean;
  /** Figures that are better known than the curve shows, with their errors. */
  readonly figures?: ValueFigures | undefined;
}

export interface PlotTheme {
  /** '' for none. */
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly font: string;
}

export interface PlotOptions {
  /** Pixels, as all lengths. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly kind: 'density' | 'cumulative';
  /** Form of densities: the steps of their bins, which is the default, or smooth curves through them. */
  readonly shape?: 'steps' | 'smooth';
  /** True when mean and 95 % interval of each curve stand above the axes. */
  readonly hasMarks?: boolean;
  /** End of the darker part of the area under the curves; the end of the 95 % interval when absent. */
  readonly shadedBelow?: number | undefined;
  readonly theme: PlotTheme;
  readonly xLimits?: WantedLimits;
  readonly yLimits?: WantedLimits;
  readonly xLabel?: string;
  /** Description of the picture in a sentence, for users of screen readers. */
  readonly description: string;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Layout, computed before anything is drawn. */
export interface PlotFrame {
  readonly options: PlotOptions;
  readonly frame: Frame;
  readonly scales: Scales;
  readonly xLimits: Limits;
  readonly yLimits: Limits;
  readonly xTicks: AxisTicks;
  readonly yTicks: AxisTicks;
  /** Title of the height axis. */
  readonly yTitle: string;
  readonly smooth: ReadonlyMap<Distribution, SmoothDensity>;
}
