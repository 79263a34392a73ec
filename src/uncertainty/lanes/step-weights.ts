// Computes the weights of a step function's nodes. A step between two nodes divides their mass at the cumulative
// probability (share) at which the operand reaches the step, which is found by interpolation. With the weights of the
// quadrature rule, the probability of an outcome would be uncertain by half a node's weight.

import { BINARY_OPERATIONS, SINGLE_PRECISION, UNARY_OPERATIONS } from '../core/operations.ts';

/** A step after a node, and the cumulative probability below it. */
interface Step {
  readonly after: number;
  readonly share: number;
}

/** Returns the cumulative probability below the step after a node; undefined if it is unknown. */
export type StepLocator = (node: number) => number | undefined;

const BISECTIONS = 60;
/** Maximum number of nodes from which a step's share is interpolated. */
const MOST_POINTS = 4;
/** Maximum difference between cumulative weights that counts as rounding error. */
const ROUNDING = 1e-14;

const STEPS: ReadonlySet<string> = new Set(
  'ceil floor trunc nearest rint nearbyint round copysign div'.split(' '),
);

/** True for operations whose results may have steps where the operands have none. */
export function makesSteps(operation: number, arity: 1 | 2): boolean {
  const names: readonly string[] = arity === 1 ? UNARY_OPERATIONS : BINARY_OPERATIONS;
  return STEPS.has(names[operation & ~SINGLE_PRECISION]!);
}

/** Nodes after which the results change, at both ends of level stretches. */
export function findChanges(results: Float64Array): number[] {
  const isLevel = (i: number) => results[i] === results[i + 1];
  const changes: number[] = [];
  for (let i = 0; i + 1 < results.length; i++)
    if (!isLevel(i) && (isLevel(i - 1) || isLevel(i + 1))) changes.push(i);
  return changes;
}

/** Weights of a function that has steps after some of these nodes; undefined if no step can be located. */
export function maybeMoveSteps(
  weights: Float64Array,
  changes: readonly number[],
  locate: StepLocator,
): Float64Array | undefined {
  const steps = changes.flatMap((after): Step[] => {
    const share = locate(after);
    return share === undefined ? [] : [{ after, share }];
  });
  return steps.length > 0 ? moveMass(weights, steps) : undefined;
}

/** Finds the number between `near` and `far` at which a step lies. @param isNear true on the same side as `near` */
export function bisectStep(near: number, far: number, isNear: (x: number) => boolean): number {
  let [inner, outer] = [near, far];
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = inner + (outer - inner) / 2;
    if (isNear(middle)) inner = middle;
    else outer = middle;
  }
  return outer;
}

/**
 * Locates the steps of a function from its operand's values at nodes with these shares.
 * @param isNear true for an operand's number on the same side of the step as node i
 */
export function locateByOperand(
  operand: Float64Array,
  shares: Float64Array,
  isNear: (x: number, i: number) => boolean,
): StepLocator {
  return (i) => {
    const far = operand[i + 1]!;
    if (isNear(far, i)) return undefined;
    const share = maybeInterpolate(
      operand,
      shares,
      i,
      bisectStep(operand[i]!, far, (x) => isNear(x, i)),
    );
    return share && Math.min(shares[i + 1]!, Math.max(shares[i]!, share));
  };
}

/**
 * Finds the share at which an operand reaches a number, using a polynomial through the nearest nodes on which the
 * operand is monotone.
 */
function maybeInterpolate(
  operand: Float64Array,
  shares: Float64Array,
  i: number,
  number: number,
): number | undefined {
  const slope = (k: number) => Math.sign(operand[k + 1]! - operand[k]!);
  // The end of a level stretch may lie anywhere in the interval.
  let first = slope(i - 1) === 0 ? i + 1 : i;
  let last = slope(i + 1) === 0 ? i : i + 1;
  for (let more = 1; more < MOST_POINTS; more++) {
    if (first <= i && last - first + 1 < MOST_POINTS && slope(first - 1) === slope(i)) first--;
    if (last > i && last - first + 1 < MOST_POINTS && slope(last) === slope(i)) last++;
  }
  if (last <= first) return undefined;
  let share = 0;
  for (let k = first; k <= last; k++) {
    let factor = 1;
    for (let j = first; j <= last; j++)
      if (j !== k) factor *= (number - operand[j]!) / (operand[k]! - operand[j]!);
    share += factor * shares[k]!;
  }
  return share;
}

/** Moves mass between nodes so that the nodes before each step together have the step's share. */
function moveMass(weights: Float64Array, steps: readonly Step[]): Float64Array {
  const ends = cumulate(weights);
  for (const { after, share } of steps) {
    ends[after] = share;
    for (let k = after - 1; k >= 0 && ends[k]! > share; k--) ends[k] = share;
    for (let k = after + 1; k + 1 < ends.length && ends[k]! < share; k++) ends[k] = share;
  }
  return differences(ends);
}

/**
 * Weights of a result that has the steps of both operands. If both have a step between the same nodes, the mean is
 * used.
 */
export function uniteWeights(rule: Float64Array, one: Float64Array, other: Float64Array): Float64Array {
  const [ends, first, second] = [cumulate(rule), cumulate(one), cumulate(other)];
  const isMoved = (moved: Float64Array, i: number) => Math.abs(moved[i]! - ends[i]!) > ROUNDING;
  return differences(
    ends.map((end, i) => {
      if (!isMoved(first, i)) return isMoved(second, i) ? second[i]! : end;
      return isMoved(second, i) ? (first[i]! + second[i]!) / 2 : first[i]!;
    }),
  );
}

function cumulate(weights: Float64Array): Float64Array {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}

function differences(ends: Float64Array): Float64Array {
  return ends.map((end, i) => (i > 0 ? end - ends[i - 1]! : end));
}
