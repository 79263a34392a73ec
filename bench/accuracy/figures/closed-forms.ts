// Programs from metrology, reliability, finance, queueing, hydrology and extreme-value theory whose value `v` has a
// closed-form distribution. Their true values are integrals of the quantile function.

/** A program's body, and its value's distribution function, which rises between `low` and `high`. */
export interface ClosedForm {
  readonly body: string;
  readonly shareUpTo: (x: number) => number;
  readonly low: number;
  readonly high: number;
}

const gauss = (mean: number, deviation: number) => `UxHwDoubleGaussDist(${mean}, ${deviation})`;
const repeat = (times: number, start: string, step: string) =>
  `double v = ${start}; for (int i = 0; i < ${times}; i++) ${step}`;

/** Normal distribution function: a series near 0, and Laplace's continued fraction in the tails. */
function normal(x: number): number {
  const size = Math.abs(x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (size < 3) {
    let [term, sum] = [x, x];
    for (let k = 1; Math.abs(term) > 1e-17 * Math.abs(sum); k++) {
      term *= (x * x) / (2 * k + 1);
      sum += term;
    }
    return 0.5 + density * sum;
  }
  let fraction = size;
  for (let k = 60; k > 0; k--) fraction = size + k / fraction;
  return x > 0 ? 1 - density / fraction : density / fraction;
}

/** Gamma distribution function for an integer shape. */
function erlang(shape: number, x: number): number {
  let [term, sum] = [1, 1];
  for (let k = 1; k < shape; k++) {
    term *= x / k;
    sum += term;
  }
  return x <= 0 ? 0 : 1 - Math.exp(-x) * sum;
}

/** Distribution function of the sum of five uniform values on (0, 1) (Irwin and Hall). */
function sumOfFive(x: number): number {
  let [binomial, sum] = [1, 0];
  for (let k = 0; k <= Math.min(5, x); k++) {
    sum += binomial * (x - k) ** 5;
    binomial *= -(5 - k) / (k + 1);
  }
  return sum / 120;
}

const exponential = (x: number) => (x <= 0 ? 0 : -Math.expm1(-x));
const weibull = (shape: number, x: number) => exponential(Math.max(0, x) ** shape);
const gumbel = (x: number) => Math.exp(-Math.exp(-x));
const logNormal = (mean: number, deviation: number) => (x: number) =>
  x <= 0 ? 0 : normal((Math.log(x) - mean) / deviation);

function normalForm(body: string, mean: number, deviation: number): ClosedForm {
  const shareUpTo = (x: number) => normal((x - mean) / deviation);
  return { body, shareUpTo, low: mean - 9 * deviation, high: mean + 9 * deviation };
}

function logNormalForm(body: string, mean: number, deviation: number): ClosedForm {
  const [low, high] = [Math.exp(mean - 9 * deviation), Math.exp(mean + 9 * deviation)];
  return { body, shareUpTo: logNormal(mean, deviation), low, high };
}

/**
 * Standard deviation of the logarithm of the geometric mean of a walk with `n` steps, each with standard deviation
 * `step`.
 */
function walkDeviation(n: number, step: number): number {
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (n - i) ** 2;
  return (step * Math.sqrt(squares)) / n;
}

const FLOOD = 'UxHwDoubleGumbel1Dist(100, 25)';
const LIFE = 'UxHwDoubleExponentialDist(1)';
const PART = 'UxHwDoubleWeibullDist(1.5, 1)';

export const CLOSED_FORMS: Readonly<Record<string, ClosedForm>> = {
  // Metrology: inputs that appear once, or that cancel out.
  'sum of five lengths': normalForm(repeat(5, '0', `v += ${gauss(10, 0.1)};`), 50, 0.1 * Math.sqrt(5)),
  'mean of twelve readings': normalForm(
    repeat(12, '0', `v += ${gauss(7, 0.6)} / 12;`),
    7,
    0.6 / Math.sqrt(12),
  ),
  'substitution weighing': normalForm(
    `double s = ${gauss(100, 0.05)}, d = ${gauss(0.2, 0.01)}, v = (s + d) - s;`,
    0.2,
    0.01,
  ),
  'bridge with a common drift': normalForm(
    `double c = ${gauss(0, 1)}, a = ${gauss(3, 0.2)} + c, b = ${gauss(1, 0.1)} + c, v = a - b;`,
    2,
    Math.hypot(0.2, 0.1),
  ),
  'half of sum and difference': normalForm(
    `double x = ${gauss(3, 1)}, y = ${gauss(1, 2)}, v = ((x + y) + (x - y)) * 0.5;`,
    3,
    1,
  ),
  'weighted mean': normalForm(
    `double a = ${gauss(5, 0.3)}, b = ${gauss(5.2, 0.4)}, v = (16 * a + 9 * b) / 25;`,
    5.072,
    Math.hypot(16 * 0.3, 9 * 0.4) / 25,
  ),
  'two rectangular errors': {
    body: 'double v = UxHwDoubleUniformDist(-1, 1) + UxHwDoubleUniformDist(-1, 1);',
    shareUpTo: (x) => (x < 0 ? (2 + x) ** 2 / 8 : 1 - (2 - x) ** 2 / 8),
    low: -2,
    high: 2,
  },
  'cosine error': {
    body: 'double v = sin(UxHwDoubleUniformDist(-1.5707963267948966, 1.5707963267948966));',
    shareUpTo: (x) => 0.5 + Math.asin(x) / Math.PI,
    low: -1,
    high: 1,
  },
  'squared reading': {
    body: `double z = ${gauss(0, 1)}, v = z * z;`,
    shareUpTo: (x) => 2 * normal(Math.sqrt(x)) - 1,
    low: 0,
    high: 80,
  },
  'length of a vector': {
    body: `double x = ${gauss(0, 1)}, y = ${gauss(0, 1)}, v = sqrt(x * x + y * y);`,
    shareUpTo: (x) => exponential((x * x) / 2),
    low: 0,
    high: 9,
  },
  'chi-squared of six': {
    body: repeat(6, '0', `{ double z = ${gauss(0, 1)}; v += z * z; }`),
    shareUpTo: (x) => erlang(3, x / 2),
    low: 0,
    high: 120,
  },
  // Reliability: lifetimes of parts and systems.
  'eight spares': { body: repeat(8, '0', `v += ${LIFE};`), shareUpTo: (x) => erlang(8, x), low: 0, high: 60 },
  'lives by logarithms': {
    body: repeat(5, '0', 'v -= log(UxHwDoubleUniformDist(0, 1));'),
    shareUpTo: (x) => erlang(5, x),
    low: 0,
    high: 55,
  },
  'ten parts in series': {
    body: repeat(10, '1e9', `v = fmin(v, ${PART});`),
    shareUpTo: (x) => weibull(1.5, x * 10 ** (1 / 1.5)),
    low: 0,
    high: 3,
  },
  'four parts side by side': {
    body: repeat(4, '0', `v = fmax(v, ${PART});`),
    shareUpTo: (x) => weibull(1.5, x) ** 4,
    low: 0,
    high: 12,
  },
  'two of three': {
    body: `double a = ${LIFE}, b = ${LIFE}, c = ${LIFE}, v = fmax(fmin(a, b), fmin(fmax(a, b), c));`,
    shareUpTo: (x) => exponential(x) ** 2 * (3 - 2 * exponential(x)),
    low: 0,
    high: 20,
  },
  'two lines of two': {
    body: `double v = fmax(fmin(${LIFE}, ${LIFE}), fmin(${LIFE}, ${LIFE}));`,
    shareUpTo: (x) => exponential(2 * x) ** 2,
    low: 0,
    high: 20,
  },
  'strength over stress': logNormalForm(
    'double v = UxHwDoubleLognormalDist(3, 0.2) / UxHwDoubleLognormalDist(2.5, 0.3);',
    0.5,
    Math.hypot(0.2, 0.3),
  ),
  'margin of safety': normalForm(`double r = ${gauss(50, 4)}, s = ${gauss(35, 3)}, v = r - s;`, 15, 5),
  'life of a worn part': {
    body: `double v = pow(${LIFE}, 1 / 2.5) * 3;`,
    shareUpTo: (x) => weibull(2.5, x / 3),
    low: 0,
    high: 13,
  },
  // Finance: price walks.
  'price after a year': logNormalForm(
    `double v = 100 * exp(${gauss(0.05, 0.2)});`,
    Math.log(100) + 0.05,
    0.2,
  ),
  'price after twelve months': logNormalForm(
    repeat(12, '100', `v *= exp(${gauss(0.004, 0.06)});`),
    Math.log(100) + 0.048,
    0.06 * Math.sqrt(12),
  ),
  'geometric Asian option, before its payoff': logNormalForm(
    `double x = 0, g = 0; for (int i = 0; i < 12; i++) { x += ${gauss(0, 0.06)}; g += x; }
    double v = 100 * exp(g / 12);`,
    Math.log(100),
    walkDeviation(12, 0.06),
  ),
  'sixty days': normalForm(repeat(60, '0', `v += ${gauss(0.01, 0.1)};`), 0.6, 0.1 * Math.sqrt(60)),
  'exchange of two currencies': logNormalForm(
    `double m = ${gauss(0, 0.1)}, v = exp(m + ${gauss(0.1, 0.2)}) / exp(m);`,
    0.1,
    0.2,
  ),
  'discount by two rates': logNormalForm(
    `double v = 1000 * exp(-3 * ${gauss(0.04, 0.01)} - 2 * ${gauss(0.05, 0.02)});`,
    Math.log(1000) - 0.22,
    0.05,
  ),
  'product of twelve shares': {
    body: repeat(12, '1', 'v *= UxHwDoubleUniformDist(0, 1);'),
    shareUpTo: (x) => 1 - erlang(12, -Math.log(x)),
    low: 1e-40,
    high: 1,
  },
  // Extreme values and hydrology.
  'flood of fifty years': {
    body: repeat(50, '0', `v = fmax(v, ${FLOOD});`),
    shareUpTo: (x) => gumbel((x - 100) / 25 - Math.log(50)),
    low: 0,
    high: 1200,
  },
  'flood of a wet decade': {
    body: repeat(10, '0', `v = fmax(v, 1.2 * ${FLOOD} + 5);`),
    shareUpTo: (x) => gumbel(((x - 5) / 1.2 - 100) / 25 - Math.log(10)),
    low: 0,
    high: 1200,
  },
  'largest of thirty waits': {
    body: repeat(30, '0', `v = fmax(v, ${LIFE});`),
    shareUpTo: (x) => exponential(x) ** 30,
    low: 0,
    high: 45,
  },
  'runoff of a storm': logNormalForm(
    'double v = UxHwDoubleLognormalDist(2, 0.5) * UxHwDoubleLognormalDist(-1, 0.3);',
    1,
    Math.hypot(0.5, 0.3),
  ),
  'largest of five errors': {
    body: `double v = fmax(fmax(fmax(${gauss(0, 1)}, ${gauss(0, 1)}), fmax(${gauss(0, 1)}, ${gauss(0, 1)})), ${gauss(0, 1)});`,
    shareUpTo: (x) => normal(x) ** 5,
    low: -9,
    high: 9,
  },
  // Identities: shared inputs that yield a known distribution.
  'range of two readings': {
    body: `double a = ${gauss(0, 1)}, b = ${gauss(0, 1)}, v = fmax(a, b) - fmin(a, b);`,
    shareUpTo: (x) => (x <= 0 ? 0 : 2 * normal(x / Math.SQRT2) - 1),
    low: 0,
    high: 13,
  },
  'range of five waits': {
    body: `double x[5], high = 0, low = 1e9; for (int i = 0; i < 5; i++) x[i] = ${LIFE};
    for (int i = 0; i < 5; i++) { high = fmax(high, x[i]); low = fmin(low, x[i]); } double v = high - low;`,
    shareUpTo: (x) => exponential(x) ** 4,
    low: 0,
    high: 43,
  },
  'normal by Box and Muller': normalForm(
    `double r = sqrt(-2 * log(UxHwDoubleUniformDist(0, 1)));
    double v = r * cos(6.283185307179586 * UxHwDoubleUniformDist(0, 1));`,
    0,
    1,
  ),
  'speed of a molecule': {
    body: `double x = ${gauss(0, 1)}, y = ${gauss(0, 1)}, z = ${gauss(0, 1)}, v = sqrt(x * x + y * y + z * z);`,
    shareUpTo: (x) => (x <= 0 ? 0 : 2 * normal(x) - 1 - Math.sqrt(2 / Math.PI) * x * Math.exp((-x * x) / 2)),
    low: 0,
    high: 9,
  },
  'share of the first life': {
    body: `double a = ${LIFE}, b = ${LIFE}, v = a / (a + b);`,
    shareUpTo: (x) => x,
    low: 0,
    high: 1,
  },
  'difference over sum': {
    body: `double a = ${LIFE}, b = ${LIFE}, v = (a - b) / (a + b);`,
    shareUpTo: (x) => (1 + x) / 2,
    low: -1,
    high: 1,
  },
  't of five degrees': {
    body: `double s = 0; for (int i = 0; i < 5; i++) { double z = ${gauss(0, 1)}; s += z * z; }
    double v = ${gauss(0, 1)} / sqrt(s / 5);`,
    shareUpTo: (x) => {
      const angle = Math.atan(x / Math.sqrt(5));
      const cosine = Math.cos(angle);
      return 0.5 + (angle + Math.sin(angle) * cosine * (1 + (2 / 3) * cosine ** 2)) / Math.PI;
    },
    low: -2000,
    high: 2000,
  },
  // A billionth of the draws account for an eighth of the variance.
  'power of a sum': {
    body: `${repeat(5, '1', 'v += 5 * UxHwDoubleUniformDist(0, 1);')} v = 1e6 * pow(v, -6);`,
    shareUpTo: (x) => 1 - sumOfFive(Math.max(0, ((1e6 / x) ** (1 / 6) - 1) / 5)),
    low: 1e6 * 26 ** -6,
    high: 1e6,
  },
  'bridge of five parts': {
    body: `double a = ${LIFE}, b = ${LIFE}, c = ${LIFE}, d = ${LIFE}, e = ${LIFE};
    double v = fmax(fmax(fmin(a, d), fmin(b, e)), fmax(fmin(a, fmin(c, e)), fmin(b, fmin(c, d))));`,
    shareUpTo: (x) => {
      const p = Math.exp(-Math.max(0, x));
      return 1 - p * p * (2 + 2 * p - 5 * p * p + 2 * p ** 3);
    },
    low: 0,
    high: 25,
  },
  'two parts and a common shock': {
    body: `double c = ${LIFE}, v = fmax(fmin(${LIFE}, c), fmin(${LIFE}, c));`,
    shareUpTo: (x) => 1 - (1 - exponential(x) ** 2) * Math.exp(-Math.max(0, x)),
    low: 0,
    high: 25,
  },
  'cubic spring': {
    body: `double x = ${gauss(0, 1)}, v = x * x * x + x;`,
    shareUpTo: (x) => {
      const half = Math.sqrt((x * x) / 4 + 1 / 27);
      return normal(Math.cbrt(x / 2 + half) + Math.cbrt(x / 2 - half));
    },
    low: -800,
    high: 800,
  },
  // Queueing.
  'time of three services': {
    body: repeat(3, '0', `v += ${LIFE};`),
    shareUpTo: (x) => erlang(3, x),
    low: 0,
    high: 50,
  },
  'wait of a full server': {
    body: `double a = ${LIFE}, b = UxHwDoubleExponentialDist(0.5), v = a + b;`,
    shareUpTo: (x) => 1 - 2 * Math.exp(-x) + Math.exp(-2 * x),
    low: 0,
    high: 45,
  },
  'first of three arrivals': {
    body: `double v = fmin(fmin(${LIFE}, ${LIFE}), ${LIFE});`,
    shareUpTo: (x) => exponential(3 * x),
    low: 0,
    high: 15,
  },
  'arrival minus service': {
    body: `double v = ${LIFE} - ${LIFE};`,
    shareUpTo: (x) => (x < 0 ? Math.exp(x) / 2 : 1 - Math.exp(-x) / 2),
    low: -40,
    high: 40,
  },
};

export interface ClosedTruth {
  readonly mean: number;
  readonly deviation: number;
  quantileAt(p: number): number;
}

/** Number of integration nodes, spread evenly over the standard normal quantiles from −9 to 9. */
const NODES = 3600;

/** Moments and quantiles of a closed-form distribution. */
export function solveClosedForm({ shareUpTo, low, high }: ClosedForm): ClosedTruth {
  const quantileAt = (p: number): number => {
    let [a, b] = [low, high];
    for (let i = 0; i < 100; i++) {
      const middle = (a + b) / 2;
      if (shareUpTo(middle) < p) a = middle;
      else b = middle;
    }
    return (a + b) / 2;
  };
  let [mass, mean, square] = [0, 0, 0];
  for (let i = 1; i < NODES; i++) {
    const z = (18 * i) / NODES - 9;
    const weight = Math.exp((-z * z) / 2);
    const x = quantileAt(normal(z));
    mass += weight;
    mean += weight * x;
    square += weight * x * x;
  }
  mean /= mass;
  return { mean, deviation: Math.sqrt(square / mass - mean * mean), quantileAt };
}
