// Draws of independent values: each value is drawn at its own coordinate.

import type { Core, Handle, JointDraws, Operand } from '../core/core.ts';
import type { Creation, Queries } from '../records/core-parts.ts';
import type { OwnDraws } from './own-draws.ts';

/**
 * Number of draws for a function whose values have no draws of their own. The standard error of the mean is 1.6 % of
 * the standard deviation.
 */
export const OWN_DRAWS = 4096;
/** First coordinate of distributions that a function creates itself; lower coordinates belong to values. */
const FIRST_OWN_DIMENSION = 1024;

interface Parts {
  readonly draws: OwnDraws;
  readonly queries: Pick<Queries, 'samplerOf'>;
  readonly creation: Pick<Creation, 'fromMultidimensionalSamples'>;
}

export class IndependentDraws implements JointDraws {
  readonly keepsJoint = false;
  readonly #parts: Parts;
  /** Samplers for values in the current draw, by handle. */
  readonly #samplers = new Map<Handle, { dimension: number; draw: (uniform: number) => number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#parts.draws.count;
  }

  enter(draw: number): Core {
    if (draw === 0) this.#samplers.clear();
    return this.#parts.draws.enter(draw, FIRST_OWN_DIMENSION);
  }

  drawOf({ handle, particle }: Operand): number {
    if (handle === 0) return particle;
    const { draws, queries } = this.#parts;
    let sampler = this.#samplers.get(handle);
    if (!sampler) {
      sampler = { dimension: this.#samplers.size, draw: queries.samplerOf(handle) };
      this.#samplers.set(handle, sampler);
    }
    return sampler.draw(draws.uniformIn(sampler.dimension));
  }

  valuesOf(rows: Float64Array, cardinality: number): Operand[] {
    this.#samplers.clear();
    return this.#parts.creation.fromMultidimensionalSamples(rows, cardinality);
  }
}
