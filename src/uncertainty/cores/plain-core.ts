// Cores without distributions. On Bypass, creating a distribution returns its mean. On Reference, it returns one random
// variate, so that one run of the program is one draw. On both, every value is plain, and every other operation is
// ordinary floating-point arithmetic.

import { familyOf } from '../../uxhw/families.ts';
import type { Core, Handle, JointDraws, Operand } from '../core/core.ts';
import type { CoreSpec } from '../core/core-spec.ts';
import {
  describeMixtureWeight,
  describeParameters,
  maybeDescribeQuery,
  maybeDescribeWeights,
  Notices,
} from '../core/notices.ts';
import { PARAMETRIC_KINDS, type ParametricKind, QUERIES, SINGLE_PRECISION } from '../core/operations.ts';
import { nameOf } from '../core/unknown-number.ts';
import { formatUx, parseUx, plainUx, type UxValue, uxFromBytes, uxToBytes } from '../core/ux-text.ts';
import { plainFigures, type ValueFigures } from '../core/value-figures.ts';
import { collectDeltas, type Deltas } from '../distributions/deltas.ts';
import { parametersOf } from '../distributions/family-domains.ts';
import {
  mathematicsOf,
  meanOfParametric,
  type PlacedShape,
  planParametric,
} from '../distributions/parametric.ts';
import { answerQuery, drawSample, plainDeltas } from '../distributions/queries.ts';
import { columnOf, mergeSamples, type WeightedPoints } from '../distributions/samples.ts';
import { type BuiltShape, ShapeCache } from '../distributions/shape-cache.ts';
import { LaneErrors, maybeFigure } from '../figures/lane-errors.ts';
import { type Kernels, openKernels } from '../kernels/kernels.ts';
import { LaneDraws } from '../lanes/lane-draws.ts';
import { capacityOf } from '../records/records.ts';
import type { SourceKind } from '../sources/run-trace.ts';

/** A draw on a Reference core. All uncertainty of a run comes from such draws. */
export interface Draw {
  readonly kind: SourceKind;
  /** Family of a parametric distribution, which also determines the number of parameters. */
  readonly family?: ParametricKind;
  readonly parameters?: readonly number[];
  /** Description of samples and mixtures. */
  readonly text?: string;
  /** Ux text of the distribution that was drawn from. */
  readonly input?: string;
  /** The drawn numbers: more than one for joint samples. */
  readonly values: readonly number[];
  /** Cumulative probability of the draw, for a parametric distribution. */
  readonly probability?: number;
}

export interface SourceMoments {
  readonly mean: number;
  readonly standardDeviation: number;
}

/** Receives the draws of a run. */
export interface DrawListener {
  drawn(draw: Draw): void;
  /** Discards the last draw, because a number replaces it. */
  forget(): void;
}

export interface PlainOptions {
  readonly kernels: WebAssembly.Module;
  readonly seed: bigint;
  readonly draws?: DrawListener | undefined;
  /** Lanes for a Reference core: every run follows one lane and makes its draws at the lane's coordinates. */
  readonly lanes?: { readonly laneCount: number; readonly firstPoints: 'lattice' | 'sobol' } | undefined;
  /** Called with a notice for the user. */
  readonly onNotice?: (message: string) => void;
}

/** Draws of parametric sources that are already known for all lanes. */
export interface KeptDraws {
  maybeDraws(dimension: number, kind: number, a: number, b: number, c: number): Float64Array | undefined;
}

interface Drawn {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly plan: PlacedShape;
  readonly shape: BuiltShape;
}

export class PlainCore implements Core {
  readonly mode: 'bypass' | 'reference';
  resultParticle = Number.NaN;
  /** Draws of all lanes, cached so that they are made only once. */
  keptDraws: KeptDraws | undefined;
  readonly recordsCreated = 0;
  readonly recordsAlive = 0;
  readonly #kernels: Kernels;
  readonly #shapes: ShapeCache;
  /** The most recent distribution of each kind. */
  readonly #drawn: Drawn[] = [];
  readonly #notices: Notices;
  readonly #draws: DrawListener | undefined;
  readonly #lanes: LaneDraws | undefined;
  readonly #precision: number;
  /** True if the last call that created a value made a draw. */
  #hasDrawn = false;

  constructor(spec: CoreSpec, options: PlainOptions) {
    this.#draws = options.draws;
    this.mode = spec.Microarchitecture === 'Reference' ? 'reference' : 'bypass';
    const { onNotice } = options;
    // A Reference core runs the program thousands of times, so it shows no notices.
    this.#notices = new Notices(this.mode === 'bypass' && onNotice ? onNotice : () => {});
    this.#kernels = openKernels(options.kernels);
    this.#kernels.setUp(spec.Precision);
    this.#shapes = new ShapeCache(this.#kernels, 2 * 8 * capacityOf(spec.Precision));
    this.#precision = spec.Precision;
    const { seed, lanes } = options;
    this.#lanes = lanes && new LaneDraws(this.#kernels, { ...lanes, seed });
    this.reseed(seed);
  }

  /** Kernels that the core computes with. */
  get kernels(): Kernels {
    return this.#kernels;
  }

  /** Starts the run of a lane; undefined for the leading run. */
  beginLane(lane: number | undefined, firstDimension = 0): void {
    this.#lanes?.begin(lane, firstDimension);
  }

  /** The dimension of a lane's next draw. */
  get dimension(): number {
    return this.#lanes?.dimension ?? 0;
  }

  uniformAt(dimension: number, lane: number): number {
    return this.#lanes?.at(dimension, lane) ?? this.#kernels.call.random();
  }

  drawUniform(): number {
    return this.#lanes ? this.#lanes.next() : this.#kernels.call.random();
  }

  /** Answers a query about a distribution of equally probable draws; `query` is an index into QUERIES. */
  answer(query: number, draws: Float64Array, argument: number): number {
    const name = nameOf('query', query, QUERIES);
    const figure = maybeFigure(name, argument);
    if (figure) return new LaneErrors(draws, 'none').errorOf(figure);
    const isDensity = name === 'evaluate_pdf' || name === 'nth_mode';
    return answerQuery(
      name,
      isDensity ? this.#reduce(draws) : deltasOfDraws(draws),
      argument,
      this.#kernels.call,
    );
  }

  /** Reduces draws to the deltas that the core keeps for a distribution: the cells of a density. */
  #reduce(draws: Float64Array): Deltas {
    const n = draws.length;
    const capacity = capacityOf(this.#precision);
    const { call } = this.#kernels;
    const scratch = this.#kernels.scratch(32 * n + 16 * capacity);
    const pairs = this.#kernels.doublesAt(scratch, 2 * n);
    for (let i = 0; i < n; i++) pairs.set([draws[i]!, 1 / n], 2 * i);
    const block = scratch + 32 * n;
    const count = call.reduce(scratch, n, block, 0) & 0xffffff;
    const positions = this.#kernels.doublesAt(block, count).slice();
    const masses = this.#kernels.doublesAt(block + 8 * capacity, count).slice();
    return collectDeltas(positions, masses, false);
  }

  /** Restarts the random numbers with another seed. */
  reseed(seed: bigint): void {
    this.#kernels.seed(seed);
  }

  unary(_operation: number, _handle: Handle, particle: number): Handle {
    return this.#give(particle);
  }

  binary(_op: number, _l: Handle, _lp: number, _r: Handle, _rp: number, particle: number): Handle {
    return this.#give(particle);
  }

  parametric(kind: number, a: number, b: number, c: number): Handle {
    const kept = this.#lanes && this.keptDraws?.maybeDraws(this.#lanes.dimension, kind, a, b, c);
    if (kept) return this.#give(kept[this.#lanes!.skip() ?? 0]!);
    const name = nameOf('distribution', kind, PARAMETRIC_KINDS);
    const { call } = this.#kernels;
    this.#hasDrawn = false;
    let drawn = this.#drawn[kind & ~SINGLE_PRECISION];
    // Programs often draw from the same distribution repeatedly, and planning takes many times as long as a draw.
    if (!drawn || drawn.shape.panels === 0 || drawn.a !== a || drawn.b !== b || drawn.c !== c) {
      const plan = planParametric(call, name, a, b, c);
      if ('plain' in plan) {
        if (Number.isNaN(plan.plain)) this.#notices.say(describeParameters(name, a, b, c));
        return this.#give(plan.plain);
      }
      if (this.mode === 'bypass') return this.#give(plan.mean);
      drawn = { a, b, c, plan, shape: this.#shapes.get(plan.shape, plan.a, plan.b) };
      this.#drawn[kind & ~SINGLE_PRECISION] = drawn;
    }
    const { location, scale } = drawn.plan;
    const probability = this.drawUniform();
    const value = location + scale * call.shape_quantile(drawn.shape.panels, probability);
    if (this.#draws) {
      const parameters = [a, b, c].slice(0, parametersOf(name).length);
      this.#tell({ kind: 'parametric', family: name, parameters, values: [value], probability });
    }
    return this.#give(value);
  }

  /** Draws of the last parametric source of a kind for all lanes; undefined if a dimension has no table. */
  maybeDrawAll(kind: number, dimension: number): Float64Array | undefined {
    const { plan, shape } = this.#drawn[kind & ~SINGLE_PRECISION]!;
    const { call } = this.#kernels;
    return this.#lanes
      ?.maybeAll(dimension)
      ?.map((uniform) => plan.location + plan.scale * call.shape_quantile(shape.panels, uniform));
  }

  meanOfParametric(kind: number, a: number, b: number, c: number): number {
    return meanOfParametric(this.#kernels.call, kind, a, b, c);
  }

  /** Mean and standard deviation of a parametric distribution; NaN or infinite if it has none. */
  momentsOfParametric(kind: ParametricKind, parameters: readonly number[]): SourceMoments {
    const mathematics = mathematicsOf(this.#kernels.call);
    const [a = 0, b = 0, c = 0] = parameters;
    const mean = this.meanOfParametric(PARAMETRIC_KINDS.indexOf(kind), a, b, c);
    return { mean, standardDeviation: Math.sqrt(familyOf(kind).variance([a, b, c], mathematics)) };
  }

  givePlain(value: number): Handle {
    // The replaced source has already made a draw, so it is discarded here.
    if (this.#hasDrawn) this.#draws?.forget();
    return this.#give(value);
  }

  fromSamples(samples: Float64Array): Handle {
    return this.#givePoints(mergeSamples(samples, undefined), {
      kind: 'samples',
      text: `${samples.length} samples`,
    });
  }

  fromWeightedSamples(samples: Float64Array, weights: Float64Array): Handle {
    const bad = maybeDescribeWeights(weights);
    if (bad) this.#notices.say(bad);
    return this.#givePoints(mergeSamples(samples, weights), {
      kind: 'samples',
      text: `${samples.length} samples`,
    });
  }

  fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    const n = Math.floor(rows.length / cardinality);
    const drawn = Math.floor(this.mode === 'reference' ? this.drawUniform() * n : 0);
    const drawnRow = Array.from({ length: cardinality }, (_, column) => {
      const samples = columnOf(rows, column, cardinality);
      if (this.mode === 'reference') this.#give(samples[drawn] ?? Number.NaN);
      else this.fromSamples(samples);
      return { handle: 0, particle: this.resultParticle };
    });
    if (this.mode === 'reference') {
      const values = drawnRow.map(({ particle }) => particle);
      const text = `${n} joint samples of ${cardinality} values`;
      this.#tell({ kind: 'joint samples', text, values });
    }
    return drawnRow;
  }

  mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    if (!(firstWeight >= 0 && firstWeight <= 1)) {
      this.#notices.say(describeMixtureWeight(firstWeight));
      return this.#give(Number.NaN);
    }
    if (this.mode === 'reference') {
      const isFirst = this.drawUniform() < firstWeight;
      const text = `choice between mixture components, ${firstWeight} for the first`;
      this.#tell({ kind: 'mixture', text, values: [Number(isFirst)] });
      return this.#give(isFirst ? first.particle : second.particle);
    }
    return this.#give(first.particle * firstWeight + second.particle * (1 - firstWeight));
  }

  independentCopy(value: Operand): Handle {
    return this.#give(value.particle);
  }

  independentCopies(values: readonly Operand[]): Operand[] {
    return values.map(({ particle }) => ({ handle: 0, particle }));
  }

  readonly draws: JointDraws = {
    count: 1,
    keepsJoint: true,
    enter: () => this,
    drawOf: ({ particle }) => particle,
    valuesOf: (rows) => Array.from(rows, (particle) => ({ handle: 0, particle })),
  };

  limitSupport(value: Operand, low: number, high: number): Handle {
    return this.#give(value.particle >= low && value.particle <= high ? value.particle : Number.NaN);
  }

  bayesLaplace(
    likelihood: (hypothesis: number) => Operand,
    prior: Operand,
    evidence: Operand,
    observations = 1,
  ): Handle {
    // Nothing is uncertain here: a hypothesis either explains the evidence or does not.
    const explained = likelihood(prior.particle).particle === evidence.particle && observations > 0;
    return this.#give(explained ? prior.particle : Number.NaN);
  }

  query(query: number, value: Operand, argument: number): number {
    const name = nameOf('query', query, QUERIES);
    const wrong = maybeDescribeQuery(name, argument);
    if (wrong) this.#notices.say(wrong);
    return answerQuery(name, plainDeltas(value.particle), argument, this.#kernels.call);
  }

  sampleInto(value: Operand, target: Float64Array): void {
    target.fill(value.particle);
  }

  figuresOf({ particle }: Operand): ValueFigures {
    return plainFigures(particle);
  }

  toText(value: Operand): string {
    return formatUx(plainUx(value.particle));
  }

  fromText(text: string, particle: number | undefined): Handle {
    return this.#giveUx({ ...parseUx(text), particle }, text);
  }

  toBytes(value: Operand, single: boolean): Uint8Array {
    return uxToBytes(plainUx(value.particle), single);
  }

  fromBytes(bytes: Uint8Array): Handle {
    return this.#giveUx(uxFromBytes(bytes), 'bytes');
  }

  release(): void {}

  isLive(): boolean {
    return false;
  }

  sweep(): number {
    return 0;
  }

  #tell(draw: Draw): void {
    this.#hasDrawn = true;
    this.#draws?.drawn(draw);
  }

  #give(particle: number): Handle {
    this.resultParticle = particle;
    return 0;
  }

  /** Returns the mean of weighted points on Bypass, and a draw on Reference. */
  #givePoints(points: WeightedPoints, source: Omit<Draw, 'values'>): Handle {
    const mass = points.masses.reduce((sum, one) => sum + one, 0);
    if (!(mass > 0)) return this.#give(Number.NaN);
    const masses = points.masses.map((one) => one / mass);
    if (this.mode === 'reference') {
      const deltas = collectDeltas(points.positions, masses, points.atoms);
      const value = drawSample(deltas)(this.drawUniform());
      this.#tell({ ...source, values: [value] });
      return this.#give(value);
    }
    return this.#give(points.positions.reduce((sum, x, i) => sum + x * masses[i]!, 0));
  }

  #giveUx(value: UxValue, input: string): Handle {
    this.#hasDrawn = false;
    const single = value.positions.length === 1;
    if (this.mode === 'reference' && !single)
      return this.#givePoints({ ...value, atoms: false }, { kind: 'text', text: 'Ux text', input });
    if (single && value.count === 0) return this.#give(value.positions[0]!);
    return this.#give(value.particle ?? value.mean);
  }
}

/** Answers a query about equally probable draws, as `PlainCore` does. */
export function answerOfDraws(
  query: 'quantile' | 'probability_gt',
  draws: Float64Array,
  argument: number,
): number {
  return answerQuery(query, deltasOfDraws(Float64Array.from(draws).sort()), argument, NO_DRAWS);
}

const NO_DRAWS = { random: () => Number.NaN };

function deltasOfDraws(draws: Float64Array): Deltas {
  return collectDeltas(draws, new Float64Array(draws.length).fill(1 / draws.length), true);
}
