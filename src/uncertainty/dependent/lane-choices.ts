// Choices between two values, lane by lane. A condition is a value with lanes 0 and 1.
import type { Choices, Decisions, Handle, Operand } from '../core/core.ts';
import { COMPARISONS, type Comparison } from '../core/operations.ts';
import { HOLDS } from '../distributions/decisions.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { LaneParts } from './lane-parts.ts';

type Parts = Pick<LaneParts, 'kernels' | 'values' | 'arithmetic'>;

export class LaneChoices implements Choices {
  readonly #parts: Parts;
  readonly #decisions: Decisions;

  constructor(parts: Parts, decisions: Decisions) {
    this.#parts = parts;
    this.#decisions = decisions;
  }

  holds(comparison: Comparison, left: Operand, right: Operand): Handle {
    const answer = Number(HOLDS[comparison](left.particle, right.particle));
    // Reads the lanes without drawing them, so that values whose lanes agree stay unchanged.
    if (this.#decisions.probabilityThat(comparison, left, right) === answer) return 0;
    const made = this.#make([left, right], answer, (x, y, target) =>
      this.#parts.kernels.call.lane_compare(COMPARISONS.indexOf(comparison), x!, y!, target),
    );
    const share = this.#maybeShare(comparison, left, right);
    if (made !== 0 && share !== undefined)
      this.#parts.values.setKnown(made, { mean: share, variance: share * (1 - share) });
    return made;
  }

  /** Probability of a comparison of a source, or of a linear function of a source, with a plain number. */
  #maybeShare(comparison: Comparison, left: Operand, right: Operand): number | undefined {
    if (comparison === 'eq' || comparison === 'ne' || (left.handle !== 0 && right.handle !== 0))
      return undefined;
    const [value, limit] = left.handle === 0 ? [right, left] : [left, right];
    const below = this.#parts.values.maybeShareUpTo(value.handle, limit.particle);
    const isBelow = (comparison === 'lt' || comparison === 'le') === (value === left);
    return below === undefined || isBelow ? below : 1 - below;
  }

  choose(condition: Handle, first: Operand, second: Operand, particle: number): Handle {
    return this.#make([first, second, { handle: condition, particle: 0 }], particle, (x, y, target) =>
      this.#parts.kernels.call.lane_select(this.#parts.values.lanesOf(condition), x!, y!, target),
    );
  }

  /**
   * Creates a value from the lanes of the first two operands; its set of sources is the union of all operands' sets.
   */
  #make(
    operands: readonly Operand[],
    particle: number,
    fill: (x: Address, y: Address, target: Address) => number,
  ): Handle {
    const { values, arithmetic } = this.#parts;
    const { lanes: store } = values;
    const [first, second] = operands as [Operand, Operand];
    const settled = second.handle === 0 ? 0 : values.settledLanesOf(second.handle);
    const x = values.borrowLanes(first, settled);
    const y = values.borrowLanes(second, first.handle === 0 ? 0 : x);
    const target = store.allocate();
    const point = fill(x, y, target);
    values.giveBackLanes(first, x);
    values.giveBackLanes(second, y);
    const set = store.uniteSets(...store.setsOf(operands));
    return arithmetic.finish(target, set, point, particle, undefined, 0, undefined);
  }
}
