// The functions of the kernel module (wasm/kernels) and their types.

/** Address in the kernels' memory, in bytes. */
export type Address = number;

/** Exports of wasm/kernels. Functions that fill a block return count | flags << 24. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global;
  /**
   * `productLevels`: number of levels into which products are split. Leaves become two deltas each, or one if the
   * number is negative.
   */
  setup(precision: number, levels: number, productLevels: number): void;
  apply_unary(operation: number, x: number): number;
  apply_binary(operation: number, x: number, y: number): number;
  unary(operation: number, source: Address, n: number, target: Address): number;
  binary_with_plain_right(operation: number, source: Address, n: number, y: number, target: Address): number;
  binary_with_plain_left(operation: number, x: number, source: Address, n: number, target: Address): number;
  binary_scratch(nx: number, ny: number): number;
  binary(
    operation: number,
    x: Address,
    nx: number,
    y: Address,
    ny: number,
    target: Address,
    scratch: Address,
    sorted: number,
  ): number;
  reduce(deltas: Address, n: number, target: Address, single: number): number;
  finish(block: Address, n: number, keepOrder: number): number;
  mean(block: Address, n: number): number;
  central_moment(block: Address, n: number, centre: number, order: number): number;
  seed(low: number, high: number): void;
  random(): number;
  shape_scratch(): number;
  shape_build(kind: number, a: number, b: number, target: Address): number;
  shape_deltas(shape: Address, target: Address): number;
  shape_table_bytes(): number;
  shape_table(panels: Address, table: Address): void;
  shape_quantile(shape: Address, p: number): number;
  /** Logarithms of a shape's density for a location and scale, at `n` positions. */
  shape_log_densities(
    panels: Address,
    location: number,
    scale: number,
    positions: Address,
    n: number,
    target: Address,
  ): void;
  fill_uniforms(target: Address, n: number, dimension: number, seedLow: number, seedHigh: number): void;
  lattice_dimensions(n: number): number;
  /** Fills the lanes from `first` to `end` (exclusive). */
  fill_lattice(
    target: Address,
    n: number,
    dimension: number,
    seedLow: number,
    seedHigh: number,
    first: number,
    end: number,
  ): void;
  setup_lanes(count: number): void;
  /** Lane operations return 1 if all resulting lanes are equal. */
  lane_unary(operation: number, x: Address, target: Address, n: number): number;
  lane_binary(operation: number, x: Address, y: Address, target: Address, n: number): number;
  lane_binary_with_plain_right(operation: number, x: Address, y: number, target: Address, n: number): number;
  lane_binary_with_plain_left(operation: number, x: number, y: Address, target: Address, n: number): number;
  /** Adjusts the lanes of a source to its exact moments; see control.c. */
  lane_control(
    values: Address,
    count: number,
    mean: number,
    deviation: number,
    low: number,
    high: number,
    lanes: Address,
    n: number,
    blocks: number,
    scratch: Address,
  ): void;
  grid_weights(weights: Address, n: number): void;
  grid_shares(shares: Address, n: number): void;
  shape_grid(panels: Address, values: Address, n: number): void;
  grid_place(
    source: Address,
    location: number,
    scale: number,
    single: number,
    target: Address,
    n: number,
  ): void;
  grid_repair(values: Address, weights: Address, n: number, limit: number): void;
  grid_deltas(
    values: Address,
    weights: Address,
    n: number,
    scratch: Address,
    levels: number,
    block: Address,
  ): number;
  grid_mean(values: Address, weights: Address, n: number): number;
  grid_central_moment(values: Address, weights: Address, n: number, mean: number, order: number): number;
  lane_fill(x: number, target: Address): void;
  /** The functions from here to `lane_limit` replace the uniform coordinates at `lanes` in place. */
  lane_place(
    panels: Address,
    table: Address,
    location: number,
    scale: number,
    single: number,
    lanes: Address,
    spare: Address,
    n: number,
  ): void;
  /** `sorted` must have room for twice as many numbers. */
  lane_sort(lanes: Address, sorted: Address): void;
  lane_pick(outcomes: Address, cumulative: Address, n: number, lanes: Address): void;
  lane_choose(x: Address, y: Address, weight: number, lanes: Address): void;
  /**
   * Writes 1 in lanes where the comparison of x and y is true, and 0 in all others; `comparison` is an index into
   * COMPARISONS.
   */
  lane_compare(comparison: number, x: Address, y: Address, target: Address): number;
  /** Writes x in lanes where the condition is 1, and y in all others. */
  lane_select(condition: Address, x: Address, y: Address, target: Address): number;
  lane_redraw(source: Address, scratch: Address, lanes: Address): void;
  lane_limit(source: Address, low: number, high: number, scratch: Address, lanes: Address): number;
  lane_deltas(lanes: Address, scratch: Address, single: number, block: Address): number;
  lane_is_point(lanes: Address): number;
  lane_mean(lanes: Address): number;
  lane_central_moment(lanes: Address, centre: number, order: number): number;
  place(source: Address, n: number, location: number, scale: number, single: number, target: Address): number;
}
