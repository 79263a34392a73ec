// Programs so large that their C is compiled in parts, and programs with so many sources that several workers share
// them.
import { expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { build, run } from '../../src/node/library.ts';

/** Modules that use each other, with everything that could be private in a single C file. */
function largeProgram(modules: number): string {
  const numbers = Array.from({ length: modules }, (_, index) => index + 1);
  const uses = numbers.map((n) => `  use part${n}, only: thing${n}, work${n}, total${n}\n`).join('');
  const calls = numbers.map((n) => `  call work${n}(x, 2)\n  call work${n}(x, 3)\n`).join('');
  const sums = numbers.map((n) => `  sum = sum + total${n}\n`).join('');
  return `${numbers.map(partOf).join('')}program main
${uses}  implicit none
  real(8) :: x(10) = 1, sum = 0
  common /shared/ counter, weights
  integer :: counter, place, status
  real(8) :: weights(5)
${calls}${sums}  print '(a, f0.4, 1x, i0, 1x, f0.2)', 'sum ', sum, counter, weights(2)
  read (*, *, iostat=status) place
  if (status == 0) print *, weights(place)
end program
block data
  common /shared/ counter, weights
  integer :: counter
  real(8) :: weights(5)
  data counter /5/, weights /5*0.5d0/
end block data
`;
}

/** Types extend each other within groups. */
const isFirst = (n: number) => n % 5 === 1;

const partOf = (n: number): string => `module part${n}
${isFirst(n) ? '' : `  use part${n - 1}, only: previous => total${n - 1}, thing${n - 1}\n`}  implicit none
  real(8), save :: total${n} = 0
  integer, parameter :: factors(4) = [1, 2, 3, ${n}]
  type${isFirst(n) ? '' : `, extends(thing${n - 1})`} :: thing${n}
    real(8) :: size${n} = ${n}
  contains
    procedure :: scaled => scaled${n}
  end type
contains
  pure real(8) function scaled${n}(self, by)
    class(thing${n}), intent(in) :: self
    integer, intent(in) :: by
    scaled${n} = self%size${n} * factors(by)
  end function
  subroutine work${n}(x, k)
    real(8), intent(inout) :: x(:)
    integer, intent(in) :: k
    integer, save :: calls = 0
    class(thing${n}), allocatable :: it
    real(8) :: local(3)
    common /shared/ counter, weights
    integer :: counter, i
    real(8) :: weights(5)
    calls = calls + 1
    counter = counter + k
    allocate (it)
    local = 0
    do i = 1, size(x)
      x(i) = x(i) + it%scaled(k) / (i + ${n})
      call add(i)
    end do
    if (calls > 1) weights(2) = weights(2) + 1
    total${n} = total${n} + local(1)${isFirst(n) ? '' : ' + mod(previous, 2d0)'}
    if (any(x > 1d6)) print '(a, 3f8.3)', 'large', local
  contains
    subroutine add(i)
      integer, intent(in) :: i
      local(mod(i, 3) + 1) = local(mod(i, 3) + 1) + x(i) * k
    end subroutine
  end subroutine
end module
`;

// gfortran 12 prints this for 110 modules.
const MODULES = 110;
const PRINTED = 'sum 358809.8795 555 110.50\n';

test('a large program in several parts prints the same output as a single file, and a crash reports its line', async () => {
  const text = largeProgram(MODULES);
  const parts = compileFortran([{ path: 'main.f90', text }]);
  expect(parts.ok && parts.parts.length).toBeGreaterThan(7);
  const built = await build({ 'main.f90': text });
  if (!built.ok) throw new Error(built.log);
  const plain = await run(built.module, { plain: true });
  expect(plain).toMatchObject({ stdout: PRINTED, stderr: '', exitStatus: 0 });
  const tracking = await run(built.module, { core: 'C0-S+' });
  expect(tracking.stdout.replaceAll(/Ux[0-9A-F]+/g, '')).toBe(PRINTED);
  const crashed = await run(built.module, { plain: true, stdin: '200000000\n' });
  const line = text.split('\n').findIndex((l) => l.includes('weights(place)')) + 1;
  expect(crashed.stderr).toContain(`haze: at main.f90:${line}:`);
});
