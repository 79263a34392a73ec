// Rejected directives, which a single thread cannot execute. Without -fopenmp, all directives are comments.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function errors(lines: string[], openMp = true): string[] {
  const text = ['program p', ...lines, 'end program', ''].join('\n');
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }], { openMp });
  return diagnostics.map((d) => `${d.line} ${d.message}`);
}

test.each([
  [['!$omp declare reduction(+: t: a = b)'], '2 The OpenMP directive "declare reduction" is not supported.'],
  [['!$omp end parallel'], '2 "!$omp end parallel" has no matching directive.'],
  [['!$omp parallel do', 'print *, 1'], '2 Expected a DO loop after this directive.'],
  [['!$omp parallel private(x', 'x = 1'], '2 An OpenMP clause has no closing ")".'],
  [
    ['real, allocatable :: a(:)', '!$omp parallel private(a)', '!$omp end parallel'],
    '3 "a" cannot be private to this region',
  ],
])('%s', (lines, message) => {
  expect(errors(lines)[0]).toContain(message);
  expect(errors(lines, false)).toEqual([]);
});
