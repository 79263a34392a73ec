// Locality of variables in DO CONCURRENT: each variable has a single role, and with DEFAULT(NONE) every variable needs
// a role.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function errors(head: string, ...body: string[]): string[] {
  const lines = [
    'subroutine s(a, n)',
    'integer :: a(3), n, i, j, t, u',
    'integer, parameter :: c = 2',
    `do concurrent (i = 1:3) ${head}`,
    ...body,
    'end do',
    'end subroutine',
  ];
  const { diagnostics } = compileFortran([{ path: 'x.f90', text: `${lines.join('\n')}\n` }], {});
  return diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);
}

test.each([
  ['default(none) shared(a) local(t)', ['t = i', 'a(i) = t * c']],
  ['default(none) shared(a, n)', ['a(i) = n + abs(i)']],
  ['default(none) shared(a)', ['block', 'integer :: b', 'b = i', 'a(i) = b', 'end block']],
  ['default(none) shared(a)', ['associate (x => a(i))', 'x = 3', 'end associate']],
  ['shared(a) local_init(t)', ['a(i) = t + n']],
  ['default(none) shared(a) local(j)', ['do j = 1, 3', 'a(i) = j', 'end do']],
])('%s is allowed', (head, body) => {
  expect(errors(head, ...body)).toEqual([]);
});

test.each([
  [
    'default(none) shared(a)',
    ['a(i) = n'],
    'DEFAULT(NONE): "n" is not listed in any locality spec of DO CONCURRENT.',
  ],
  ['default(none) local(t)', ['t = i', 'a(i) = t'], 'DEFAULT(NONE): "a" is not listed in any locality'],
  ['default(none) shared(a)', ['if (u > 1) a(i) = 1'], 'DEFAULT(NONE): "u" is not listed in any locality'],
  ['shared(t) local(t)', ['t = i'], '"t" already has a locality spec.'],
  ['shared(a, a)', ['a(i) = 1'], '"a" already has a locality spec.'],
  ['local(i)', ['a(i) = 1'], '"i" already has a locality spec.'],
  ['shared(c)', ['a(i) = c'], '"c" is not a variable, so it is not allowed in SHARED.'],
])('%s is refused', (head, body, message) => {
  expect(errors(head, ...body)[0]).toContain(message);
});
