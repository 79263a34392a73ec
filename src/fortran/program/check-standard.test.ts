import { describe, expect, test } from 'vitest';
import { compileFortran } from '../compile-fortran.ts';
import type { FortranOptions } from '../source/options.ts';

function messages(text: string, options: FortranOptions): string[] {
  const { diagnostics } = compileFortran([{ path: 'p.f90', text }], options);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line}: ${d.message}`);
}

const EXTENDED = `program p
  implicit none
  real*8 :: x
  double complex :: z
  integer :: i
  i = 4habcd
  x = dfloat(3)
  call exit(0)
end program
`;

describe('extensions of GNU Fortran', () => {
  test('are taken where no standard is asked for', () => {
    expect(messages(EXTENDED, {})).toEqual([]);
    expect(messages(EXTENDED, { standard: 'gnu' })).toEqual([]);
  });

  test('are refused by name, each at its line, under a standard', () => {
    const found = messages(EXTENDED, { standard: 'f2008' });
    for (const [line, what] of [
      [3, 'REAL*8'],
      [4, 'DOUBLE COMPLEX'],
    ])
      expect(found).toContainEqual(
        expect.stringMatching(RegExp(`^${line}: GNU Extension: .*${String(what).replace('*', '\\*')}`)),
      );
    const statements = messages(EXTENDED.replace('real*8', 'real').replace('double complex', 'complex'), {
      standard: 'f95',
    });
    expect(statements.map((m) => m.slice(0, 17))).toEqual([
      '6: GNU Extension:',
      '7: GNU Extension:',
      '8: GNU Extension:',
    ]);
    expect(statements[1]).toContain('"dfloat" is not Fortran as -std=f95 asks for it');
  });

  test('-fall-intrinsics brings the procedures back', () => {
    const text = 'program p\n  print *, dfloat(3)\n  call exit(0)\nend program\n';
    expect(messages(text, { standard: 'f2018', allIntrinsics: true })).toEqual([]);
  });

  test('an external procedure of the program stands before the intrinsic one', () => {
    const text = `program p
  real :: second
  print *, second(2)
end program
real function second(n)
  integer, intent(in) :: n
  second = n
end function
`;
    expect(messages(text, { standard: 'f2018' })).toEqual([]);
  });

  test('a procedure of the program may have the name of one of them', () => {
    const text = `program p
  print *, own()
contains
  real function own()
    own = second(2)
  end function
  real function second(n)
    integer, intent(in) :: n
    second = n
  end function
end program
`;
    expect(messages(text, { standard: 'f2018' })).toEqual([]);
  });
});
