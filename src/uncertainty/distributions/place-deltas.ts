// Deltas of parametric values and of linear functions of them. They are bit-identical to the result of applying the
// operations one by one. Using a single factor for all operations would change the last bit of some positions.
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { PlacedShape } from './parametric.ts';
import type { ShapeCache } from './shape-cache.ts';

/** An operation that is linear in the value. If `plain` is absent, it is a unary operation. */
export interface LinearStep {
  readonly operation: number;
  readonly plain?: number;
  readonly plainIsLeft?: boolean;
}

/** A shifted and scaled shape, with the operations that led to it. */
export interface MovedShape extends PlacedShape {
  /** Absent for the parametric value itself; null after more than `MOST_STEPS` operations. */
  readonly moved?: { readonly start: PlacedShape; readonly steps: readonly LinearStep[] } | null;
}

const MOST_STEPS = 16;

/** The operations that led to a shape, plus one more. */
export function moveOn(known: MovedShape, step: LinearStep): NonNullable<MovedShape['moved']> | null {
  const { moved } = known;
  if (moved === undefined) return { start: known, steps: [step] };
  return moved && moved.steps.length < MOST_STEPS ? { ...moved, steps: [...moved.steps, step] } : null;
}

/** Tools for writing deltas. `records` reserves blocks and discards blocks that are needed only during a call. */
export interface DeltaPlaces {
  readonly kernels: Kernels;
  readonly shapes: ShapeCache;
  readonly records: { reserve(): Address; discard(block: Address): void };
}

/** Computes positions of a uniform shape from both bounds, lo·(1 − t) + hi·t, as the cores of the service do. */
function placeUniform(
  { kernels, shapes, records }: DeltaPlaces,
  { shape, a, b, location, end = 0 }: PlacedShape,
  single: number,
  block: Address,
): number {
  const { deltas, count } = shapes.get(shape, a, b);
  const spare = records.reserve();
  kernels.call.place(deltas, count, 0, 1, 0, spare);
  const positions = kernels.doublesAt(spare, count);
  for (const [i, t] of positions.entries()) positions[i] = location * (1 - t) + end * t;
  const packed = kernels.call.place(spare, count, 0, 1, single, block);
  records.discard(spare);
  return packed;
}

function placeStart(places: DeltaPlaces, plan: PlacedShape, single: number, block: Address): number {
  if (plan.end !== undefined) return placeUniform(places, plan, single, block);
  const { deltas, count } = places.shapes.get(plan.shape, plan.a, plan.b);
  return places.kernels.call.place(deltas, count, plan.location, plan.scale, single, block);
}

/** Writes the deltas of a shape to a block; returns their count and flags, packed as kernels pack them. */
export function placeDeltas(places: DeltaPlaces, plan: MovedShape, single: number, block: Address): number {
  const { call } = places.kernels;
  if (!plan.moved) return placeStart(places, plan, single, block);
  let packed = placeStart(places, plan.moved.start, single, block);
  for (const { operation, plain, plainIsLeft } of plan.moved.steps) {
    const source = places.records.reserve();
    const count = packed & 0xffffff;
    call.place(block, count, 0, 1, 0, source);
    if (plain === undefined) packed = call.unary(operation, source, count, block);
    else if (plainIsLeft) packed = call.binary_with_plain_left(operation, plain, source, count, block);
    else packed = call.binary_with_plain_right(operation, source, count, plain, block);
    places.records.discard(source);
  }
  return packed;
}
