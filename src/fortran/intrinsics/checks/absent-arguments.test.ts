// Optional arguments of intrinsic procedures that are absent dummies (Fortran 2018, 15.5.2.12). Each new optional
// argument needs a row here that shows the effect of an absent dummy.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import { listRows } from '../rows/function-rows.ts';
import { listSubroutines } from '../rows/subroutine-rows.ts';

// Tested by test/fortran/intrinsics/absent-arguments.f90.
const TESTED_BY_PROGRAM = 'back boundary c_ptr_2 mask order p pad r radix size target vector y'.split(' ');
// Tested by test/fortran/functions/later-functions.test.ts.
const TESTED_LATER =
  'asis identity round count count_rate date get length put status trim_name value values'.split(' ');
// Arguments that are not read at run time: constants, arguments that only provide a type, and arguments that have no
// effect with one image and one thread.
const UNREAD = (
  'kind mold team failed distance level coarray sub team_number wait new_index ' +
  'result_image images until_count unit i acquired_lock separator x shape ordered'
).split(' ');
// Results of intrinsic subroutines that are stored like STATUS.
const STORED = ['stat', 'errmsg', 'exitstat', 'cmdstat', 'cmdmsg', 'command', 'count_max', 'time', 'zone'];

test('every optional argument in the table has a test in which it is absent', () => {
  const names = [...listRows(), ...listSubroutines()].flatMap(([, row]) =>
    row.takes.split(' ').flatMap((argument) => /^(.*)\?/.exec(argument)?.[1] ?? []),
  );
  const known = new Set([...TESTED_BY_PROGRAM, ...TESTED_LATER, ...UNREAD, ...STORED, 'dim']);
  expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
});

test('DIM and SIZE arguments that determine the rank of a result cannot be optional dummies', () => {
  const errorsOf = (call: string): string[] => {
    const text = `function f(a, l, n)
      integer :: a(:,:)
      logical :: l(:,:)
      integer, optional :: n
      integer :: f
      f = size(${call})
    end`;
    return compileFortran([{ path: 'a.f90', text }]).diagnostics.map((d) => d.message);
  };
  for (const name of ['sum', 'maxloc', 'lbound', 'ubound'])
    expect(errorsOf(`${name}(a, dim=n)`)).toEqual([
      `Invalid call to "${name}": DIM cannot be an OPTIONAL argument.`,
    ]);
  for (const name of ['all', 'any', 'count', 'parity'])
    expect(errorsOf(`${name}(l, dim=n)`)).toEqual([
      `Invalid call to "${name}": DIM cannot be an OPTIONAL argument.`,
    ]);
  expect(errorsOf('transfer(a, [1], size=n)')).toEqual([
    'Invalid call to "transfer": SIZE cannot be an OPTIONAL argument.',
  ]);
  expect(errorsOf('cshift(a, 1, dim=n)')).toEqual([]);
});
