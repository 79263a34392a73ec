// Traces variables in Fortran sources: the variables have the names, lines, bounds and components in the source.
// Internal stores in the generated C do not count as assignments.
import { beforeAll, expect, test } from 'vitest';
import { loadGuestRuntime, loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeReferenceWorker } from '../../src/node/engine/node-run-worker.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { describeVariables, findWatched } from '../../src/toolchain/dwarf/find-watched.ts';
import type { ProgramVariable } from '../../src/toolchain/dwarf/program-variable.ts';
import { listProgramVariables } from '../../src/toolchain/dwarf/program-variables.ts';
import { createFortranCompiler } from '../../src/toolchain/fortran/fortran-compiler.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { keptClang } from '../kept/kept-clang.ts';

const SOURCE = `module orbit
  implicit none
  type :: place
    real(8) :: x, y(-1:0)
    integer :: visits
  end type
  type, extends(place) :: body
    real(4) :: mass = 2
  end type
  real(8) :: energy
contains
  recursive subroutine descend(n)
    integer, intent(in) :: n
    real(8) :: depth
    depth = n
    if (n > 0) call descend(n - 1)
    call tell()
  contains
    subroutine tell()
      energy = energy + depth
    end subroutine
  end subroutine
  function half(v) result(share)
    real(8), intent(in) :: v
    real(8) :: share
    if (v > 0) share = v / 2
  end function
end module
program trip
  use orbit
  implicit none
  real(8) :: Speed, grid(2, 0:1), seen(3)
  complex(8) :: wave
  type(place) :: stops(2)
  type(body) :: moon
  real(8), allocatable :: later(:)
  real(16) :: fine
  real :: shared_one, shared_two(2)
  common /store/ shared_one, shared_two
  character(8) :: text = '4.5 5.5'
  speed = 3
  speed = half(speed) + half(-speed)
  grid(:, 1) = 7
  grid(2, 0) = 8
  wave = (1d0, -1d0)
  stops%x = 2
  stops(2)%y(0) = 9
  moon%x = 6
  moon%mass = 0.5
  shared_two(2) = 1.5
  read (text, *) seen(1), seen(3)
  allocate (later(2))
  later = speed
  fine = 1
  call descend(1)
  print *, speed, grid, wave, stops%x, stops(2)%y, moon%x, moon%mass, shared_two(2), seen(1), later, fine, energy
end program
`;

let module: Uint8Array;
let variables: readonly ProgramVariable[];

beforeAll(async () => {
  const tools = { clang: keptClang, guest: await loadGuestRuntime() };
  const built = await buildProgram(
    { sources: { 'src/trip.f90': SOURCE }, language: 'Fortran', forWatching: true },
    { ...tools, compilers: [createFortranCompiler(tools.clang, tools.guest)] },
  );
  if (!built.ok) throw new Error(built.log);
  module = built.module;
  variables = listProgramVariables(module);
});

function lineOf(start: string): number {
  return SOURCE.split('\n').findIndex((line) => line.trim().startsWith(start)) + 1;
}

function find(Expression: string, declaration: string) {
  return findWatched(variables, [{ File: 'trip.f90', LineNumber: lineOf(declaration), Expression }]);
}

/** The values of one run, ordered by element and then by assignment. */
async function trace(expression: string, declaration: string): Promise<string[]> {
  const watched = find(expression, declaration);
  const { values } = await runReference(
    { module, core: findDefaultCore('C0-Reference'), runs: 2, watched },
    { kernels: await loadKernels(), createWorker: createNodeReferenceWorker, parallelism: 1 },
  );
  const traced = values.filter(({ kind }) => kind === 'Traced');
  traced.sort((a, b) => a.second - b.second || a.occurrence - b.occurrence);
  return traced.map((value) => `${watched[0]!.elements[value.second]!.path}=${value.samples()[0]}`);
}

test('the list contains the variables in the source and no others', () => {
  const listed = describeVariables(variables).map(
    (found) => `${found.Line} ${found.Function}: ${found.Name}, ${found.Type}`,
  );
  const main = lineOf('real(8) :: Speed');
  expect(listed).toEqual([
    '10 : energy, real(8)',
    '14 descend: depth, real(8)',
    '25 half: share, real(8)',
    `${main} trip: speed, real(8)`,
    `${main} trip: grid, real(8), dimension(1:2,0:1)`,
    `${main} trip: seen, real(8), dimension(1:3)`,
    `${main + 1} trip: wave%re, real(8)`,
    `${main + 1} trip: wave%im, real(8)`,
    `${main + 2} trip: stops(1:2)%x, real(8)`,
    `${main + 2} trip: stops(1:2)%y, real(8), dimension(-1:0)`,
    `${main + 3} trip: moon%x, real(8)`,
    `${main + 3} trip: moon%y, real(8), dimension(-1:0)`,
    `${main + 3} trip: moon%mass, real(4)`,
    `${main + 5} trip: fine, real(16)`,
    `${main + 6} trip: shared_one, real(4)`,
    `${main + 6} trip: shared_two, real(4), dimension(1:2)`,
  ]);
});

test.each([
  ['a scalar, in upper or lower case', 'SPEED', 'real(8) :: Speed', ['=3', '=1.5']],
  ['columns of an array', 'grid(1:2, 1)', 'real(8) :: Speed', ['(1,1)=7', '(2,1)=7']],
  ['one element', 'grid(2,0)', 'real(8) :: Speed', ['(2,0)=8']],
  ['all elements, with what READ assigns', 'seen', 'real(8) :: Speed', ['(1)=4.5', '(3)=5.5']],
  ['a complex number', 'wave', 'complex(8)', ['%re=1', '%im=-1']],
  ['a component of all elements', 'stops%x', 'type(place) ::', ['(1)%x=2', '(2)%x=2']],
  ['a component that is an array', 'stops(2)%y(:)', 'type(place) ::', ['(2)%y(0)=9']],
  ['an inherited component', 'moon%X', 'type(body) ::', ['%x=6']],
  ['a member of COMMON', 'shared_two(2)', 'real :: shared_one', ['(2)=1.5']],
  ['a variable of a module', 'energy', 'real(8) :: energy', ['=0', '=1']],
  ['a variable shared with an internal procedure, in a recursion', 'depth', 'real(8) :: depth', ['=1', '=0']],
  ['a function result that is not always assigned', 'share', 'real(8) :: share', ['=1.5']],
])('assignments to %s are recorded', async (_, expression, declaration, expected) => {
  expect(await trace(expression, declaration)).toEqual(expected);
});

test.each([
  ['velocity', 'real(8) :: Speed', 'Declared there: speed (src/trip.f90:32), grid (src/trip.f90:32), seen'],
  ['speed', 'speed = 3', 'It is declared at: speed (src/trip.f90:32).'],
  [
    'later',
    'real(8), allocatable',
    'The variable "later" at trip.f90:36 cannot be traced: it is allocatable',
  ],
  ['v', 'real(8), intent(in)', 'it is a dummy argument: trace the actual argument'],
  ['fine', 'real(16)', 'values of type real(16) are not recorded. Write x, table(3)'],
  ['grid(1)', 'real(8) :: Speed', 'the array has 2 dimensions, (1:2,0:1)'],
  ['grid(1,2)', 'real(8) :: Speed', 'the array has 2 elements, with 0-based indices'],
  ['seen(0)', 'real(8) :: Speed', "the array's elements are numbered from 1 to 3"],
  ['seen[1]', 'real(8) :: Speed', '"[1]" is neither a component nor an index'],
  ['stops%z', 'type(place) ::', 'there is no floating-point member %z; its members are x, y'],
])('%s is rejected with a list of the declared variables', (expression, declaration, message) => {
  expect(() => find(expression, declaration)).toThrow(message);
});
