// Creates values on cores that treat operands as independent. Each value consists of deltas.

import { familyOf } from '../../uxhw/families.ts';
import type { Handle, Operand } from '../core/core.ts';
import { INPUT_NOTICES } from '../core/notices.ts';
import type { ParametricKind } from '../core/operations.ts';
import type { Posterior } from '../distributions/bayes.ts';
import { mathematicsOf, type PlacedShape } from '../distributions/parametric.ts';
import { placeDeltas } from '../distributions/place-deltas.ts';
import {
  columnOf,
  limitPoints,
  mergeSamples,
  mixPoints,
  type WeightedPoints,
} from '../distributions/samples.ts';
import type { Creation, Limits } from '../records/core-parts.ts';
import type { IndependentParts } from './expected-moments.ts';

export class IndependentCreation implements Creation, Limits {
  readonly #parts: IndependentParts;

  constructor(parts: IndependentParts) {
    this.#parts = parts;
  }

  parametric(
    name: ParametricKind,
    plan: PlacedShape,
    single: number,
    a: number,
    b: number,
    c: number,
  ): Handle {
    const { kernels, maker, densities, expected } = this.#parts;
    const target = maker.reserve();
    const packed = placeDeltas(this.#parts, plan, single, target);
    const handle = maker.add(target, packed, 0, single ? Math.fround(plan.mean) : plan.mean);
    if (handle !== 0) {
      densities.noteShape(handle, plan);
      const variance = familyOf(name).variance([a, b, c], mathematicsOf(kernels.call));
      expected.note(handle, { mean: plan.mean, variance });
    }
    return handle;
  }

  fromPoints(points: WeightedPoints, particle?: number): Handle {
    return this.#parts.points.make(points, particle);
  }

  adopt(): void {}

  fromPosterior({ points, density }: Posterior): Handle {
    const handle = this.fromPoints(points);
    if (handle !== 0) this.#parts.densities.noteTable(handle, density);
    return handle;
  }

  predicting(likelihood: (hypothesis: number) => Operand): (hypothesis: number) => Operand {
    return likelihood;
  }

  fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    if (rows.length < cardinality) this.#parts.notices.say(INPUT_NOTICES.noSamples);
    return Array.from({ length: cardinality }, (_, column) => {
      const handle = this.fromPoints(mergeSamples(columnOf(rows, column, cardinality), undefined));
      return { handle, particle: this.#parts.maker.resultParticle };
    });
  }

  mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    const { points, expected } = this.#parts;
    const result = this.fromPoints(mixPoints(points.read(first), points.read(second), firstWeight));
    expected.shared.notePart(result, [first.handle, second.handle]);
    expected.variables.noteMixture(result, [first, second], firstWeight);
    return result;
  }

  independentCopy(value: Operand): Handle {
    const { maker, points, texts, densities, expected } = this.#parts;
    if (value.handle === 0) return maker.plain(value.particle);
    const copy = points.copy(value);
    texts.noteCopy(copy, value.handle);
    densities.noteCopy(copy, value.handle);
    expected.note(copy, expected.of(value.handle));
    expected.variables.noteCopy(copy, value.handle);
    return copy;
  }

  /** This core tracks no dependence, so each copy is independent. */
  independentCopies(values: readonly Operand[]): Operand[] {
    return values.map((value) => ({ handle: this.independentCopy(value), particle: value.particle }));
  }

  limitSupport(value: Operand, low: number, high: number): Handle {
    const { points, densities, expected } = this.#parts;
    const limited = points.maybeLimit(value, low, high, () => points.deltasOf(value));
    const whole = points.read(value);
    const rest = limited?.points ?? limitPoints(whole, low, high);
    const result = this.fromPoints(rest);
    expected.shared.notePart(result, [value.handle]);
    expected.variables.noteLimits(result, value.handle, low, high);
    if (limited && result !== 0) densities.noteLimited(result, limited);
    else if (rest.positions.length === whole.positions.length) densities.noteCopy(result, value.handle);
    return result;
  }
}
