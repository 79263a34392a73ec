// Programs for bench/accuracy/decisions.ts that make decisions on uncertain values; each prints one number.

/** Body of main() or of a Fortran function, preceded by any helper functions. */
export interface Program {
  /** Defaults to C. */
  readonly language?: 'C' | 'C++' | 'Fortran';
  readonly helpers?: string;
  readonly body: string;
}

const gauss = (mean: string, deviation: string) => `UxHwDoubleGaussDist(${mean}, ${deviation})`;
const uniform = (low: string, high: string) => `UxHwDoubleUniformDist(${low}, ${high})`;

/** Programs under their names in docs/deciding.md. Every program prints `y`. */
export const FIRST_PROGRAMS: Readonly<Record<string, Program>> = {
  clamp: { body: `double x = ${gauss('0.1', '1')}, y = x > 0 ? x : 0;` },
  'absolute value by if': { body: `double x = ${gauss('0.2', '1')}, y = x; if (x < 0) y = -x;` },
  'tariff of four steps': {
    body: `double x = ${gauss('10', '4')}, y;
  if (x < 5) y = 0.1 * x; else if (x < 10) y = 0.5 + 0.2 * (x - 5);
  else if (x < 15) y = 1.5 + 0.4 * (x - 10); else y = 3.5 + 0.8 * (x - 15);`,
  },
  'maximum of three': {
    body: `double a[3], y; for (int i = 0; i < 3; i++) a[i] = ${gauss('i * 0.2', '1')};
  y = a[0]; for (int i = 1; i < 3; i++) if (a[i] > y) y = a[i];`,
  },
  'loop to a threshold': {
    body: `double rate = ${gauss('0.05', '0.01')}, x = 1, y = 0; while (x < 2 && y < 200) { x *= 1 + rate; y++; }`,
  },
  "Newton's tolerance": {
    body: `double a = ${uniform('1', '100')}, y = a; for (int i = 0; i < 50 && fabs(y * y - a) > 1e-9 * a; i++) y = (y + a / y) / 2;`,
  },
  bisection: {
    body: `double a = ${gauss('2', '0.2')}, low = 0, high = 4;
  for (int i = 0; i < 40; i++) { double m = (low + high) / 2; if (m * m * m + m > a) high = m; else low = m; }
  double y = (low + high) / 2;`,
  },
  'table by (int)x': {
    body: `static const double table[] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100};
  double x = ${gauss('5', '1.5')}; int i = x < 0 ? 0 : x > 9 ? 9 : (int)x; double y = table[i] + (x - i) * (table[i + 1] - table[i]);`,
  },
  '12-bit converter': {
    body: `double x = ${gauss('2.5', '0.4')}; int code = (int)(x / 5 * 4096); if (code < 0) code = 0; if (code > 4095) code = 4095; double y = code * 5.0 / 4096;`,
  },
  'index of the largest of six': {
    body: `double a[6]; int best = 0; for (int i = 0; i < 6; i++) a[i] = ${gauss('i * 0.3', '1')};
  for (int i = 1; i < 6; i++) if (a[i] > a[best]) best = i; double y = best;`,
  },
  'state machine': {
    body: `double rate = ${uniform('0.5', '2')}, y = 0, level = 0; int state = 0;
  for (int t = 0; t < 20; t++) { if (state == 0) { level += rate; if (level > 6) state = 1; } else { level -= 1; if (level < 2) state = 0; } y += state; }`,
  },
  rejection: {
    body: `double y = ${gauss('0', '1')}; for (int i = 0; i < 3 && y < 0.5; i++) y = ${gauss('0', '1')};`,
  },
  'quadratic with two branches': {
    body: `double b = ${gauss('1', '1')}, d = b * b - 1, y; if (d >= 0) y = sqrt(d); else y = -sqrt(-d);`,
  },
  'hysteresis, 100 steps': {
    body: `double y = 0, s = 0; int on = 0;
  for (int t = 0; t < 100; t++) { s += ${gauss('0', '0.3')}; if (on && s < -1) on = 0; if (!on && s > 1) on = 1; y += on; }`,
  },
  'absorbed walk, 100 steps': {
    body: `double y = 5; for (int t = 0; t < 100 && y > 0; t++) y += ${gauss('0', '0.5')}; if (y < 0) y = 0;`,
  },
  'third of twenty sorted': {
    helpers:
      'static int order(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return x < y ? -1 : x > y; }',
    body: `double a[20]; for (int i = 0; i < 20; i++) a[i] = ${gauss('i * 0.1', '1')}; qsort(a, 20, sizeof(double), order); double y = a[2];`,
  },
  'barrier option, 250 steps': {
    body: `double s = 100, y; int out = 0; for (int t = 0; t < 250; t++) { s *= exp(${gauss('-0.00008', '0.0126')}); if (s < 85) out = 1; }
  y = out || s < 100 ? 0 : s - 100;`,
  },
  'American put, 50 steps': {
    body: `double volatility = ${uniform('0.1', '0.4')}, dt = 1.0 / 50, u = exp(volatility * sqrt(dt)), p = (exp(0.05 * dt) - 1 / u) / (u - 1 / u), v[51];
  for (int i = 0; i <= 50; i++) { double s = 100 * pow(u, 2 * i - 50); v[i] = s < 100 ? 100 - s : 0; }
  for (int n = 49; n >= 0; n--) for (int i = 0; i <= n; i++) { double held = exp(-0.05 * dt) * (p * v[i + 1] + (1 - p) * v[i]), now = 100 - 100 * pow(u, 2 * i - n); v[i] = held > now ? held : now; }
  double y = v[0];`,
  },
  'dead band of a controller': {
    body: `double y = 20, outside = ${gauss('5', '3')}, gain = ${uniform('0.8', '1.2')}; int heating = 0;
  for (int t = 0; t < 60; t++) { if (y < 19) heating = 1; if (y > 21) heating = 0; y += 0.05 * (outside - y) + (heating ? gain : 0); }`,
  },
  'count of failures': {
    body: `double y = 0; for (int i = 0; i < 10; i++) y += (${gauss('10', '1')} > ${gauss('11', '0.5')}) ? 1 : 0;`,
  },
  'greatest common step': {
    body: `double a = floor(${uniform('20', '60')}), b = floor(${uniform('20', '60')}); while (b >= 1) { double r = fmod(a, b); a = b; b = r; } double y = a;`,
  },
  'bracketed search in a table': {
    body: `static const double xs[] = {0, 1, 2.5, 4, 7, 11}, ys[] = {3, 5, 4, 8, 2, 6};
  double x = ${gauss('4', '1.5')}, y = 3; for (int i = 0; i < 5; i++) if (x >= xs[i] && x < xs[i + 1]) y = ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i]);`,
  },
};

/**
 * The complete source of a program. It either prints `y` or, for many draws in a native program, defines a function
 * `one` that returns `y`.
 */
export function sourceOf({ language = 'C', helpers = '', body }: Program, prints = true): string {
  return language === 'Fortran'
    ? sourceInFortran(body, prints)
    : sourceInC(language, { helpers, body }, prints);
}

function sourceInC(language: 'C' | 'C++', { helpers = '', body }: Program, prints: boolean): string {
  const headers =
    language === 'C'
      ? '#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>'
      : '#include <cmath>\n#include <cstdio>';
  const linkage = language === 'C' ? '' : 'extern "C" ';
  const main = prints ? '\nint main(void) {\n  printf("%lf\\n", one());\n  return 0;\n}\n' : '';
  return `${headers}
#include <uxhw.h>
${helpers}
${prints ? 'static ' : linkage}double one(void) {
  ${body}
  return y;
}
${main}`;
}

function sourceInFortran(body: string, prints: boolean): string {
  const main = prints ? "program decides\n  use one_draw\n  print '(f0.9)', one()\nend program\n" : '';
  return `module one_draw
contains
function one() result(y) bind(c)
  use uxhw
  use iso_c_binding
  implicit real(8) (a-h, o-z)
  real(c_double) :: y
  ${body}
end function
end module
${main}`;
}

/** A loop of comparisons that measures the cost of notices: either no comparison is mixed, or all are. */
export function comparisonLoop(isMixed: boolean): string {
  return `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  double x = UxHwDoubleUniformDist(1, 2), limit = ${isMixed ? 'x + 0.5 - 1' : '0.5'};
  volatile double threshold = ${isMixed ? '1.4' : '0.5'};
  (void)limit;
  int count = 0, rounds = argc > 1 ? atoi(argv[1]) : 200000;
  for (int i = 0; i < rounds; i++) if (x > threshold) count++;
  printf("%d %lf\\n", count, x);
}
`;
}
