// SPLIT from Fortran 2023, which GNU Fortran 12 lacks. Expected results follow from ISO/IEC 1539-1:2023, 16.9.196.
import { beforeAll, expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

const TEXT = `program words
  implicit none
  character(*), parameter :: text = ' one, two,,three '
  integer :: first, pos
  pos = 0
  do
    if (pos > len(text)) exit
    first = pos + 1
    call split(text, ', ', pos)
    print '(a)', '[' // text(first:pos - 1) // ']'
  end do
  pos = len(text) + 1
  do
    call split(text, set=',', pos=pos, back=.true.)
    print '(i0)', pos
    if (pos == 0) exit
  end do
  pos = 0
  call split('', ',', pos)
  print '(i0)', pos
  pos = 3
  call split('abcdef', '', pos)
  print '(i0)', pos
contains
  pure integer function next(s) result(i)
    character(*), intent(in) :: s
    i = 0
    call split(s, ' ', i)
  end function
end program
`;

test('SPLIT finds the tokens of a text one after another, forwards and backwards', async () => {
  const { status, stdout, stderr } = runner.run(await runner.compile('words.f90', TEXT));
  expect(`${status} ${stderr}`).toBe('0 ');
  expect(stdout.trim().split('\n')).toEqual([
    '[]',
    '[one]',
    '[]',
    '[two]',
    '[]',
    '[three]',
    '[]',
    '11',
    '10',
    '5',
    '0',
    '1',
    '7',
  ]);
});

test('a program may define its own procedures with these names', async () => {
  const text = `program p
  integer :: n = 1
  call split(n)
  call tokenize(n)
  print '(i0)', n
end program
subroutine split(n)
  n = n + 10
end subroutine
subroutine tokenize(n)
  n = n + 100
end subroutine
`;
  expect(runner.run(await runner.compile('own.f90', text)).stdout).toBe('111\n');
});

test.each([
  ['real', 'f2023', 'POS of "split" must be of type INTEGER, not REAL(4).'],
  ['integer', 'f2018', 'Fortran 2023: the intrinsic procedure'],
] as const)('a POS of type %s is rejected with -std=%s', (type, standard, message) => {
  const text = `program p\n  ${type} :: pos = 0\n  call split('a b', ' ', pos)\nend program\n`;
  const { diagnostics } = compileFortran([{ path: 'a.f90', text }], { standard });
  expect(diagnostics.map((one) => one.message).join()).toContain(message);
});

test.each([
  ['tokens', 'character(:), allocatable :: t(:)', "tokenize('a b', ' ', t)"],
  ['places', 'integer, allocatable :: f(:), l(:)', "tokenize('a b', ' ', first=f, last=l)"],
])('TOKENIZE of %s is rejected with a hint to use SPLIT', (_, declared, call) => {
  const text = `program p\n  ${declared}\n  call ${call}\nend program\n`;
  const { diagnostics } = compileFortran([{ path: 'a.f90', text }]);
  expect(diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.message)).toEqual([
    'TOKENIZE is not supported: find the tokens one at a time with SPLIT.',
  ]);
});
