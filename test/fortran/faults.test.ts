// What programs that go wrong at run time say on standard error, and their exit status.
import { beforeAll, expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

const FAULTS: [string, string, number, string][] = [
  [
    'a subscript beyond the bounds',
    'integer :: a(3), i = 4\na(i) = 1\nprint *, a',
    2,
    "Index '4' of dimension 1 of array 'a' above upper bound of 3",
  ],
  [
    'shapes that differ',
    'integer, allocatable :: a(:), b(:)\nallocate (a(2), b(3))\na = 1; b = 2\na(:) = b',
    2,
    'Array bound mismatch for dimension 1 of arrays (2/3)',
  ],
  [
    'a second ALLOCATE',
    'integer, allocatable :: a(:)\nallocate (a(2))\nallocate (a(2))',
    2,
    "Attempting to allocate already allocated variable 'a'",
  ],
  [
    'DEALLOCATE of nothing',
    'integer, allocatable :: a(:)\ndeallocate (a)',
    2,
    "Attempt to DEALLOCATE unallocated 'a'",
  ],
  ['reading past the end', 'integer :: i\nread (*, *) i', 2, 'End of file'],
  ['a malformed FORMAT', "character(9) :: f = '(i5, q3)'\nwrite (*, f) 1", 2, 'Unexpected element in format'],
  [
    'an item of another type',
    "write (*, '(f5.2)') 1",
    2,
    'Expected REAL for item 1 in formatted transfer, got INTEGER',
  ],
  [
    'a file that is not there',
    "open (10, file='none', status='old')",
    2,
    "Cannot open file 'none': No such file or directory",
  ],
  ['division by zero', 'integer :: i = 0\nprint *, 5 / i', 2, 'Integer division by zero'],
  ['ERROR STOP with a number', 'error stop 3', 3, 'ERROR STOP 3'],
  ['STOP with text', "stop 'done'", 0, 'STOP done'],
];

for (const [name, body, status, message] of FAULTS) {
  test(name, () => {
    const run = runner.run(
      runner.compile('x.f90', `program p\n${body}\nend program\n`, { checkBounds: true }),
    );
    expect(run.stderr).toContain(message);
    expect(run.status).toBe(status);
  });
}
