// Programs from metrology, reliability, finance and engineering that compute one number `v`. Each is a function body.
// Further programs are in files under cases/.

const gauss = (mean: number, deviation: number) => `UxHwDoubleGaussDist(${mean}, ${deviation})`;
/** The constant π, as a string. */
const PI = `${Math.PI}`;
const uniform = (low: number, high: number) => `UxHwDoubleUniformDist(${low}, ${high})`;

/** The body of each program. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  // Independent inputs; each appears once.
  'end gauge (GUM H.1)': `double l = ${gauss(50.000623, 2.5e-5)} + ${gauss(2.15e-4, 9.7e-6)};
    double v = l - 50 * (${uniform(-1e-6, 1e-6)} * ${gauss(-0.1, 0.41)} + 11.5e-6 * ${uniform(-0.05, 0.05)});`,
  'viscosity (TN 1900 E3)': `double b = ${gauss(2217, 0.5)}, m = ${gauss(1180, 0.5)}, c = ${gauss(810, 0.5)};
    double v = ${gauss(4.63, 0.0463)} * ((b - m) / (b - c)) * (${gauss(61, 6.1)} / ${gauss(36.6, 5.49)});`,
  'power in a resistor': `double u = ${gauss(5, 0.05)}; double v = u * u / ${uniform(95, 105)};`,
  'sum of lives': 'double v = 0; for (int i = 0; i < 8; i++) v += UxHwDoubleExponentialDist(1);',
  'logarithm of a sum': `double v = log(${gauss(1, 0.2)} + ${gauss(2, 0.3)});`,
  'maximum of 50 floods': `double v = UxHwDoubleGumbel1Dist(1013, 558);
    for (int i = 1; i < 50; i++) v = fmax(v, UxHwDoubleGumbel1Dist(1013, 558));`,
  'series of five parts': `double v = UxHwDoubleWeibullDist(1.5, 1000);
    for (int i = 1; i < 5; i++) v = fmin(v, UxHwDoubleWeibullDist(1.5, 1000));`,
  'product of lognormals': 'double v = 1; for (int i = 0; i < 10; i++) v *= UxHwDoubleLognormalDist(0, 0.1);',
  'call option': `double v = fmax(100 * exp(${gauss(0.03, 0.2)}) - 100, 0);`,
  'rounded reading': `double v = round(${gauss(7.3, 1.5)});`,
  'stress minus strength': `double v = UxHwDoubleLognormalDist(3, 0.1) - ${gauss(15, 1)};`,
  // Inputs that appear more than once.
  'parallel resistors': `double a = ${gauss(10, 1)}, b = ${gauss(8, 1)}; double v = a * b / (a + b);`,
  borehole: `double rw = ${gauss(0.1, 0.0161812)}, r = UxHwDoubleLognormalDist(7.71, 1.0056);
    double tu = ${uniform(63070, 115600)}, hu = ${uniform(990, 1110)}, tl = ${uniform(63.1, 116)};
    double hl = ${uniform(700, 820)}, l = ${uniform(1120, 1680)}, kw = ${uniform(9855, 12045)}, g = log(r / rw);
    double v = 2 * ${PI} * tu * (hu - hl) / (g * (1 + 2 * l * tu / (g * rw * rw * kw) + tu / tl));`,
  Ishigami: `double a = UxHwDoubleUniformDist(-${PI}, ${PI}), b = UxHwDoubleUniformDist(-${PI}, ${PI});
    double c = UxHwDoubleUniformDist(-${PI}, ${PI}), s = sin(b); double v = sin(a) + 7 * s * s + 0.1 * pow(c, 4) * sin(a);`,
  'cantilever beam': `double p = ${gauss(500, 50)}, l = ${gauss(2, 0.02)}, h = ${gauss(0.1, 0.003)}, b = ${gauss(0.05, 0.001)};
    double v = p * l / (b * h * h) + p * l * l * l / (b * h * h * h) / 50;`,
  'walk of 60 steps': `double v = 1; for (int i = 0; i < 60; i++) v += 0.05 * v * ${gauss(0, 1)};`,
  'Asian option': `double s = 100, v = 0; for (int i = 0; i < 30; i++) { s *= exp(${gauss(-0.0002, 0.036)}); v += s; }
    v = fmax(v / 30 - 100, 0);`,
  'third of five': `double x[5]; for (int i = 0; i < 5; i++) x[i] = ${gauss(0, 1)};
    for (int i = 0; i < 5; i++) for (int k = 0; k < 4; k++) {
      double least = fmin(x[k], x[k + 1]); x[k + 1] = fmax(x[k], x[k + 1]); x[k] = least;
    }
    double v = x[2];`,
  'portfolio with a market': `double m = ${gauss(0, 1)}, v = 0;
    for (int i = 0; i < 6; i++) v += fmin(0.4, fmax(-0.3, 0.5 * m + 0.6 * ${gauss(0, 1)})) * (1 + 0.1 * m);`,
  'waiting time': `double v = 0;
    for (int i = 0; i < 20; i++) v = fmax(v + UxHwDoubleExponentialDist(0.8) - UxHwDoubleExponentialDist(1), 0);`,
  'net present value': `double r = ${gauss(0.06, 0.01)}, g = ${gauss(0.02, 0.01)}, v = -100, d = 1, c = 14;
    for (int i = 0; i < 12; i++) { d /= 1 + r; c *= 1 + g; v += c * d * (1 + ${gauss(0, 0.05)}); }`,
  'variance of four': `double x[4], m = 0, v = 0; for (int i = 0; i < 4; i++) m += x[i] = ${gauss(10, 1)};
    for (int i = 0; i < 4; i++) v += (x[i] - m / 4) * (x[i] - m / 4) / 3;`,
  'drag and lift': `double u = ${gauss(29, 0.6)}, a = ${gauss(0.08, 0.02)}, q = 0.6 * u * u;
    double v = q * 6.28 * a * 1.4 - q * (0.02 + 0.04 * 39.4 * a * a) * 3;`,
  oscillator: `double k = ${gauss(100, 10)}, m = ${gauss(1, 0.05)}, c = ${gauss(2, 0.3)}, w = sqrt(k / m);
    double v = 1 / sqrt(pow(1 - 81 / (w * w), 2) + pow(c * 9 / k, 2));`,
};

/**
 * A program that prints a value, the ends of its 95 % interval (found by queries), and its probabilities of exceeding
 * the limits.
 * @param text the function `one`, which computes the value
 */
export function askingOf(text: string, limits: readonly number[]): string {
  const share = (limit: number) => `printf("%.17le\\n", UxHwDoubleProbabilityGT(v, ${limit}));`;
  return `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
${text}
int main(void) {
double v = one();
printf("%.17le\\n", v);
(void)UxHwDoubleQuantile(v, 0.025);
(void)UxHwDoubleQuantile(v, 0.975);
${limits.map(share).join('\n')}
}
`;
}
