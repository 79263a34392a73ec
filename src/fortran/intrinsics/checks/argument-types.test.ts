// Every elemental function declares the types of its arguments. If a function accepts almost any type, its row probably
// lacks `of`: the generated C would compile but compute nonsense.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import { intrinsicFunction, intrinsicNames } from '../rows/intrinsics.ts';

const VALUES = {
  integer: '1',
  real: '1.0',
  complex: '(1.0, 2.0)',
  logical: '.true.',
  character: "'a'",
} as const;
type Base = keyof typeof VALUES;
const BASES = Object.keys(VALUES) as Base[];

function isTaken(name: string, values: readonly string[]): boolean {
  const text = `program p\nprint *, ${name}(${values.join(', ')})\nend program\n`;
  return !compileFortran([{ path: 'x.f90', text }]).diagnostics.some(({ severity }) => severity === 'error');
}

/** The types that a function accepts if all its required arguments have the same type. */
function typesTaken(name: string): Base[] {
  const { arguments: all } = intrinsicFunction(name)!;
  const { length } = all.filter((argument) => !argument.endsWith('?') && argument !== '...');
  return BASES.filter((base) => isTaken(name, Array<string>(length).fill(VALUES[base])));
}

test('no elemental function accepts numbers, logicals and characters alike', () => {
  const elemental = intrinsicNames().filter((name) => {
    const { form, name: generic } = intrinsicFunction(name)!;
    return form === 'elemental' && generic === name;
  });
  expect(elemental.length).toBeGreaterThan(80);
  const careless = elemental.filter((name) => typesTaken(name).length > 3);
  expect(careless, 'say what they want in their rows').toEqual([]);
});

test.each([
  ['abs(.true.)', 'The argument of "abs" must be integer or real or complex; this is LOGICAL(4).'],
  ['conjg(1.0)', 'The argument of "conjg" must be complex; this is REAL(4).'],
  ['iand(1.0, 2.0)', 'The argument of "iand" must be integer or logical; this is REAL(4).'],
  ['not(1.0)', 'The argument of "not" must be integer; this is REAL(4).'],
  ["char('a')", 'The argument of "char" must be integer; this is CHARACTER'],
  ['int(.true.)', 'The argument of "int" must be integer or real or complex; this is LOGICAL(4).'],
  ['bessel_jn(1.0, 1.0)', 'The argument of "bessel_jn" must be integer; this is REAL(4).'],
  ['bessel_yn(1, (1.0, 2.0))', 'The argument of "bessel_yn" must be real; this is COMPLEX(4).'],
])('%s is refused', (call, message) => {
  const text = `program p\nprint *, ${call}\nend program\n`;
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }]);
  expect(diagnostics.map((one) => one.message).join()).toContain(message);
});

test.each([
  'int(1.5)',
  "int(z'1F')",
  'bge(z"1", z"2")',
  'bessel_jn(1, 1d0)',
  'and(.true., .false.)',
  'abs(-1)',
])('%s is accepted', (call) => {
  const text = `program p\nprint *, ${call}\nend program\n`;
  expect(compileFortran([{ path: 'x.f90', text }]).diagnostics).toEqual([]);
});
