// Finds the initial direction numbers of wasm/kernels/sobol.c by choosing a pseudo-random candidate for each
// dimension in turn. Prints the table of wasm/kernels/sobol-candidates.h; run it only to change the criterion: `node
// dist/scripts/find-sobol-candidates.js`.
//
// A projection of 2^m points to s dimensions is a (t, m, s)-net: the smaller the quality parameter t, the better. For a
// formula of these s inputs, the points are as evenly spread as 2^(m − t) points can be. A candidate's cost is the sum
// of 2^t over the pairs with all earlier dimensions, with more weight on near and early dimensions. The sum also covers
// the projections to three, four and five dimensions with the preceding dimensions, because a program creates a
// formula's inputs one after another.

/**
 * Candidates for the first dimensions, chosen only by their pairs. Other numbers here would change the output of most
 * programs.
 */
const KEPT = [0, 0, 0, 17, 1, 26, 23, 663, 913, 924, 83, 326, 500, 215, 346, 726];
const DIMENSIONS = 64;
const CANDIDATES = 600;
const SIZES_LOG2 = [10, 12];
/** Number of earlier dimensions that a formula may share with the new dimension. */
const WINDOW = 4;
/** Weight of a projection relative to a pair, by its number of dimensions; t grows with that number anyway. */
const WEIGHTS = [0, 0, 2, 1, 0.5, 0.5];

/**
 * Rows of a generator matrix for 32-bit coordinates, leading digit first; bit k of a row belongs to bit k of the
 * index.
 */
type Rows = Uint32Array;

function mixBits(number: number): number {
  let x = Math.imul(number ^ (number >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

function isPrimitive(polynomial: number, degree: number): boolean {
  const period = 2 ** degree - 1;
  let state = 1;
  for (let i = 1; i <= period; i++) {
    state <<= 1;
    if ((state >>> degree) & 1) state ^= polynomial;
    if (state === 1) return i === period;
  }
  return false;
}

/** Primitive polynomials in ascending order, one per dimension. The first dimension ignores its polynomial. */
function listPolynomials(count: number): number[] {
  const found = [1];
  for (let polynomial = 3; found.length < count; polynomial += 2)
    if (isPrimitive(polynomial, 31 - Math.clz32(polynomial))) found.push(polynomial);
  return found;
}

/** Equivalent to find_directions in sobol.c. */
function findDirections(dimension: number, polynomial: number, candidate: number): Uint32Array {
  const directions = new Uint32Array(32);
  const degree = dimension === 0 ? 32 : 31 - Math.clz32(polynomial);
  for (let k = 0; k < degree; k++) {
    const number = mixBits(dimension * 65_536 + candidate * 64 + k) & (2 ** (k + 1) - 1);
    directions[k] = (dimension === 0 ? 1 : number | 1) << (31 - k);
  }
  for (let k = degree; k < 32; k++) {
    let x = directions[k - degree]! ^ (directions[k - degree]! >>> degree);
    for (let j = 1; j < degree; j++) if ((polynomial >>> (degree - j)) & 1) x ^= directions[k - j]!;
    directions[k] = x;
  }
  return directions;
}

function findRows(directions: Uint32Array): Rows {
  return Uint32Array.from({ length: 32 }, (_, digit) =>
    directions.reduce((row, direction, k) => row | (((direction >>> (31 - digit)) & 1) << k), 0),
  );
}

/** Remainder of a row after reduction by an echelon basis (by leading bit); 0 if the row is in the span. */
function reduceRow(row: number, basis: Uint32Array): number {
  let rest = row;
  while (rest !== 0) {
    const beside = basis[31 - Math.clz32(rest)]!;
    if (beside === 0) return rest;
    rest ^= beside;
  }
  return 0;
}

/**
 * Quality parameter t of the projection of 2^m points: m minus the largest number of leading rows that are
 * independent, however they are distributed among the matrices.
 */
function findQuality(matrices: readonly Rows[], m: number): number {
  const mask = 2 ** m - 1;
  const basis = new Uint32Array(32);
  let fewestDependent = m + 1;
  const take = (at: number, taken: number): void => {
    const matrix = matrices[at];
    if (!matrix) return;
    const added: number[] = [];
    take(at + 1, taken);
    for (let digit = 0; taken + digit + 1 < fewestDependent; digit++) {
      const rest = reduceRow((matrix[digit]! & mask) >>> 0, basis);
      if (rest === 0) {
        fewestDependent = taken + digit + 1;
        break;
      }
      const lead = 31 - Math.clz32(rest);
      basis[lead] = rest;
      added.push(lead);
      take(at + 1, taken + digit + 1);
    }
    for (const lead of added) basis[lead] = 0;
  };
  take(0, 0);
  return m - fewestDependent + 1;
}

function listSubsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => listSubsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

function measure(rows: Rows, earlier: readonly Rows[]): number {
  let cost = 0;
  const sumQualities = (matrices: readonly Rows[], weight: number) => {
    for (const m of SIZES_LOG2) cost += weight * 2 ** findQuality([...matrices, rows], m);
  };
  earlier.forEach((one, i) => {
    const distance = earlier.length - i;
    sumQualities([one], WEIGHTS[2]! * (1 / (1 + i) + 1 / distance));
  });
  const window = earlier.slice(-WINDOW);
  for (let size = 2; size <= WINDOW; size++) {
    const subsets = listSubsets(window, size);
    for (const subset of subsets) sumQualities(subset, WEIGHTS[size + 1]! / subsets.length);
  }
  return cost;
}

const polynomials = listPolynomials(DIMENSIONS);
const makeRows = (dimension: number, candidate: number) =>
  findRows(findDirections(dimension, polynomials[dimension]!, candidate));
const candidates = [...KEPT];
const matrices = KEPT.map((candidate, dimension) => makeRows(dimension, candidate));
for (let dimension = KEPT.length; dimension < DIMENSIONS; dimension++) {
  let best = { candidate: 0, cost: Infinity };
  for (let candidate = 0; candidate < CANDIDATES; candidate++) {
    const cost = measure(makeRows(dimension, candidate), matrices);
    if (cost < best.cost) best = { candidate, cost };
  }
  candidates.push(best.candidate);
  matrices.push(makeRows(dimension, best.candidate));
}
console.log(`{${candidates.join(', ')}}`);
const quints = matrices.slice(WINDOW).map((_, i) => findQuality(matrices.slice(i, i + WINDOW + 1), 12));
console.log(`t of five dimensions in a row, 2^12 points: ${quints.join(' ')}`);
