import { describe, expect, test } from 'vitest';
import { ProgramTraits } from './program-traits.ts';

const flagsFor = (text: string) => new ProgramTraits().flagsFor([text]);

describe('a program that defines functions called min or max does not get the macros of the same names', () => {
  test.each([
    'static double max(double a, double b) { return a > b ? a : b; }',
    '#include <x.h>\nint\nmin(int a, int b)\n{\n}',
    'inline float min(const float a, float b);',
    'unsigned long max(unsigned long a, unsigned long b);',
    'double max(double, double);',
  ])('%s', (text) => expect(flagsFor(text)).toEqual(['-DUXHW_NO_MIN_MAX']));

  test.each([
    'double x = max(a, b);',
    'int main(void) { return max(a, b); }',
    '  return max(a, b);',
    'double maximum(double a) { return max (a, 2); }',
    'x = y * max(a, b);',
  ])('%s adds no flag', (text) => expect(flagsFor(text)).toEqual([]));
});

describe('a format with the particle modifier gets no warning', () => {
  test.each([
    'printf("%" SignaloidParticleModifier "lf", x)',
    'printf("%.2Plf", x)',
    'printf("%Pe")',
    'printf("%lPf")',
  ])('%s', (text) => expect(flagsFor(text)).toEqual(['-Wno-format-invalid-specifier']));
  test('other formats get a warning', () => expect(flagsFor('printf("%d %y 50% Pa", 1)')).toEqual([]));
});

test('a function that a program defines is not replaced by the builtin of the same name', () => {
  expect(flagsFor('float rintf(float x) {\n}\nstatic inline double\nsqrt(double x)\n{\n}')).toEqual([
    '-fno-builtin-rintf',
    '-fno-builtin-sqrt',
  ]);
  expect(flagsFor('double y = sqrt(x); if (sqrt(x)) { } double sqrt(double);')).toEqual([]);
});

test('only in programs that read errno does sqrt set it', () => {
  expect(flagsFor('if (errno == EDOM) return 1;')).toEqual(['-fmath-errno']);
  expect(flagsFor('int errnos = 0; enum { EDOM };')).toEqual([]);
});
