// Expected moments of values on a core that does not track dependence. Each operation reduces its result to the core's
// deltas and loses some spread, which accumulates over repeated operations. The expected moments lose nothing:
// independent values are combined in closed form, and functions of a parametric value are computed at the nodes of its
// shape. All other results inherit the loss of their operands. When a value is printed or its spread is queried, its
// deltas are compared with the expected moments.

import type { Handle } from '../core/core.ts';
import { SINGLE_PRECISION, UNARY_OPERATIONS } from '../core/operations.ts';
import { SlotTable } from '../core/slot-table.ts';
import { LINEAR, type LinearOperation } from '../distributions/linear-operations.ts';
import { combineMoments, type Moments, mapMoments } from '../distributions/moments.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import type { BuiltShape } from '../distributions/shape-cache.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Ground } from '../records/core-parts.ts';
import type { RecordParts } from '../records/record-parts.ts';
import { largerOf } from './larger-of-two.ts';
import { SharedInputs, type Slopes } from './shared-inputs.ts';
import { Variables } from './variables.ts';

/** Number of nodes per shape. */
const NODES = 256;
/**
 * Maximum fraction of the variance at a single node. The node next to a simple pole accounts for at least 0.4; the
 * nodes then do not determine the variance.
 */
const LARGEST_PART = 0.3;
/** Loss in percent below which no notice is needed. */
const WORTH_TELLING = 3;
const NEGATE = UNARY_OPERATIONS.indexOf('neg');

type Parts = Pick<RecordParts, 'kernels' | 'records' | 'shapes' | 'densities'>;

/** Parts of cores that treat operands as independent. */
export interface IndependentParts extends Ground {
  readonly expected: ExpectedMoments;
}

/** A computation with a given number of nodes. */
type OnNodes = (nodes: Address, target: Address, count: number) => void;

/** Number of nodes used to compute a slope. */
const ENDS = 4;

export class ExpectedMoments {
  readonly #parts: Parts;
  readonly #noted = new SlotTable<Moments>();
  readonly #nodes = new WeakMap<BuiltShape, Float64Array>();
  #weights: Address = 0;
  readonly shared: SharedInputs;
  readonly variables: Variables;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.variables = new Variables(parts);
    const { call } = parts.kernels;
    this.shared = new SharedInputs(
      parts.records,
      (handle) => this.of(handle),
      (x, y, covariance) => largerOf(call, x, y, covariance),
    );
  }

  note(handle: Handle, moments: Moments | undefined): void {
    if (handle === 0 || !moments) return;
    const { mean, variance } = moments;
    if (Number.isFinite(mean) && Number.isFinite(variance) && variance > 0) this.#noted.set(handle, moments);
  }

  forget(handle: Handle): void {
    this.#noted.delete(handle);
    this.shared.forget(handle);
    this.variables.forget(handle);
  }

  noteUnary(operation: number, result: Handle, handle: Handle): void {
    if (result === 0) return;
    this.variables.noteUnary(operation, result, handle);
    if ((operation & ~SINGLE_PRECISION) === NEGATE) {
      const { mean, variance } = this.of(handle);
      this.note(result, { mean: -mean, variance });
      this.shared.noteScaled(result, handle, -1, 0);
      return;
    }
    const { call } = this.#parts.kernels;
    this.#noteFunction(result, handle, (nodes, target, count) => {
      call.lane_unary(operation, nodes, target, count);
    });
  }

  noteBinary(operation: number, result: Handle, left: Handle, right: Handle): void {
    if (result === 0) return;
    const linear = LINEAR[operation & ~SINGLE_PRECISION];
    if (linear) this.note(result, this.#combine(linear, left, right));
    else this.#noteLoss(result, [left, right]);
    const areApart = this.shared.noteBoth(operation, result, left, right, () =>
      this.#slopesOf(operation, result, left, right),
    );
    this.variables.noteBoth(operation, result, left, right, areApart);
  }

  noteWithPlain(
    operation: number,
    result: Handle,
    handle: Handle,
    plain: number,
    plainIsLeft: boolean,
  ): void {
    if (result === 0) return;
    this.variables.notePlain(operation, result, handle, plain, plainIsLeft);
    const linear = LINEAR[operation & ~SINGLE_PRECISION];
    if (linear && !(linear === 'div' && plainIsLeft)) {
      this.note(result, mapMoments(linear, this.of(handle), plain, plainIsLeft));
      this.shared.noteLinear(linear, result, handle, plain, plainIsLeft);
      return;
    }
    const { call } = this.#parts.kernels;
    this.#noteFunction(result, handle, (nodes, target, count) => {
      if (plainIsLeft) call.lane_binary_with_plain_left(operation, plain, nodes, target, count);
      else call.lane_binary_with_plain_right(operation, nodes, plain, target, count);
    });
  }

  /** Expected moments of a value. */
  of(handle: Handle): Moments {
    return this.#noted.get(handle) ?? this.#ownOf(handle);
  }

  /** Error of the deltas' standard deviation in percent; undefined if small. */
  maybeLossOf(handle: Handle): number | undefined {
    const wanted = this.#noted.get(handle);
    if (!wanted) return undefined;
    const percent = 100 * (1 - Math.sqrt(this.#ownOf(handle).variance / wanted.variance));
    return percent > WORTH_TELLING ? percent : undefined;
  }

  /** Moments of a value's deltas. */
  #ownOf(handle: Handle): Moments {
    const { records, kernels } = this.#parts;
    const address = records.addressOf(handle);
    const n = records.countOf(handle);
    const mean = kernels.call.mean(address, n);
    return { mean, variance: kernels.call.central_moment(address, n, mean, 2) };
  }

  #combine(linear: LinearOperation, left: Handle, right: Handle): Moments | undefined {
    if (linear !== 'div') return combineMoments(linear, this.of(left), this.of(right));
    return combineMoments('mul', this.of(left), this.#inverseOf(right));
  }

  /** Moments of 1/y, computed from the deltas of y and their loss. */
  #inverseOf(handle: Handle): Moments {
    const { records, kernels } = this.#parts;
    const address = records.addressOf(handle);
    const n = records.countOf(handle);
    const positions = kernels.doublesAt(address, n);
    // In a block, the masses follow the positions.
    const masses = kernels.doublesAt(address + records.massOffset, n);
    let [mean, variance] = [0, 0];
    for (let i = 0; i < n; i++) mean += masses[i]! / positions[i]!;
    for (let i = 0; i < n; i++) variance += masses[i]! * (1 / positions[i]! - mean) ** 2;
    return { mean, variance: variance * this.#gainOf(handle) };
  }

  /** Ratio of the expected variance to the variance of the deltas. */
  #gainOf(handle: Handle): number {
    const wanted = this.#noted.get(handle);
    const gain = wanted ? wanted.variance / this.#ownOf(handle).variance : 1;
    return Number.isFinite(gain) ? gain : 1;
  }

  #noteFunction(result: Handle, handle: Handle, compute: OnNodes): void {
    const placed = this.#parts.densities.maybeShapeOf(handle);
    if (placed) this.note(result, this.#computeOnNodes(placed, compute));
    else this.#noteLoss(result, [handle]);
    const slope = this.#slopeOn(this.shared.roughMomentsOf(handle), compute);
    this.shared.noteFunction(result, handle, slope, this.of(result));
  }

  /** Slope of a function over one standard deviation to each side. */
  #slopeOn({ mean, variance }: Moments, compute: OnNodes): number {
    const { kernels } = this.#parts;
    const deviation = Math.sqrt(variance);
    const from = kernels.scratch(16 * ENDS);
    const [first, last] = [from / 8, from / 8 + ENDS];
    kernels.f64.fill(mean, first, last);
    kernels.f64[first] = mean - deviation;
    kernels.f64[first + 1] = mean + deviation;
    compute(from, from + 8 * ENDS, ENDS);
    return (kernels.f64[last + 1]! - kernels.f64[last]!) / (2 * deviation);
  }

  #slopesOf(operation: number, result: Handle, left: Handle, right: Handle): Slopes {
    const { call } = this.#parts.kernels;
    const [x, y] = [this.shared.roughMomentsOf(left), this.shared.roughMomentsOf(right)];
    return {
      left: this.#slopeOn(x, (nodes, target, count) => {
        call.lane_binary_with_plain_right(operation, nodes, y.mean, target, count);
      }),
      right: this.#slopeOn(y, (nodes, target, count) => {
        call.lane_binary_with_plain_left(operation, x.mean, nodes, target, count);
      }),
      moments: this.of(result),
    };
  }

  /** Notes a result's loss, which is at least the smallest loss of its operands. */
  #noteLoss(result: Handle, operands: readonly Handle[]): void {
    const gain = Math.min(...operands.map((handle) => this.#gainOf(handle)));
    if (gain < 1.001) return;
    const { mean, variance } = this.#ownOf(result);
    this.note(result, { mean, variance: variance * gain });
  }

  #computeOnNodes({ shape, a, b, location, scale }: PlacedShape, compute: OnNodes): Moments | undefined {
    const { kernels, shapes } = this.#parts;
    const { call } = kernels;
    const built = shapes.get(shape, a, b);
    const nodes = this.#nodes.get(built) ?? this.#nodesOf(built);
    if (this.#weights === 0) {
      this.#weights = kernels.allocate(8 * NODES);
      call.grid_weights(this.#weights, NODES);
    }
    const from = kernels.scratch(16 * NODES);
    const target = from + 8 * NODES;
    kernels.doublesAt(from, NODES).set(nodes.map((x) => location + scale * x));
    compute(from, target, NODES);
    const mean = call.grid_mean(target, this.#weights, NODES);
    const variance = call.grid_central_moment(target, this.#weights, NODES, mean, 2);
    const weights = kernels.doublesAt(this.#weights, NODES);
    const most = kernels
      .doublesAt(target, NODES)
      .reduce((share, value, i) => Math.max(share, weights[i]! * (value - mean) ** 2), 0);
    return most > LARGEST_PART * variance ? undefined : { mean, variance };
  }

  #nodesOf(built: BuiltShape): Float64Array {
    const { kernels } = this.#parts;
    const scratch = kernels.scratch(8 * NODES);
    kernels.call.shape_grid(built.panels, scratch, NODES);
    const nodes = kernels.doublesAt(scratch, NODES).slice();
    this.#nodes.set(built, nodes);
    return nodes;
  }
}
