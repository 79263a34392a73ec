// True results of the programs in bench/accuracy/table: closed forms, a convolution on a fine grid and, for two
// programs, many draws.

/** Mean and standard deviation; a plain number has a deviation of 0. `scale` is the unit of its error. */
export interface Truth {
  readonly mean: number;
  readonly deviation: number;
  readonly scale?: number;
}

const square = (x: number) => x * x;

/** True values by printed name. */
export function findTruths(): Record<string, Truth> {
  return {
    ...sums(),
    ...fund(),
    ...functions(),
    ...matrices(),
    ...posteriors(),
    ...dependent(),
  };
}

function sums(): Record<string, Truth> {
  const variances = { gauss: 1, uniform: 1 / 3, exponential: 1 };
  const truths: Record<string, Truth> = {};
  for (const n of [16, 256, 4096]) {
    for (const [name, variance] of Object.entries(variances)) {
      truths[`sum-${name}-${n}`] = { mean: 0, deviation: Math.sqrt(n * variance) };
      truths[`product-${name}-${n}`] = { mean: 1, deviation: Math.sqrt((1 + 1e-4 * variance) ** n - 1) };
    }
  }
  return truths;
}

/** Density of the logarithm of 252 factors, convolved by repeated squaring on a grid on which each step is smooth. */
function fund(): Record<string, Truth> {
  const [mean, sigma, step, days] = [0.0003, 0.01, 0.001, 252];
  const half = 160;
  const daily = Float64Array.from({ length: 2 * half + 1 }, (_, i) => {
    const y = (i - half) * step;
    const factor = Math.exp(y);
    return (
      (step * factor * Math.exp(-square((factor - 1 - mean) / sigma) / 2)) / (sigma * Math.sqrt(2 * Math.PI))
    );
  });
  const masses = raise(daily, days);
  const middle = (masses.length - 1) / 2;
  const values = masses.map((_, i) => Math.exp((i - middle) * step));
  const expect = (f: (x: number) => number): Truth => {
    const first = masses.reduce((sum, mass, i) => sum + mass * f(values[i]!), 0);
    const second = masses.reduce((sum, mass, i) => sum + mass * square(f(values[i]!)), 0);
    return { mean: first, deviation: Math.sqrt(second - square(first)) };
  };
  const growth = (1 + mean) ** days;
  const deviation = Math.sqrt((square(1 + mean) + square(sigma)) ** days - square(growth));
  return {
    fund: { mean: growth, deviation },
    put: expect((x) => Math.max(1.05 - x, 0)),
    call: expect((x) => Math.max(x - 1.05, 0)),
    'call-by-limit': expect((x) => Math.max(x - 1.05, 0)),
    'value-at-risk': { mean: Math.exp(step * findCrossing(masses, 0.01)), deviation: 0, scale: deviation },
    'chance-of-loss': { mean: sumBelow(masses, middle), deviation: 0, scale: 1 },
  };
}

/** Probability below the middle of cell `at`, including half of that cell. */
function sumBelow(masses: Float64Array, at: number): number {
  return masses.slice(0, at).reduce((sum, mass) => sum + mass, 0) + masses[at]! / 2;
}

/**
 * Distance, in grid steps, from the middle of the grid to the point at which the distribution function equals `p`.
 */
function findCrossing(masses: Float64Array, p: number): number {
  let [below, i] = [masses[0]! / 2, 0];
  for (; below < p; i++) below += (masses[i]! + masses[i + 1]!) / 2;
  const part = (below - p) / ((masses[i - 1]! + masses[i]!) / 2);
  return i - part - (masses.length - 1) / 2;
}

function raise(masses: Float64Array, power: number): Float64Array {
  if (power === 1) return masses;
  const root = raise(masses, power >> 1);
  const squared = convolve(root, root);
  return power % 2 === 1 ? convolve(squared, masses) : squared;
}

/** The convolution, truncated where the remainder is 1e-17; both arguments are centred on their midpoints. */
function convolve(x: Float64Array, y: Float64Array): Float64Array {
  const full = new Float64Array(x.length + y.length - 1);
  x.forEach((mass, i) => {
    for (let j = 0; j < y.length; j++) full[i + j]! += mass * y[j]!;
  });
  let cut = 0;
  while (full[cut]! < 1e-17 && full[full.length - 1 - cut]! < 1e-17) cut++;
  return full.slice(cut, full.length - cut);
}

function functions(): Record<string, Truth> {
  const { E, exp, sqrt } = Math;
  return {
    'square-of-exponential': { mean: 2, deviation: sqrt(20) },
    exp: { mean: exp(0.5), deviation: sqrt((E - 1) * E) },
    'exp-times': { mean: exp(0.5), deviation: sqrt(5 * E * E - E) },
    'log-of-uniform': { mean: 1, deviation: 1 },
    'fourth-power': { mean: 3, deviation: sqrt(96) },
    lognormal: { mean: exp(0.5), deviation: sqrt((E - 1) * E) },
  };
}

function matrices(): Record<string, Truth> {
  // Equally spaced samples in a different order: mean 0.995 above the first sample, variance 1e-4·(200² − 1)/12.
  const variance = (1e-4 * (200 ** 2 - 1)) / 12;
  const entry = (i: number, j: number) => i + 1 + 0.1 * j + 0.995;
  const product = (i: number, j: number): Truth => {
    let [mean, total] = [0, 0];
    for (let k = 0; k < 8; k++) {
      const [x, y] = [entry(i, k), entry(j, k)];
      mean += x * y;
      total += variance * (variance + square(x) + square(y));
    }
    return { mean, deviation: Math.sqrt(total) };
  };
  return { 'matrix-00': product(0, 0), 'matrix-37': product(3, 7) };
}

function posteriors(): Record<string, Truth> {
  const truths: Record<string, Truth> = {};
  [1, 0.1, 0.03, 0.01, 1e-3, 2e-5].forEach((sigma, i) => {
    [3.1, -7.77, 0.0001].forEach((place, j) => {
      truths[`posterior-${i}-${j}`] = truncateNormal(place, sigma);
    });
  });
  const beta = (a: number, b: number): Truth => ({
    mean: a / (a + b),
    deviation: Math.sqrt((a * b) / (square(a + b) * (a + b + 1))),
  });
  [10, 1000, 1e6].forEach((n, i) => {
    truths[`beta-bernoulli-${i}`] = beta(2 + 0.3 * n, 3 + 0.7 * n);
  });
  return {
    ...truths,
    'posterior-uncertain': { mean: 3.1, deviation: 0.5 },
    'normal-normal': { mean: 0.8, deviation: Math.sqrt(0.2) },
    'beta-in-turn': beta(1 + 5, 1 + 15),
  };
}

/** Normal distribution truncated to [−10, 10], by the midpoint rule. */
function truncateNormal(mean: number, sigma: number): Truth {
  const [low, high] = [Math.max(-10, mean - 12 * sigma), Math.min(10, mean + 12 * sigma)];
  const step = (high - low) / 20_000;
  let [mass, first, second] = [0, 0, 0];
  for (let i = 0; i < 20_000; i++) {
    const d = low + (i + 0.5) * step - mean;
    const weight = Math.exp(-square(d / sigma) / 2);
    mass += weight;
    first += weight * d;
    second += weight * d * d;
  }
  return { mean: mean + first / mass, deviation: Math.sqrt(second / mass - square(first / mass)) };
}

function dependent(): Record<string, Truth> {
  const [a, steps] = [1 + 0.05 / 250, 250];
  const euler = (sigma: number): Truth => {
    const deviation = Math.sqrt((a * a + (sigma * sigma) / 250) ** steps - a ** (2 * steps));
    return { mean: a ** steps, deviation };
  };
  return {
    'euler-20': euler(0.2),
    'euler-40': euler(0.4),
    'mean-of-path': meanOfPath(),
    'five-inputs': { mean: 0, deviation: Math.sqrt(2 + Math.exp(0.68)) },
    // Results from 2^26 draws each; the deviations are known to within 0.01 %.
    'dead-reckoning': { mean: 191.665124, deviation: 2.051146 },
    'ratio-of-sums': { mean: 2.115219, deviation: 0.1445654 },
  };
}

function meanOfPath(): Truth {
  const [growth, second, n] = [1.001, 1.001 ** 2 + 0.02 ** 2, 50];
  let [mean, squares] = [0, 0];
  for (let i = 1; i <= n; i++) {
    mean += growth ** i / n;
    for (let k = 1; k <= n; k++) squares += (second ** Math.min(i, k) * growth ** Math.abs(i - k)) / (n * n);
  }
  return { mean, deviation: Math.sqrt(squares - mean * mean) };
}
