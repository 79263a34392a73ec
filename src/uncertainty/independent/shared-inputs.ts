// Detects operands with shared inputs on a core that treats all operands as independent. Each value has a mark: the set
// of its sources, and their first-order contributions to its spread. If operands have a common source, the variance of
// the result differs from the variance that the core computes. For printed and queried values, the difference is
// computed from the marks. All marks are stored in one numeric table, because an object per operation would cost more
// than the operation itself.

import type { Handle } from '../core/core.ts';
import { BINARY_OPERATIONS, SINGLE_PRECISION } from '../core/operations.ts';
import { type SetId, SourceSets } from '../core/source-sets.ts';
import type { LinearOperation } from '../distributions/linear-operations.ts';
import type { Moments } from '../distributions/moments.ts';
import type { RecordTable } from '../records/records.ts';

/**
 * Number of parts per value. Source n is assigned to part n mod PARTS, with its own sign, so that few sources share a
 * part.
 */
const PARTS = 32;
/** Offsets of the numbers that follow a mark's parts. */
const MEAN = PARTS;
/** Variance that the value would have if all operands were independent. */
const APART = PARTS + 1;
/** Variance with shared inputs taken into account. */
const TOGETHER = PARTS + 2;
/** Variance beyond the first-order contributions of sources. */
const REST = PARTS + 3;
/** Bound on a covariance beyond first order. */
const HIDDEN = PARTS + 4;
/** Bound on a dependence beyond first order, even if uncorrelated. */
const BLURRED = PARTS + 5;
/** Variance, of REST, that is uncorrelated with all values whose sources are not in the value's key. */
const KEYED = PARTS + 6;
/** Error in the mean. */
const SHIFT = PARTS + 7;
/** Bound on a further error in the mean. */
const HIDDEN_SHIFT = PARTS + 8;
const LENGTH = PARTS + 9;
/** Number of source sets up to which sets are retained without checking whether they are in use. */
const MOST_SETS = 4096;
/** Maximum number of marked values; each mark occupies 330 bytes. */
const MOST_MARKS = 2 ** 17;
/**
 * Relative error of a standard deviation, and error of a mean in standard deviations, below which no notice is
 * needed.
 */
const WORTH_TELLING = 0.05;
/** Error of a mean, in standard deviations, that a notice mentions. */
const WRONG_MEAN = 0.01;

const NAMES = BINARY_OPERATIONS as readonly string[];

/** Comparison of the computed standard deviation with the standard deviation for shared inputs. */
export interface SharedSpread {
  /**
   * Ratio of the standard deviation with shared inputs to the computed one; undefined if the first-order terms do not
   * determine it.
   */
  readonly ratio: number | undefined;
  /** The mean, if it differs from the computed one. */
  readonly mean: number | undefined;
  /** True if the value is a sum, say, of dependent values that are uncorrelated. */
  readonly isBlurred: boolean;
  /** True if the first-order terms do not determine the mean. */
  readonly isMeanUnknown: boolean;
}

/** Slopes of an operation with respect to its operands, and the variance computed for its result. */
export interface Slopes {
  readonly left: number;
  readonly right: number;
  readonly moments: Moments;
}

/** Slopes and moments of the larger of two jointly normal values. */
export type LargerOf = (x: Moments, y: Moments, covariance: number) => Slopes;

export class SharedInputs {
  readonly #records: RecordTable;
  readonly #momentsOf: (handle: Handle) => Moments;
  readonly #largerOf: LargerOf;
  #marks = new Float64Array(64 * LENGTH);
  /** Index of a value's source set, plus 1; 0 if the value has no mark. */
  #sets = new Int32Array(64);
  /** Index of the set of sources that is a value's key, plus 1. */
  #keys = new Int32Array(64);
  readonly #sources = new SourceSets();
  #setsAllowed = MOST_SETS;
  #sourceCount = 0;

  constructor(records: RecordTable, momentsOf: (handle: Handle) => Moments, largerOf: LargerOf) {
    this.#records = records;
    this.#momentsOf = momentsOf;
    this.#largerOf = largerOf;
  }

  forget(handle: Handle): void {
    if (handle < this.#sets.length) this.#sets[handle] = 0;
  }

  /** Mean and variance that a value would have if its operands were independent. */
  roughMomentsOf(handle: Handle): Moments {
    const at = this.#find(handle);
    if (at === undefined) return this.#momentsOf(handle);
    return { mean: this.#marks[at + MEAN]!, variance: this.#marks[at + APART]! };
  }

  /** Records an operation with a plain number, linear in the value. */
  noteLinear(
    operation: LinearOperation,
    result: Handle,
    handle: Handle,
    plain: number,
    plainIsLeft: boolean,
  ): void {
    if (operation === 'mul') this.noteScaled(result, handle, plain, 0);
    else if (operation === 'div') this.noteScaled(result, handle, 1 / plain, 0);
    else if (operation === 'add') this.noteScaled(result, handle, 1, plain);
    else this.noteScaled(result, handle, plainIsLeft ? -1 : 1, -plain);
  }

  /** Records a value plus a number, times a factor. */
  noteScaled(result: Handle, handle: Handle, factor: number, added: number): void {
    const from = this.#find(handle);
    const to = this.#place(result);
    if (from === undefined || to === undefined) return;
    const marks = this.#marks;
    const square = factor * factor;
    for (let i = 0; i < PARTS; i++) marks[to + i] = factor * marks[from + i]!;
    marks[to + MEAN] = factor * (marks[from + MEAN]! + added);
    for (let i = APART; i <= KEYED; i++) marks[to + i] = square * marks[from + i]!;
    this.#keys[result] = this.#keys[handle]!;
    marks[to + SHIFT] = factor * marks[from + SHIFT]!;
    marks[to + HIDDEN_SHIFT] = Math.abs(factor) * marks[from + HIDDEN_SHIFT]!;
    this.#sets[result] = this.#sets[handle]!;
  }

  /** Records another function of a value. @param slope slope over one standard deviation to each side */
  noteFunction(result: Handle, handle: Handle, slope: number, { mean, variance }: Moments): void {
    const from = this.#find(handle);
    const to = this.#place(result);
    if (from === undefined || to === undefined) return;
    if (!Number.isFinite(slope * variance)) {
      this.#keepDoubt(result, [handle]);
      return;
    }
    const marks = this.#marks;
    const apart = marks[from + APART]!;
    // A line through two points can be steeper than the variance allows.
    const steepest = Math.sqrt(variance / apart);
    const factor = Math.min(steepest, Math.max(-steepest, slope));
    const square = factor * factor;
    const gain = variance / apart;
    for (let i = 0; i < PARTS; i++) marks[to + i] = factor * marks[from + i]!;
    marks[to + MEAN] = mean;
    marks[to + APART] = variance;
    marks[to + TOGETHER] = gain * marks[from + TOGETHER]!;
    marks[to + REST] = square * marks[from + REST]! + (gain - square) * apart;
    for (const i of [HIDDEN, BLURRED]) marks[to + i] = gain * marks[from + i]!;
    marks[to + KEYED] = 0;
    marks[to + SHIFT] = factor * marks[from + SHIFT]!;
    // If the operand's variance is wrong, so is the mean of a nonlinear function, which is computed here as that of a
    // parabola.
    const bend = Math.sqrt((gain - square) / (2 * gain));
    const wrong = Math.abs(marks[from + TOGETHER]! / apart - 1);
    if (wrong * bend > WORTH_TELLING)
      for (const i of [HIDDEN, BLURRED]) marks[to + i] = Math.max(marks[to + i]!, variance);
    const isMoved = (wrong + marks[from + HIDDEN]! / apart) * bend > WORTH_TELLING;
    marks[to + HIDDEN_SHIFT] =
      Math.abs(factor) * marks[from + HIDDEN_SHIFT]! + (isMoved ? Math.sqrt(variance) : 0);
    this.#sets[result] = this.#sets[handle]!;
  }

  /** Marks a result without a finite variance as unknown if an operand's spread is wrong. */
  #keepDoubt(result: Handle, operands: readonly Handle[]): void {
    const wrong = operands.find((handle) => this.maybeSpreadOf(handle));
    const to = this.#place(result);
    if (wrong === undefined || to === undefined) return;
    this.#marks.fill(0, to, to + LENGTH);
    for (const at of [APART, TOGETHER]) this.#marks[to + at] = 1;
    for (const at of [HIDDEN, BLURRED, HIDDEN_SHIFT]) this.#marks[to + at] = Infinity;
    this.#sets[result] = this.#sets[wrong]!;
  }

  /**
   * Marks the result of an operation on two values. Returns true if the values are known to have no common source.
   * @param slopesOf returns the slopes of operations other than + − × ÷, maxima and minima
   */
  noteBoth(operation: number, result: Handle, left: Handle, right: Handle, slopesOf: () => Slopes): boolean {
    const x = this.#find(left);
    const y = this.#find(right);
    const to = this.#place(result);
    if (x === undefined || y === undefined || to === undefined) {
      this.#keepDoubt(result, [left, right]);
      return false;
    }
    const marks = this.#marks;
    const { set, areDisjoint } = this.#sources.combine(this.#sets[left]! - 1, this.#sets[right]! - 1);
    const isSame = left === right;
    const isDependent = !areDisjoint && !isSame;
    const covariance = areDisjoint ? 0 : isSame ? marks[x + TOGETHER]! : this.#covarianceOf(x, y);
    const name = NAMES[operation & ~SINGLE_PRECISION];
    const [a, b] = [marks[x + MEAN]!, marks[y + MEAN]!];
    let [f, g, mean] = [1, 1, a + b];
    let [bentApart, bent, shift, doubt] = [0, 0, 0, 0];
    if (name === 'sub') {
      g = -1;
      mean = a - b;
    } else if (name === 'mul') {
      [f, g, mean] = [b, a, a * b];
      bentApart = marks[x + APART]! * marks[y + APART]!;
      bent = marks[x + TOGETHER]! * marks[y + TOGETHER]! + covariance * covariance;
      shift = covariance;
    } else if (name === 'div') {
      [f, g, mean] = [1 / b, -a / (b * b), a / b];
      shift = -covariance / (b * b);
      if (isDependent) {
        const sloped = f * f * marks[x + APART]! + g * g * marks[y + APART]!;
        const bend = bendOf(slopesOf().moments, sloped);
        if (bend > sloped) bentApart = bend;
      }
      bent = bentApart;
    } else if (name === 'fmax' || name === 'fmin') {
      const sign = name === 'fmax' ? 1 : -1;
      const momentsAt = (at: number, variance: number, shift: number): Moments => ({
        mean: sign * (marks[at + MEAN]! + shift),
        variance: marks[at + variance]!,
      });
      const separate = this.#largerOf(momentsAt(x, APART, 0), momentsAt(y, APART, 0), 0);
      const [dx, dy] = [marks[x + SHIFT]!, marks[y + SHIFT]!];
      const joint = this.#largerOf(momentsAt(x, TOGETHER, dx), momentsAt(y, TOGETHER, dy), covariance);
      const moments = this.#momentsOf(result);
      // Values that are not normal have a similar ratio of variances.
      const scale = Math.sqrt(moments.variance / separate.moments.variance) || 1;
      [f, g, mean] = [scale * joint.left, scale * joint.right, moments.mean];
      // The correction is for normal values, and is as uncertain as the moments of their maximum are wrong.
      const distance = Math.abs(sign * separate.moments.mean - mean) / Math.sqrt(moments.variance);
      doubt = Math.min(1, Math.abs(scale * scale - 1) + distance) || 0;
      bentApart = moments.variance - f * f * marks[x + APART]! - g * g * marks[y + APART]!;
      bent = scale * scale * joint.moments.variance;
      bent -= f * f * marks[x + TOGETHER]! + g * g * marks[y + TOGETHER]! + 2 * f * g * covariance;
      shift = sign * scale * (joint.moments.mean - separate.moments.mean) - f * dx - g * dy;
    } else if (name !== 'add') {
      const { left: l, right: r, moments } = slopesOf();
      [f, g, mean] = [l, r, moments.mean];
      bentApart = bendOf(moments, f * f * marks[x + APART]! + g * g * marks[y + APART]!);
      bent = bentApart;
    }
    const [ff, gg, fg] = [f * f, g * g, f * g];
    // Uncorrelated values may still depend on each other. This matters if an operation's curvature exceeds its slope.
    const isBent = bentApart > ff * marks[x + APART]! + gg * marks[y + APART]!;
    const blur = isDependent ? Math.sqrt(marks[x + REST]! * marks[y + REST]!) : 0;
    const further = isDependent ? Math.sqrt(this.#restOf(left, x, right) * this.#restOf(right, y, left)) : 0;
    const beyond = isDependent && isBent ? bentApart : 0;
    const straight = ff * marks[x + TOGETHER]! + gg * marks[y + TOGETHER]! + 2 * fg * covariance;
    for (let i = 0; i < PARTS; i++) marks[to + i] = f * marks[x + i]! + g * marks[y + i]!;
    marks[to + MEAN] = mean;
    marks[to + APART] = ff * marks[x + APART]! + gg * marks[y + APART]! + bentApart;
    marks[to + TOGETHER] = Math.max(0, straight) + bent;
    const uncertain = doubt * Math.abs(marks[to + TOGETHER]! - marks[to + APART]!);
    const unseen = 2 * Math.abs(fg) * further + beyond + uncertain;
    const rest = isSame ? (f + g) ** 2 * marks[x + REST]! : ff * marks[x + REST]! + gg * marks[y + REST]!;
    marks[to + REST] = Math.max(0, bent + rest);
    marks[to + HIDDEN] = ff * marks[x + HIDDEN]! + gg * marks[y + HIDDEN]! + unseen;
    marks[to + BLURRED] =
      ff * marks[x + BLURRED]! + gg * marks[y + BLURRED]! + 2 * Math.abs(fg) * blur + beyond + uncertain;
    // A product of independent deviations is uncorrelated with values that do not depend on both.
    marks[to + KEYED] = areDisjoint && name === 'mul' ? bent : 0;
    this.#keys[result] = this.#newerOf(this.#sets[left]!, this.#sets[right]!);
    marks[to + SHIFT] = f * marks[x + SHIFT]! + g * marks[y + SHIFT]! + shift;
    let hidden = Math.abs(f) * marks[x + HIDDEN_SHIFT]! + Math.abs(g) * marks[y + HIDDEN_SHIFT]!;
    // The mean of a sum does not depend on shared inputs.
    if (name === 'mul' || name === 'div') {
      hidden += further / (name === 'mul' ? 1 : b * b) + Math.sqrt(beyond);
    } else if (name !== 'add' && name !== 'sub' && (unseen > 0 || doubt > 0))
      hidden += unseen / Math.sqrt(marks[to + APART]!) + doubt * Math.abs(shift);
    marks[to + HIDDEN_SHIFT] = hidden;
    this.#keepSet(result, set);
    return areDisjoint;
  }

  /** Marks a value that is composed of parts of these values, such as a mixture. */
  notePart(result: Handle, handles: readonly Handle[]): void {
    const known = handles.filter((handle) => this.#find(handle) !== undefined);
    const to = this.#place(result);
    if (to === undefined || known.length === 0) return;
    const { mean, variance } = this.#momentsOf(result);
    this.#marks.fill(0, to, to + LENGTH);
    this.#marks[to + MEAN] = mean;
    for (const at of [APART, TOGETHER, REST]) this.#marks[to + at] = variance;
    // Nothing is known about a part of a value whose own spread is wrong.
    if (known.some((handle) => this.maybeSpreadOf(handle))) {
      for (const at of [HIDDEN, BLURRED]) this.#marks[to + at] = variance;
      this.#marks[to + HIDDEN_SHIFT] = Math.sqrt(variance);
    }
    const sets = known.map((handle) => this.#sets[handle]! - 1);
    this.#keepSet(
      result,
      sets.reduce((a, b) => this.#sources.combine(a, b).set),
    );
  }

  /**
   * Error of a standard deviation or a mean that results from treating shared inputs as independent; undefined if
   * small.
   */
  maybeSpreadOf(handle: Handle): SharedSpread | undefined {
    if (handle >= this.#sets.length || this.#sets[handle] === 0) return undefined;
    const at = handle * LENGTH;
    const marks = this.#marks;
    const apart = marks[at + APART]!;
    if (!(apart > 0)) return undefined;
    const ratioOf = (variance: number) => Math.sqrt(Math.max(0, variance) / apart);
    const together = marks[at + TOGETHER]!;
    const boundsOf = (hidden: number) => [ratioOf(together - hidden), ratioOf(together + hidden)] as const;
    const isNear = ([least, most]: readonly [number, number]) =>
      least > 1 - WORTH_TELLING && most < 1 + WORTH_TELLING;
    const isBlurred = !isNear(boundsOf(marks[at + BLURRED]!));
    const shift = marks[at + SHIFT]!;
    if (!isBlurred && Math.abs(shift) < WORTH_TELLING * Math.sqrt(apart)) return undefined;
    const isShifted = Math.abs(shift) > WRONG_MEAN * Math.sqrt(apart);
    const [least, most] = boundsOf(marks[at + HIDDEN]!);
    return {
      ratio: most - least < WORTH_TELLING ? ratioOf(together) : undefined,
      isBlurred,
      mean: isShifted ? this.#momentsOf(handle).mean + shift : undefined,
      isMeanUnknown: !(marks[at + HIDDEN_SHIFT]! < WRONG_MEAN * Math.sqrt(apart)),
    };
  }

  /**
   * Returns the index of a value's mark, or undefined if the table is full. A value without a mark counts as a source.
   */
  #find(handle: Handle): number | undefined {
    if (handle < this.#sets.length && this.#sets[handle] !== 0) return handle * LENGTH;
    const at = this.#place(handle);
    if (at === undefined) return undefined;
    const { mean, variance } = this.#momentsOf(handle);
    if (!(variance > 0 && variance < Infinity)) return undefined;
    const source = this.#sourceCount++;
    this.#marks.fill(0, at, at + LENGTH);
    this.#marks[at + (source % PARTS)] = signOf(source) * Math.sqrt(variance);
    this.#marks[at + MEAN] = mean;
    this.#marks[at + APART] = variance;
    this.#marks[at + TOGETHER] = variance;
    this.#sets[handle] = this.#sources.single(source) + 1;
    return at;
  }

  #place(handle: Handle): number | undefined {
    if (handle === 0 || handle >= MOST_MARKS) return undefined;
    while (handle >= this.#sets.length) {
      const [marks, sets] = [this.#marks, this.#sets];
      this.#marks = new Float64Array(2 * marks.length);
      this.#marks.set(marks);
      this.#sets = new Int32Array(2 * sets.length);
      this.#sets.set(sets);
      const keys = this.#keys;
      this.#keys = new Int32Array(2 * keys.length);
      this.#keys.set(keys);
    }
    return handle * LENGTH;
  }

  #keepSet(result: Handle, set: SetId): void {
    this.#sets[result] = set + 1;
    if (this.#sources.size <= this.#setsAllowed) return;
    const used: SetId[] = [];
    for (const handle of this.#records.liveHandles())
      if ((this.#sets[handle] ?? 0) > 0)
        for (const { [handle]: index = 0 } of [this.#sets, this.#keys]) if (index > 0) used.push(index - 1);
    this.#sources.keep(used);
    this.#setsAllowed = Math.max(MOST_SETS, 2 * this.#sources.size);
  }

  /** Variance beyond first order that may be correlated with another value. */
  #restOf(handle: Handle, at: number, other: Handle): number {
    const [rest, keyed] = [this.#marks[at + REST]!, this.#marks[at + KEYED]!];
    const isApart =
      keyed > 0 && this.#sources.combine(this.#keys[handle]! - 1, this.#sets[other]! - 1).areDisjoint;
    return isApart ? Math.max(0, rest - keyed) : rest;
  }

  /** The set whose first source is newer. */
  #newerOf(a: number, b: number): number {
    const firstOf = (set: number) => this.#sources.rangesOf(set - 1)[0] ?? 0;
    return firstOf(a) > firstOf(b) ? a : b;
  }

  #covarianceOf(x: number, y: number): number {
    const marks = this.#marks;
    let sum = 0;
    for (let i = 0; i < PARTS; i++) sum += marks[x + i]! * marks[y + i]!;
    return sum;
  }
}

/** Variance of a result beyond its first-order part. */
function bendOf({ variance }: Moments, straight: number): number {
  return Math.max(0, variance - straight) || 0;
}

/** Sign of a source. Sources that share a part are as likely to have equal signs as opposite ones. */
function signOf(source: number): number {
  return Math.imul(source, 0x9e3779b1) >>> 31 === 0 ? 1 : -1;
}
