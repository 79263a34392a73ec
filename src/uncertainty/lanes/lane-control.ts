// Corrects the lanes of new sources against the latest values that are known only from their lanes
// (wasm/kernels/control.c). The latest lanes stay readable after their value has been released, because results must
// not depend on when that happens.

import type { PlacedShape } from '../distributions/parametric.ts';
import type { ShapeGrid } from '../distributions/shape-cache.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { LaneStore } from './lane-store.ts';

/** Number of independent blocks of lanes. */
const LANE_BLOCKS = 4;

/** A source's distribution, and whether its values are single precision. */
interface PlacedSource {
  readonly plan: PlacedShape;
  readonly single: number;
}

export class LaneControl {
  readonly #kernels: Kernels;
  readonly #lanes: LaneStore;
  readonly #recent: RecentLanes;

  constructor(kernels: Kernels, lanes: LaneStore) {
    this.#kernels = kernels;
    this.#lanes = lanes;
    this.#recent = new RecentLanes((address) => lanes.free(address));
  }

  /** Notes the lanes of a value that is known only from its lanes. */
  note(lanes: Address): void {
    this.#recent.add(lanes);
  }

  /** Takes over the lanes of a released value, if new sources are compared with them. */
  adopt(lanes: Address): boolean {
    return this.#recent.adopt(lanes);
  }

  /**
   * Makes a new source's lanes uncorrelated with recent values. This is not needed while all values are known more
   * accurately than from lanes.
   */
  correct({ plan, single }: PlacedSource, shape: ShapeGrid, lanes: Address, partner: Address): void {
    const { addresses } = this.#recent;
    if (addresses.length === 0) return;
    if (partner !== 0 && !addresses.includes(partner)) addresses.unshift(partner);
    const deviation = Math.abs(plan.scale) * shape.deviation;
    const mean = plan.location + plan.scale * shape.mean;
    if (!(deviation > 0 && deviation < Infinity)) return;
    const nodes = this.#kernels.doublesAt(shape.values, shape.count);
    const ends = [nodes[0]!, nodes[shape.count - 1]!].map((x) => plan.location + plan.scale * x);
    const { count } = this.#lanes;
    const list = this.#kernels.scratch(64 + 24 * count);
    new Uint32Array(this.#kernels.call.memory.buffer, list, addresses.length).set(addresses);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const { call } = this.#kernels;
    call.lane_control(
      list,
      addresses.length,
      mean,
      deviation,
      low,
      high,
      lanes,
      count,
      LANE_BLOCKS,
      list + 64,
    );
    if (!single) return;
    const made = this.#kernels.doublesAt(lanes, count);
    made.set(Float32Array.from(made));
  }
}

const MOST = 5;

class RecentLanes {
  readonly #free: (lanes: Address) => void;
  /**
   * Newest first; 0 in unused slots. The array is fixed, because every operation updates this list and should allocate
   * nothing.
   */
  readonly #lanes = new Uint32Array(MOST);
  /** 1 if the value was released, so that its lanes belong to this list. */
  readonly #isOwned = new Uint8Array(MOST);

  /** @param free frees lanes that this list has taken over */
  constructor(free: (lanes: Address) => void) {
    this.#free = free;
  }

  /** Notes lanes, dropping the oldest entry to make room. */
  add(lanes: Address): void {
    const oldest = this.#lanes[MOST - 1]!;
    const isOwned = this.#isOwned[MOST - 1] === 1;
    for (let i = MOST - 1; i > 0; i--) {
      this.#lanes[i] = this.#lanes[i - 1]!;
      this.#isOwned[i] = this.#isOwned[i - 1]!;
    }
    this.#lanes[0] = lanes;
    this.#isOwned[0] = 0;
    if (isOwned) this.#free(oldest);
  }

  /** Takes over the lanes of a value that is being released, if they are in the list. */
  adopt(lanes: Address): boolean {
    if (lanes === 0) return false;
    for (let i = 0; i < MOST; i++) {
      if (this.#lanes[i] !== lanes) continue;
      this.#isOwned[i] = 1;
      return true;
    }
    return false;
  }

  /** Addresses, newest first. */
  get addresses(): Address[] {
    return Array.from(this.#lanes).filter((lanes) => lanes !== 0);
  }
}
