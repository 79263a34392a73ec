// Elementary functions of constants, correctly rounded like gfortran's, because a browser's Math sometimes gets the
// last digit wrong. Numbers are multiples of 2^-BITS. Functions are computed from textbook series after argument
// reduction.

/** Leaves more than 50 guard bits against rounding errors for all supported arguments. */
const BITS = 256n;
const ONE = 1n << BITS;

/** Arguments outside this range, such as zero, are left to Math. */
const SMALLEST = 2 ** -60;
const LARGEST = 2 ** 60;

const multiply = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const divide = (a: bigint, b: bigint): bigint => (a << BITS) / b;
const absolute = (a: bigint): bigint => (a < 0n ? -a : a);
const bitLength = (a: bigint): number => a.toString(2).length;

function squareRoot(a: bigint): bigint {
  const square = a << BITS;
  if (square === 0n) return 0n;
  let root = 1n << BigInt((bitLength(square) + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Adds terms until they vanish, deriving each from the previous one. */
function sum(first: bigint, next: (term: bigint, index: bigint) => bigint): bigint {
  let total = first;
  let term = first;
  for (let index = 1n; term !== 0n && term !== -1n; index += 1n) {
    term = next(term, index);
    total += term;
  }
  return total;
}

/** x ± x³/3 + x⁵/5 ± …: the arc tangent if the signs alternate, otherwise the inverse hyperbolic tangent. */
function oddSeries(x: bigint, isAlternating: boolean): bigint {
  const square = isAlternating ? -multiply(x, x) : multiply(x, x);
  let power = x;
  let total = x;
  for (let n = 3n; power !== 0n && power !== -1n; n += 2n) {
    power = multiply(power, square);
    total += power / n;
  }
  return total;
}

let constants: { readonly pi: bigint; readonly ln2: bigint; readonly ln10: bigint } | undefined;

function known(): NonNullable<typeof constants> {
  if (constants) return constants;
  // J. Machin, 1706.
  const pi = 16n * oddSeries(ONE / 5n, true) - 4n * oddSeries(ONE / 239n, true);
  const ln2 = 2n * oddSeries(ONE / 3n, false);
  const ln10 = 3n * ln2 + 2n * oddSeries(ONE / 9n, false);
  constants = { pi, ln2, ln10 };
  return constants;
}

function nearest(a: bigint, b: bigint): bigint {
  const doubled = 2n * a + b;
  const quotient = doubled / (2n * b);
  return doubled < 0n && doubled % (2n * b) !== 0n ? quotient - 1n : quotient;
}

/** Represents e^x as the product of a number near 1 and a power of two. */
function exponential(x: bigint): { readonly part: bigint; readonly power: bigint } {
  const { ln2 } = known();
  const power = nearest(x, ln2);
  const rest = x - power * ln2;
  return { part: sum(ONE, (term, n) => multiply(term, rest) / n), power };
}

function shiftBy(a: bigint, by: bigint): bigint {
  return by >= 0n ? a << by : a >> -by;
}

const exp = (x: bigint): bigint => {
  const { part, power } = exponential(x);
  return shiftBy(part, power);
};

function log(x: bigint): bigint {
  const power = BigInt(bitLength(x)) - BITS - (x >> BigInt(bitLength(x) - 2) === 3n ? 0n : 1n);
  const part = shiftBy(x, -power);
  return power * known().ln2 + 2n * oddSeries(divide(part - ONE, part + ONE), false);
}

function sineAndCosine(x: bigint): readonly [bigint, bigint] {
  const quarter = known().pi >> 1n;
  const turns = nearest(x, quarter);
  const rest = x - turns * quarter;
  const square = -multiply(rest, rest);
  const sine = sum(rest, (term, n) => multiply(term, square) / (2n * n * (2n * n + 1n)));
  const cosine = sum(ONE, (term, n) => multiply(term, square) / ((2n * n - 1n) * 2n * n));
  const [s, c] = (turns & 1n) === 0n ? [sine, cosine] : [cosine, -sine];
  return (turns & 2n) === 0n ? [s, c] : [-s, -c];
}

function atan(x: bigint): bigint {
  if (absolute(x) > ONE) {
    const quarter = known().pi >> 1n;
    return (x < 0n ? -quarter : quarter) - atan(divide(ONE, x));
  }
  let small = x;
  for (let halving = 0; halving < 4; halving += 1)
    small = divide(small, ONE + squareRoot(ONE + multiply(small, small)));
  return oddSeries(small, true) << 4n;
}

const asin = (x: bigint): bigint => {
  const leg = squareRoot(ONE - multiply(x, x));
  return leg === 0n ? (x < 0n ? -1n : 1n) * (known().pi >> 1n) : atan(divide(x, leg));
};
const sinh = (x: bigint): bigint => (exp(x) - exp(-x)) >> 1n;
const cosh = (x: bigint): bigint => (exp(x) + exp(-x)) >> 1n;

function atan2(y: bigint, x: bigint): bigint {
  const angle = atan(divide(y, x));
  if (x > 0n) return angle;
  return y < 0n ? angle - known().pi : angle + known().pi;
}

/** True if the arc sine and the arc cosine of this argument are real. */
const isInside = (x: bigint): boolean => absolute(x) <= ONE;
const MOST_EXPONENT = 700n * ONE;
const isModest = (x: bigint): boolean => absolute(x) < MOST_EXPONENT;

interface Rule {
  readonly of: (x: bigint, y: bigint) => bigint;
  readonly where?: (x: bigint) => boolean;
}

const RULES: Readonly<Record<string, Rule>> = {
  exp: { of: exp, where: (x) => absolute(x) < 100n * ONE },
  log: { of: log, where: (x) => x > 0n },
  log10: { of: (x) => divide(log(x), known().ln10), where: (x) => x > 0n },
  sin: { of: (x) => sineAndCosine(x)[0] },
  cos: { of: (x) => sineAndCosine(x)[1] },
  tan: {
    of: (x) => {
      const [sine, cosine] = sineAndCosine(x);
      return divide(sine, cosine);
    },
  },
  asin: { of: asin, where: isInside },
  acos: { of: (x) => (known().pi >> 1n) - asin(x), where: isInside },
  atan: { of: atan },
  atan2: { of: atan2 },
  sinh: { of: sinh, where: isModest },
  cosh: { of: cosh, where: isModest },
  tanh: { of: (x) => divide(sinh(x), cosh(x)), where: isModest },
  asinh: {
    of: (x) => {
      const size = absolute(x);
      const area = log(size + squareRoot(ONE + multiply(size, size)));
      return x < 0n ? -area : area;
    },
  },
  acosh: { of: (x) => log(x + squareRoot(multiply(x, x) - ONE)), where: (x) => x >= ONE },
  atanh: { of: (x) => log(divide(ONE + x, ONE - x)) >> 1n, where: (x) => absolute(x) < ONE },
  hypot: { of: (x, y) => squareRoot(multiply(x, x) + multiply(y, y)) },
};

/** The conversion is exact, because every double in the supported range is a multiple of the unit. */
function fromNumber(x: number): bigint {
  return shiftBy(BigInt(x * 2 ** 112), BITS - 112n);
}

/** The nearest number with the given number of bits; ties go to the even one. */
function toNumber(a: bigint, bits: number): number {
  const size = absolute(a);
  const surplus = BigInt(Math.max(0, bitLength(size) - bits));
  const half = surplus === 0n ? 0n : 1n << (surplus - 1n);
  const rest = size & ((1n << surplus) - 1n);
  let kept = size >> surplus;
  if (surplus > 0n && (rest > half || (rest === half && (kept & 1n) === 1n))) kept += 1n;
  const value = Number(kept) * 2 ** Number(surplus - BITS);
  return a < 0n ? -value : value;
}

/** The value of an elementary function. Arguments and result are numbers with 256 fraction bits. */
export function maybeFixedPoint(name: string, [x = 0n, y = 0n]: readonly bigint[]): bigint | undefined {
  const rule = RULES[name];
  return rule && (!rule.where || rule.where(x)) ? rule.of(x, y) : undefined;
}

/**
 * Evaluates an elementary function, given by its Fortran name, for one or two finite numbers. The result is correctly
 * rounded to `bits` bits, or undefined if an argument is zero, very small or very large, or if the function has no
 * value.
 */
export function maybeRoundCorrectly(
  name: string,
  values: readonly number[],
  bits: number,
): number | undefined {
  if (!values.every((x) => Math.abs(x) >= SMALLEST && Math.abs(x) <= LARGEST)) return undefined;
  const value = maybeFixedPoint(name, values.map(fromNumber));
  return value === undefined ? undefined : toNumber(value, bits);
}
