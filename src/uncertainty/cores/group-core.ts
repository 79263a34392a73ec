// A core whose values are the numbers of a group of lanes. Sources draw as in plain runs of these lanes, without
// corrections: each lane has the same numbers as its plain run, up to rounding. The particle of a value is the leading
// lane's number, on which the program bases its decisions. Lanes that decide differently leave the group. A call that
// needs a whole distribution dissolves the group: its lanes become plain runs.

import type { Bounds, Choices, Core, Decisions, Handle, JointDraws, Operand } from '../core/core.ts';
import { COMPARISONS, type Comparison, ROUNDINGS, SINGLE_PRECISION } from '../core/operations.ts';
import { HOLDS, ROUND } from '../distributions/decisions.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { LaneColumns, LaneSource } from './lane-columns.ts';
import { LaneGroup, LEAST_LANES } from './lane-group.ts';
import type { PlainCore } from './plain-core.ts';

/** Number of handles that a box can represent. */
const MOST_HANDLES = 2 ** 21 - 1;

export interface GroupOptions {
  /** Kernels of the core that draws the numbers. */
  readonly kernels: Kernels;
  readonly columns: LaneColumns;
  readonly memoryLimitBytes: number;
  /** Stops the run; its remaining lanes become plain runs. */
  readonly dissolve: () => never;
}

export class GroupCore implements Core {
  readonly mode = 'lanes';
  resultParticle = Number.NaN;
  readonly #kernels: Kernels;
  readonly #options: GroupOptions;
  #group = new LaneGroup(new Uint32Array(1));
  #dimension = 0;
  /** Address of each handle; 0 for a free handle. */
  #addresses: Address[] = [0];
  #free: Handle[] = [];
  #blockBytes = 0;
  #alive = 0;
  #created = 0;
  readonly #dissolve = (): never => this.#options.dissolve();

  constructor(options: GroupOptions) {
    this.#options = options;
    this.#kernels = options.kernels;
  }

  /** Starts the run of a group. The first lane is the leading lane. */
  begin(lanes: Uint32Array): LaneGroup {
    for (const address of this.#addresses) if (address !== 0) this.#kernels.free(address, this.#blockBytes);
    this.#addresses = [0];
    this.#free = [];
    [this.#alive, this.#created] = [0, 0];
    this.#group = new LaneGroup(lanes);
    this.#dimension = 0;
    this.#blockBytes = 8 * lanes.length;
    this.#kernels.call.setup_lanes(lanes.length);
    return this.#group;
  }

  get recordsCreated(): number {
    return this.#created;
  }

  get recordsAlive(): number {
    return this.#alive;
  }

  /** Numbers of a value by lane position; a single number for a plain value. */
  read({ handle, particle }: Operand): Float64Array {
    if (handle === 0) return Float64Array.of(particle);
    const { lanes, active, positions } = this.#group;
    const numbers = this.#view(handle);
    const read = new Float64Array(lanes.length);
    for (const i of active) read[positions[i]!] = numbers[i]!;
    return read;
  }

  /** A value's numbers in the lanes that are still in the group, in ascending order. */
  sorted(value: Operand): Float64Array {
    if (value.handle === 0) return Float64Array.of(value.particle);
    const numbers = this.#view(value.handle);
    return Float64Array.from(this.#group.active, (i) => numbers[i]!).sort();
  }

  unary(operation: number, handle: Handle, particle: number): Handle {
    if (handle === 0) return this.givePlain(particle);
    const target = this.#allocate();
    const point = this.#kernels.call.lane_unary(
      operation,
      this.#addressOf(handle),
      target,
      this.#group.width,
    );
    return this.#give(target, point, particle);
  }

  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    if (left === 0 && right === 0) return this.givePlain(particle);
    const { call } = this.#kernels;
    const { width } = this.#group;
    const target = this.#allocate();
    let point: number;
    if (left === 0)
      point = call.lane_binary_with_plain_left(
        operation,
        leftParticle,
        this.#addressOf(right),
        target,
        width,
      );
    else if (right === 0)
      point = call.lane_binary_with_plain_right(
        operation,
        this.#addressOf(left),
        rightParticle,
        target,
        width,
      );
    else point = call.lane_binary(operation, this.#addressOf(left), this.#addressOf(right), target, width);
    return this.#give(target, point, particle);
  }

  parametric(kind: number, a: number, b: number, c: number): Handle {
    return this.#draw(
      { kind, a, b, c },
      (core) => {
        core.parametric(kind, a, b, c);
      },
      (kind & SINGLE_PRECISION) !== 0,
    );
  }

  givePlain(value: number): Handle {
    this.resultParticle = value;
    return 0;
  }

  fromSamples(samples: Float64Array): Handle {
    return this.#draw(named(`samples ${samples}`), (core) => core.fromSamples(samples));
  }

  fromWeightedSamples(samples: Float64Array, weights: Float64Array): Handle {
    return this.#draw(named(`weighted ${samples} ${weights}`), (core) =>
      core.fromWeightedSamples(samples, weights),
    );
  }

  fromText(text: string, particle: number | undefined): Handle {
    return this.#draw(named(`text ${particle} ${text}`), (core) => core.fromText(text, particle));
  }

  fromBytes(bytes: Uint8Array): Handle {
    return this.#draw(named(`bytes ${bytes}`), (core) => core.fromBytes(bytes));
  }

  mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    if (!(firstWeight >= 0 && firstWeight <= 1)) return this.givePlain(Number.NaN);
    const uniforms = this.drawUniforms();
    const [x, y] = [this.#numbersOf(first), this.#numbersOf(second)];
    return this.make((i) => (uniforms[i]! < firstWeight ? x(i) : y(i)));
  }

  /** The next uniform numbers of the lanes, one for each number in a value. */
  drawUniforms(): Float64Array {
    const dimension = this.#dimension++;
    const { columns } = this.#options;
    return Float64Array.from(this.#group.lanesOfNumbers(), (lane) => columns.uniformAt(dimension, lane));
  }

  /** Creates a value from its numbers; `numberOf` returns the number at an index. */
  make(numberOf: (index: number) => number): Handle {
    const numbers = Float64Array.from({ length: this.#group.width }, (_, i) => numberOf(i));
    const target = this.#allocate();
    this.#kernels.doublesAt(target, numbers.length).set(numbers);
    return this.#give(target, Number(numbers.every((x) => Object.is(x, numbers[0]))), numbers[0]!);
  }

  /** Returns a function that maps an index to the value's number at that index. */
  numbersOf(value: Operand): (index: number) => number {
    return this.#numbersOf(value);
  }

  readonly decisions: Decisions = {
    boundsOf: (value) => this.#boundsOf(value),
    probabilityThat: () => this.#options.dissolve(),
    probabilityOfSame: () => this.#options.dissolve(),
  };

  readonly choices: Choices = {
    holds: (comparison, left, right) => this.#holds(comparison, left, right),
    choose: (condition, first, second, particle) => this.#choose(condition, first, second, particle),
  };

  /** Removes lanes whose comparison differs from the particles'. */
  compared(number: number, left: Operand, right: Operand): boolean {
    const holds = HOLDS[COMPARISONS[number]!];
    const [x, y] = [this.#numbersOf(left), this.#numbersOf(right)];
    const followed = Number(holds(left.particle, right.particle));
    if (this.#group.split(followed, (i) => Number(holds(x(i), y(i))))) this.#leave();
    return false;
  }

  /** Removes lanes whose number converts to a different integer than the particle does. */
  converted(number: number, value: Operand): boolean {
    const round = ROUND[ROUNDINGS[number]!];
    const x = this.#numbersOf(value);
    // Negative zero counts as the same integer.
    if (this.#group.split(round(value.particle) + 0, (i) => round(x(i)) + 0)) this.#leave();
    return false;
  }

  /** Removes lanes whose parameter differs. */
  takenAsParameter(value: Operand): void {
    const x = this.#numbersOf(value);
    if (this.#group.split(value.particle, x)) this.#leave();
  }

  /** Dissolves the group, because the bits or digits of a single number cannot represent all lanes. */
  expose(): void {
    this.#options.dissolve();
  }

  isLive(handle: Handle): boolean {
    return (this.#addresses[handle] ?? 0) !== 0;
  }

  release(handle: Handle): void {
    const address = this.#addresses[handle];
    if (!address) return;
    this.#kernels.free(address, this.#blockBytes);
    this.#addresses[handle] = 0;
    this.#free.push(handle);
    this.#alive--;
  }

  sweep(marked: Uint32Array): number {
    const before = this.#alive;
    for (let handle = this.#addresses.length - 1; handle > 0; handle--) {
      if (((marked[handle >>> 5] ?? 0) >>> (handle & 31)) & 1) continue;
      this.release(handle);
    }
    return before - this.#alive;
  }

  get draws(): JointDraws {
    return this.#options.dissolve();
  }

  // These calls need whole distributions.
  readonly fromMultidimensionalSamples = this.#dissolve;
  readonly independentCopy = this.#dissolve;
  readonly independentCopies = this.#dissolve;
  readonly limitSupport = this.#dissolve;
  readonly bayesLaplace = this.#dissolve;
  readonly meanOfParametric = this.#dissolve;
  readonly query = this.#dissolve;
  readonly sampleInto = this.#dissolve;
  readonly figuresOf = this.#dissolve;
  readonly toText = this.#dissolve;
  readonly toBytes = this.#dissolve;

  #draw(source: LaneSource, draw: (core: PlainCore) => void, isSingle = false): Handle {
    const lanes = this.#group.lanesOfNumbers();
    const numbers = new Float64Array(lanes.length);
    if (!this.#options.columns.fill(this.#dimension, source, lanes, numbers, draw))
      return this.givePlain(numbers[0]!);
    this.#dimension++;
    if (isSingle) numbers.set(Float32Array.from(numbers));
    const target = this.#allocate();
    this.#kernels.doublesAt(target, numbers.length).set(numbers);
    return this.#give(target, 0, numbers[0]!);
  }

  #boundsOf({ handle, particle }: Operand): Bounds {
    let [low, high] = [particle, particle];
    const numbers = this.#view(handle);
    for (const i of this.#group.active) {
      const x = numbers[i]!;
      if (x < low) low = x;
      else if (x > high) high = x;
      else if (Number.isNaN(x)) return UNBOUNDED;
    }
    return Number.isNaN(particle) ? UNBOUNDED : { low, high };
  }

  #holds(comparison: Comparison, left: Operand, right: Operand): Handle {
    const holds = HOLDS[comparison];
    const answer = holds(left.particle, right.particle);
    const [x, y] = [this.#numbersOf(left), this.#numbersOf(right)];
    if (this.#group.active.every((i) => holds(x(i), y(i)) === answer)) return 0;
    return this.#onLanes(left, right, Number(answer), (a, b, target) =>
      this.#kernels.call.lane_compare(COMPARISONS.indexOf(comparison), a, b, target),
    );
  }

  #choose(condition: Handle, first: Operand, second: Operand, particle: number): Handle {
    return this.#onLanes(first, second, particle, (a, b, target) =>
      this.#kernels.call.lane_select(this.#addressOf(condition), a, b, target),
    );
  }

  #onLanes(
    first: Operand,
    second: Operand,
    particle: number,
    fill: (x: Address, y: Address, target: Address) => number,
  ): Handle {
    const [x, y] = [this.#borrow(first), this.#borrow(second)];
    const target = this.#allocate();
    const point = fill(x, y, target);
    if (first.handle === 0) this.#kernels.free(x, this.#blockBytes);
    if (second.handle === 0) this.#kernels.free(y, this.#blockBytes);
    return this.#give(target, point, particle);
  }

  #borrow({ handle, particle }: Operand): Address {
    if (handle !== 0) return this.#addressOf(handle);
    const address = this.#allocate();
    this.#kernels.call.lane_fill(particle, address);
    return address;
  }

  #numbersOf({ handle, particle }: Operand): (index: number) => number {
    if (handle === 0) return () => particle;
    const numbers = this.#view(handle);
    return (i) => numbers[i]!;
  }

  /** Valid until the next memory allocation. */
  #view(handle: Handle): Float64Array {
    return this.#kernels.doublesAt(this.#addressOf(handle), this.#group.width);
  }

  #addressOf(handle: Handle): Address {
    return this.#addresses[handle] || this.#options.dissolve();
  }

  #allocate(): Address {
    if ((this.#alive + 3) * this.#blockBytes > this.#options.memoryLimitBytes) this.#options.dissolve();
    return this.#kernels.allocate(this.#blockBytes);
  }

  /** Turns numbers into a value; `point` is nonzero if all numbers are equal. */
  #give(address: Address, point: number, particle: number): Handle {
    this.resultParticle = particle;
    if (point && Object.is(this.#kernels.f64[address / 8]!, particle)) {
      this.#kernels.free(address, this.#blockBytes);
      return 0;
    }
    const handle = this.#free.pop() ?? this.#addresses.length;
    if (handle > MOST_HANDLES) this.#options.dissolve();
    this.#addresses[handle] = address;
    this.#alive++;
    this.#created++;
    return handle;
  }

  /** Continues without the lanes that have left. */
  #leave(): void {
    const group = this.#group;
    if (group.active.length < LEAST_LANES) this.#options.dissolve();
    if (2 * group.active.length > group.width) return;
    const stays = group.compact();
    const { f64 } = this.#kernels;
    for (const address of this.#addresses) {
      if (address === 0) continue;
      const from = address / 8;
      // Copying in ascending order is safe, because numbers only move to lower indices.
      for (let i = 0; i < stays.length; i++) f64[from + i] = f64[from + stays[i]!]!;
    }
    this.#kernels.call.setup_lanes(stays.length);
  }
}

/** A source without parameters. */
function named(kind: string): LaneSource {
  return { kind, a: 0, b: 0, c: 0 };
}

const UNBOUNDED: Bounds = { low: -Infinity, high: Infinity };
