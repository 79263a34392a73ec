// More programs with decisions, from several fields, in C, C++ and Fortran; each prints one number.

import type { Program } from './programs.ts';

const gauss = (mean: string, deviation: string) => `UxHwDoubleGaussDist(${mean}, ${deviation})`;
const uniform = (low: string, high: string) => `UxHwDoubleUniformDist(${low}, ${high})`;

/** Every program prints `y`. */
export const FURTHER_PROGRAMS: Readonly<Record<string, Program>> = {
  'income tax with an allowance': {
    body: `double income = ${gauss('52000', '9000')}, y, rest = income > 120000 ? 0 : 12000;
  if (income <= rest) y = 0; else if (income < 50000) y = 0.2 * (income - rest); else y = 0.2 * (50000 - rest) + 0.4 * (income - 50000);`,
  },
  'Reynolds number and friction': {
    body: `double re = ${gauss('2600', '500')}, y; if (re < 2300) y = 64 / re; else y = 0.3164 / sqrt(sqrt(re));`,
  },
  'safety valve': {
    body: `double p = ${gauss('9', '0.8')}, y = 0; for (int i = 0; i < 30; i++) { p += 0.05; if (p > 10) { p = 8.5; y++; } }`,
  },
  'dose by weight bands': {
    body: `double kg = ${gauss('42', '8')}, y; switch ((int)(kg / 10)) { case 0: case 1: case 2: y = 125; break; case 3: y = 250; break; case 4: y = 375; break; default: y = 500; }`,
  },
  'beam in three regimes': {
    body: `double l = ${gauss('95', '20')}, y; if (l < 60) y = 235; else if (l < 110) y = 310 - 1.14 * l; else y = 3.14159265 * 3.14159265 * 210000 / (l * l);`,
  },
  'stock with reorders': {
    body: `double y = 0, stock = 50; for (int day = 0; day < 15; day++) { stock -= ${gauss('8', '3')}; if (stock < 15) { stock += 40; y += 30; } y += 0.1 * stock; }`,
  },
  'median filter': {
    body: `double a[5], y; for (int i = 0; i < 5; i++) a[i] = ${gauss('1', '0.2')}; a[3] += ${uniform('0', '3')};
  for (int i = 1; i < 5; i++) for (int j = i; j > 0 && a[j] < a[j - 1]; j--) { double t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
  y = a[2];`,
  },
  'sign by division': {
    body: `double x = ${gauss('0.3', '1')}, y = x / fabs(x) * sqrt(fabs(x));`,
  },
  'range selection of a sensor': {
    body: `double v = ${gauss('0.95', '0.1')}, y; if (v > 1) y = 10 * v; else if (v > 0.9) y = 9 * v + 1; else y = 9.1 * v;`,
  },
  'Collatz of a floor': {
    body: `int n = (int)${uniform('3', '12')}; double y = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; y++; }`,
  },
  'two conditions by or': {
    body: `double a = ${gauss('0', '1')}, b = ${gauss('0', '1')}, y = a > 1 || b > 1 ? a + b : 0;`,
  },
  'one condition, two values': {
    body: `double x = ${gauss('0.2', '1')}, high = x > 0.5 ? 3 : 1, low = x > 0.5 ? x : -1, y = high * low;`,
  },
  'exponent by frexp': {
    body: `int e; double x = ${uniform('0.3', '9')}, m = frexp(x, &e), y = m + e;`,
  },
  'rounded price': {
    body: `double price = ${gauss('19.87', '0.35')}, y = lround(price * 20) / 20.0; if (y > 20) y -= 1;`,
  },
  'C++: best of a vector': {
    language: 'C++',
    helpers: '#include <algorithm>\n#include <vector>',
    body: `std::vector<double> v; for (int i = 0; i < 8; i++) v.push_back(${gauss('i * 0.1', '1')});
  std::sort(v.begin(), v.end()); double y = v[6] + (std::max_element(v.begin(), v.end()) - v.begin());`,
  },
  'C++: exception on some draws': {
    language: 'C++',
    helpers: `#include <stdexcept>
static double root(double x) { if (x < 0) throw std::domain_error("negative"); return std::sqrt(x); }`,
    body: `double y, x = ${gauss('0.5', '1')}; try { y = root(x); } catch (const std::domain_error &) { y = -0.5; }`,
  },
  'C++: map from a number': {
    language: 'C++',
    helpers: '#include <map>',
    body: `std::map<double, double> grid{{0, 4}, {1, 7}, {2, 5}, {3, 9}}; double x = ${uniform('-0.5', '3.5')};
  auto at = grid.upper_bound(x); double y = at == grid.begin() ? 0 : std::prev(at)->second;`,
  },
  'Fortran: SELECT CASE': {
    language: 'Fortran',
    body: `real(8) :: x
  x = ${gauss('1.2d0', '1.5d0')}
  select case (nint(x))
  case (:0)
    y = -x
  case (1:2)
    y = 5
  case default
    y = x * x
  end select`,
  },
  'Fortran: WHERE and MAXLOC': {
    language: 'Fortran',
    body: `real(8) :: v(6)
  integer :: i
  do i = 1, 6
    v(i) = ${gauss('0.2d0 * i', '1d0')}
  end do
  where (v < 0d0) v = -0.5d0 * v
  y = maxloc(v, 1) + sum(v, mask=v > 0.5d0)`,
  },
  'Fortran: arithmetic IF and EXIT': {
    language: 'Fortran',
    body: `real(8) :: x, level
  integer :: i
  x = ${gauss('0.5d0', '0.4d0')}
  level = 0
  do i = 1, 20
    level = level + x
    if (level > 5d0) exit
  end do
  if (level - 5d0) 10, 20, 20
10 y = -i
  goto 30
20 y = i
30 continue`,
  },
};
