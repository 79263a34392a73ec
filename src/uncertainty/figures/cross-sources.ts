// The distribution of a value that depends on two sources in an arbitrary way. At each node of the outer source, the
// value is a function of the inner source, whose distribution function is known (join-knots.ts); P(V ≤ t) is the
// weighted sum. Operations without an inverse (hypot, pow, atan2, fmod) are applied to all pairs of nodes.

import { findFirstAtLeast } from '../distributions/deltas.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { evaluateBinary, evaluateFormula } from './formula.ts';
import { maybeJoinKnots } from './join-knots.ts';
import { Knots } from './knots.ts';
import {
  type CrossedRoot,
  type LinearForm,
  maybeStepOf,
  type Root,
  type SourceRoot,
  type Step,
  type Variable,
} from './roots.ts';

/** Number of nodes of the outer source whose points are computed together. */
const ROWS = 16;
/** Maximum number of operations at each point. */
const MOST_OPERATIONS = 256;
/** Fraction of the nodes at each end that are ignored when influence is measured. */
const OUTER_PART = 1 / 16;

/** Values of a source at its nodes, with the nodes' weights and ascending cumulative probabilities. */
export interface SourceNodes {
  readonly values: Float64Array;
  readonly weights: Float64Array;
  readonly shares: Float64Array;
}

/** The value as a function of the inner source, at one node of the outer source. */
export interface Row {
  readonly weight: number;
  readonly knots: Knots;
}

export interface CrossedVariable extends Variable {
  readonly root: CrossedRoot;
}

/**
 * The value at each node of its less influential source; undefined if a result is not finite or the value needs too
 * many operations.
 * @param nodesOf nodes of a source: their number is a multiple of 16
 */
export function maybeCrossSources(
  kernels: Kernels,
  variable: CrossedVariable,
  nodesOf: (source: SourceRoot) => SourceNodes,
): Row[] | undefined {
  const inner = maybeFindInner(kernels, variable, nodesOf);
  if (!inner) return undefined;
  const { values: places, shares } = nodesOf(inner);
  const n = places.length;
  const outer = variable.root.sources.find((source) => source !== inner);
  const { values: outerPlaces, weights } = outer ? nodesOf(outer) : { values: undefined, weights: undefined };
  const rowCount = weights?.length ?? 1;
  const rows: Row[] = [];
  for (let start = 0; start < rowCount; start += ROWS) {
    const count = Math.min(ROWS, rowCount - start);
    const points = new Map<Root, Float64Array>([
      [inner, Float64Array.from({ length: count * n }, (_, i) => places[i % n]!)],
    ]);
    if (outer)
      points.set(
        outer,
        Float64Array.from({ length: count * n }, (_, i) => outerPlaces![start + Math.floor(i / n)]!),
      );
    const results = maybeEvaluate(kernels, variable, points);
    if (!results) return undefined;
    for (let row = 0; row < count; row++) {
      const knots = maybeJoinKnots(results.slice(row * n, (row + 1) * n), shares);
      if (!knots) return undefined;
      rows.push({ weight: weights?.[start + row] ?? 1, knots });
    }
  }
  return rows;
}

/** The source that changes the value more while the other source is held at its median. */
function maybeFindInner(
  kernels: Kernels,
  variable: CrossedVariable,
  nodesOf: (source: SourceRoot) => SourceNodes,
): SourceRoot | undefined {
  const { sources } = variable.root;
  let [most, inner]: [number, SourceRoot | undefined] = [-1, undefined];
  for (const moved of sources) {
    const places = new Map(
      sources.map((source) => {
        const { values } = nodesOf(source);
        const median = values[values.length / 2]!;
        return [source, source === moved ? values : new Float64Array(values.length).fill(median)];
      }),
    );
    const results = maybeEvaluate(kernels, variable, places);
    if (!results) return undefined;
    const cut = Math.floor(OUTER_PART * results.length);
    const seen = results.subarray(cut, results.length - cut);
    const range = Math.max(...seen) - Math.min(...seen);
    if (range > most) [most, inner] = [range, moved];
  }
  return inner;
}

/** The value at combinations of the sources' values. Shared parts are computed only once. */
function maybeEvaluate(
  kernels: Kernels,
  variable: Variable,
  places: ReadonlyMap<Root, Float64Array>,
): Float64Array | undefined {
  const known = new Map(places);
  let left = MOST_OPERATIONS;
  const evaluate = ({ root, formula }: Variable): Float64Array | undefined => {
    left -= formula.size;
    const values = known.get(root) ?? evaluateRoot(root);
    return values && left >= 0 ? evaluateFormula(kernels, formula, values) : undefined;
  };
  const evaluateRoot = (root: Root): Float64Array | undefined => {
    if (left-- <= 0) return undefined;
    const values = root.kind === 'linear' ? evaluateForm(root.form) : evaluateStep(maybeStepOf(root));
    if (values) known.set(root, values);
    return values;
  };
  const evaluateStep = (step: Step | undefined): Float64Array | undefined => {
    const [x, y] = step ? [evaluate(step.left), evaluate(step.right)] : [];
    return step && x && y && evaluateBinary(kernels, step.operation, x, y);
  };
  const evaluateForm = ({ terms, constant }: LinearForm): Float64Array | undefined => {
    let sum: Float64Array | undefined;
    for (const { factor, ...term } of terms) {
      const values = evaluate(term);
      if (!values) return undefined;
      const before = sum;
      sum = values.map((x, i) => factor * x + (before?.[i] ?? constant));
    }
    return sum;
  };
  return evaluate(variable);
}

/** Number of nodes per operand. */
export const CROSS_NODES = 256;
/** Step between the nodes whose pairs become knots. */
const KNOT_STEP = 4;

/** Nodes of two operands with their weights. */
interface CrossedNodes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weights: Float64Array;
}

/** Knots of the distribution function; undefined if a result is not finite. */
export function maybeCross(kernels: Kernels, operation: number, nodes: CrossedNodes): Knots | undefined {
  const { x, y, weights } = nodes;
  const n = weights.length;
  const { call } = kernels;
  const operand = kernels.allocate(8 * n);
  const results = kernels.allocate(8 * n);
  kernels.doublesAt(operand, n).set(y);
  const rows = Array.from(x, (value) => {
    call.lane_binary_with_plain_left(operation, value, operand, results, n);
    return kernels.doublesAt(results, n).slice();
  });
  kernels.free(operand, 8 * n);
  kernels.free(results, 8 * n);
  if (!rows.every((row) => row.every(Number.isFinite))) return undefined;
  const isKnot = (i: number) => i % KNOT_STEP === 0 || i === n - 1;
  const chosen = rows.flatMap((row, i) => (isKnot(i) ? Array.from(row).filter((_, k) => isKnot(k)) : []));
  const positions = Float64Array.from(new Set(chosen)).sort();
  const masses = new Float64Array(positions.length + 1);
  rows.forEach((row, i) => {
    for (let k = 0; k < n; k++) masses[findFirstAtLeast(positions, row[k]!)]! += weights[i]! * weights[k]!;
  });
  let below = 0;
  const shares = positions.map((_, i) => {
    below += masses[i]!;
    return Math.min(below, 1);
  });
  return new Knots(positions, shares);
}
