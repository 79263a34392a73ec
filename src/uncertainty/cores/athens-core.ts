// Cores with Athens arithmetic (docs/cores.md): values carry distributions, and operands are treated as independent.

import type { Core, Handle, JointDraws, Operand } from '../core/core.ts';
import type { CoreSpec } from '../core/core-spec.ts';
import { IndependentDecisions } from '../distributions/decisions.ts';
import { AthensArithmetic } from '../independent/athens-arithmetic.ts';
import { DeltaQueries } from '../independent/delta-queries.ts';
import { ExpectedMoments } from '../independent/expected-moments.ts';
import { IndependentCreation } from '../independent/independent-creation.ts';
import type { Creation, Queries } from '../records/core-parts.ts';
import type { SetOptions } from './core-options.ts';
import { layGround } from './ground.ts';
import { OwnDraws } from './own-draws.ts';
import { TrackingCore } from './tracking-core.ts';

export function openAthensCore(spec: CoreSpec, options: SetOptions): TrackingCore {
  const ground = layGround(spec, options);
  const { densities, points, texts } = ground;
  const expected = new ExpectedMoments(ground);
  const parts = { ...ground, expected };
  const creation = new IndependentCreation(parts);
  const queries = new DeltaQueries(parts);
  const draws = new OwnDraws(spec, { ...options, drawCount: OWN_DRAWS });
  return new TrackingCore({
    ...ground,
    arithmetic: new AthensArithmetic(parts),
    creation,
    limits: creation,
    draws: new IndependentDraws({ draws, queries, creation }),
    queries,
    decisions: new IndependentDecisions((value) => points.read(value)),
    forget(handle) {
      texts.forget(handle);
      densities.forget(handle);
      expected.forget(handle);
    },
  });
}

/**
 * Number of draws for a function whose values have no draws of their own. The standard error of the mean is 1.6 % of
 * the standard deviation.
 */
const OWN_DRAWS = 4096;
/** First coordinate of distributions that a function creates itself; lower coordinates belong to values. */
const FIRST_OWN_DIMENSION = 1024;

interface Parts {
  readonly draws: OwnDraws;
  readonly queries: Pick<Queries, 'samplerOf'>;
  readonly creation: Pick<Creation, 'fromMultidimensionalSamples'>;
}

class IndependentDraws implements JointDraws {
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
