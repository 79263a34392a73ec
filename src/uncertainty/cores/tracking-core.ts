// A core that carries a distribution with every uncertain value.
//
// The core itself does little. It assembles parts, validates the numbers and arguments that a program passes, handles
// plain values, and delegates everything else. The parts are
//
// - the ground (ground.ts), the same in all cores: kernels, the table of records, and the points and Ux text of
// records;
// - arithmetic, creation, limits, draws and queries (records/core-parts.ts): one kind treats operands as independent
// (athens-core.ts), and another tracks dependence (lane-core.ts);
// - decisions, which show whether all draws agree on a comparison; choices that each draw makes; and access to lanes.
//
// A core without distributions is in plain-core.ts. A new kind of core is a new assembly of parts; athens-core.ts is
// the shorter example.

import type { Choices, Core, Decisions, Handle, JointDraws, Operand } from '../core/core.ts';
import {
  describeLimits,
  describeMixtureWeight,
  describeParameters,
  INPUT_NOTICES,
  maybeDescribeQuery,
  maybeDescribeWeights,
} from '../core/notices.ts';
import { PARAMETRIC_KINDS, QUERIES, SINGLE_PRECISION } from '../core/operations.ts';
import { nameOf } from '../core/unknown-number.ts';
import { plainFigures, type ValueFigures } from '../core/value-figures.ts';
import type { SourceTrace } from '../dependent/source-trace.ts';
import { inferPosterior } from '../distributions/infer-posterior.ts';
import { meanOfParametric, planParametric } from '../distributions/parametric.ts';
import { answerQuery, drawSample, plainDeltas } from '../distributions/queries.ts';
import { limitPoints, mergeSamples } from '../distributions/samples.ts';
import type { Arithmetic, Creation, Ground, Limits, Queries } from '../records/core-parts.ts';

/** Access to the lanes of values, for tools that inspect them. */
export interface LaneAccess {
  /** Trace of the run; undefined if the run is not traced. */
  readonly trace: SourceTrace | undefined;
  /** Size in bytes of the lanes of live values. */
  readonly bytes: number;
  read(value: Operand): Float64Array;
  /** A value known only from its lanes, one for each of the core's lanes. Its particle is their mean. */
  make(lanes: Float64Array): Handle;
  forgetUnusedSets(): void;
}

export interface TrackingParts extends Ground {
  readonly arithmetic: Arithmetic;
  readonly creation: Creation;
  readonly limits: Limits;
  readonly draws: JointDraws;
  readonly queries: Queries;
  readonly decisions: Decisions;
  readonly choices?: Choices;
  readonly lanes?: LaneAccess;
  /** Drops everything known about a record except its deltas. */
  readonly forget: (handle: Handle) => void;
}

export class TrackingCore implements Core {
  readonly mode = 'tracking';
  readonly draws: JointDraws;
  readonly decisions: Decisions;
  readonly choices?: Choices;
  /** Present on cores that track dependence. */
  readonly lanes: LaneAccess | undefined;
  readonly #parts: TrackingParts;

  constructor(parts: TrackingParts) {
    this.#parts = parts;
    this.draws = parts.draws;
    this.decisions = parts.decisions;
    if (parts.choices) this.choices = parts.choices;
    this.lanes = parts.lanes;
  }

  get resultParticle(): number {
    return this.#parts.maker.resultParticle;
  }

  get recordsCreated(): number {
    return this.#parts.records.created;
  }

  get recordsAlive(): number {
    return this.#parts.records.alive;
  }

  isLive(handle: Handle): boolean {
    return this.#parts.records.isLive(handle);
  }

  unary(operation: number, handle: Handle, particle: number): Handle {
    return this.#parts.arithmetic.unary(operation, handle, particle);
  }

  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    return this.#parts.arithmetic.binary(operation, left, leftParticle, right, rightParticle, particle);
  }

  parametric(kind: number, a: number, b: number, c: number): Handle {
    const { kernels, maker, notices } = this.#parts;
    const name = nameOf('distribution', kind, PARAMETRIC_KINDS);
    const plan = planParametric(kernels.call, name, a, b, c);
    if ('plain' in plan) {
      if (Number.isNaN(plan.plain)) notices.say(describeParameters(name, a, b, c));
      return maker.plain(plan.plain);
    }
    return this.#parts.creation.parametric(name, plan, kind & SINGLE_PRECISION, a, b, c);
  }

  meanOfParametric(kind: number, a: number, b: number, c: number): number {
    return meanOfParametric(this.#parts.kernels.call, kind, a, b, c);
  }

  givePlain(value: number): Handle {
    return this.#parts.maker.plain(value);
  }

  fromSamples(samples: Float64Array): Handle {
    if (samples.length === 0) this.#parts.notices.say(INPUT_NOTICES.noSamples);
    return this.#parts.creation.fromPoints(mergeSamples(samples, undefined));
  }

  fromWeightedSamples(samples: Float64Array, weights: Float64Array): Handle {
    const bad = maybeDescribeWeights(weights);
    if (bad) this.#parts.notices.say(bad);
    return this.#parts.creation.fromPoints(mergeSamples(samples, weights));
  }

  fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    return this.#parts.creation.fromMultidimensionalSamples(rows, cardinality);
  }

  mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    if (firstWeight >= 0 && firstWeight <= 1) return this.#parts.creation.mixture(first, second, firstWeight);
    this.#parts.notices.say(describeMixtureWeight(firstWeight));
    return this.#parts.maker.plain(Number.NaN);
  }

  independentCopy(value: Operand): Handle {
    return this.#parts.creation.independentCopy(value);
  }

  independentCopies(values: readonly Operand[]): Operand[] {
    return this.#parts.creation.independentCopies(values);
  }

  limitSupport(value: Operand, low: number, high: number): Handle {
    const { points, notices } = this.#parts;
    const result =
      value.handle === 0
        ? points.make(limitPoints(points.read(value), low, high))
        : this.#parts.limits.limitSupport(value, low, high);
    if (result === 0 && Number.isNaN(this.resultParticle)) notices.say(describeLimits(low, high));
    return result;
  }

  bayesLaplace(
    likelihood: (hypothesis: number) => Operand,
    prior: Operand,
    evidence: Operand,
    observations = 1,
  ): Handle {
    const { kernels, densities, maker, notices, points, queries, creation } = this.#parts;
    const described = queries.describe(prior);
    const deltas = described.distribution ? described : points.deltasOf(prior);
    const nodes = prior.handle === 0 ? undefined : queries.maybeNodesOf(prior.handle);
    return inferPosterior(
      {
        logarithms: kernels.logarithms,
        densities,
        describe: (value) => queries.describe(value),
        notice: (sentence) => notices.say(sentence),
      },
      {
        likelihood: creation.predicting(likelihood),
        prior: { ...prior, deltas, nodes },
        evidence,
        observations,
      },
      {
        plain: (particle) => maker.plain(particle),
        fromOutcomes: (outcomes) => creation.fromPoints(outcomes),
        fromPosterior: (posterior) => creation.fromPosterior(posterior),
      },
    );
  }

  query(query: number, value: Operand, argument: number): number {
    const name = nameOf('query', query, QUERIES);
    const wrong = maybeDescribeQuery(name, argument);
    if (wrong) this.#parts.notices.say(wrong);
    if (value.handle !== 0) return this.#parts.queries.answer(name, value, argument);
    return answerQuery(name, plainDeltas(value.particle), argument, this.#parts.kernels.call);
  }

  sampleInto({ handle, particle }: Operand, target: Float64Array): void {
    const { call } = this.#parts.kernels;
    const draw = handle === 0 ? drawSample(plainDeltas(particle)) : this.#parts.queries.samplerOf(handle);
    for (let i = 0; i < target.length; i++) target[i] = draw(call.random());
  }

  figuresOf({ handle, particle }: Operand): ValueFigures {
    return handle === 0 ? plainFigures(particle) : this.#parts.queries.figuresOf(handle);
  }

  toText(value: Operand): string {
    if (value.handle !== 0) this.#parts.queries.judge(value);
    return this.#parts.texts.toText(value);
  }

  fromText(text: string, particle: number | undefined): Handle {
    return this.#parts.texts.fromText(text, particle, this.#parts.creation);
  }

  toBytes(value: Operand, single: boolean): Uint8Array {
    return this.#parts.texts.toBytes(value, single);
  }

  fromBytes(bytes: Uint8Array): Handle {
    return this.#parts.texts.fromBytes(bytes, this.#parts.creation);
  }

  release(handle: Handle): void {
    this.#parts.forget(handle);
    this.#parts.records.release(handle);
  }

  sweep(marked: Uint32Array): number {
    const swept = this.#parts.records.sweep(marked, this.#parts.forget);
    this.lanes?.forgetUnusedSets();
    return swept;
  }
}
