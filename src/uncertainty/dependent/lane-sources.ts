// New sources of uncertainty. Each source has a number, a dimension in the point set for its lanes, and an entry in
// the run's trace.

import type { Handle, Operand } from '../core/core.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import { drawPoints } from './draw-lanes.ts';
import type { LaneGround } from './lane-ground.ts';
import type { SourceTrace } from './source-trace.ts';

type Parts = Pick<LaneGround, 'kernels' | 'values'>;

export class LaneSources {
  readonly trace: SourceTrace | undefined;
  readonly #parts: Parts;
  /** True while a likelihood predicts evidence for a hypothesis. */
  #isPredicting = false;

  constructor(parts: Parts, trace: SourceTrace | undefined) {
    this.#parts = parts;
    this.trace = trace;
  }

  /** Wraps a likelihood so that its predictions use up no dimensions and its sources are not traced. */
  predicting(likelihood: (hypothesis: number) => Operand): (hypothesis: number) => Operand {
    return (hypothesis) => {
      const wasPredicting = this.#isPredicting;
      this.#isPredicting = true;
      try {
        return likelihood(hypothesis);
      } finally {
        this.#isPredicting = wasPredicting;
      }
    };
  }

  /**
   * The next dimension of the point set. A likelihood's predictions use dimensions beyond the last one, without using
   * them up.
   */
  takeDimension(): number {
    const { lanes } = this.#parts.values;
    return this.#isPredicting ? lanes.takeFarDimension() : lanes.takeDimension();
  }

  /** Uniform coordinates of the points in the next dimension. */
  drawUniforms(): Address {
    return this.#parts.values.lanes.drawUniforms(this.takeDimension());
  }

  /** The trace of the run's sources, excluding sources in a likelihood's predictions. */
  get traceOfRun(): SourceTrace | undefined {
    return this.#isPredicting ? undefined : this.trace;
  }

  /** Turns a record into a parametric source; `onDrawn` receives its lanes, which are drawn on first use. */
  addParametric(
    handle: Handle,
    source: number,
    plan: PlacedShape,
    single: number,
    onDrawn: ((lanes: Address) => void) | undefined,
  ): void {
    const { values } = this.#parts;
    const { lanes, grids } = values;
    // A likelihood's predictions rarely need draws, so they take a dimension outside the sequence only at their first
    // draw.
    const dimension = this.#isPredicting ? undefined : lanes.takeDimension();
    const base = grids.makeSourceBase({ kind: 'source', plan, single, size: 0 });
    values.addRecipe(handle, { plan, single, dimension, base, onDrawn });
    lanes.assign(handle, 0, lanes.singleSet(source));
    this.trace?.noteValue(source, handle);
  }

  /**
   * Turns a record of points into a source.
   * @param isSmooth true if the points represent a density, false for discrete outcomes
   */
  addPoints(handle: Handle, points: WeightedPoints, isSmooth: boolean): void {
    const values = this.#parts.values;
    const { lanes } = values;
    const source = lanes.addSource();
    const dimension = this.takeDimension();
    const draw = () =>
      drawPoints(this.#parts.kernels, points, isSmooth, lanes.drawUniforms(dimension), lanes.count);
    const set = lanes.singleSet(source);
    // Drawing a posterior's lanes takes up much of the inference time, and the lanes are rarely needed.
    if (isSmooth) values.deferLanes(handle, set, draw);
    else lanes.assign(handle, draw(), set);
    values.assignPoints(handle, points, true);
    const { traceOfRun } = this;
    if (traceOfRun) traceOfRun.addPoints(source, points, isSmooth, values.lanesOf(handle), handle);
  }
}
