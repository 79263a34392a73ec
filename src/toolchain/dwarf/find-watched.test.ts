import { expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import { describeVariables, findWatched, type WatchWish } from './find-watched.ts';
import type { ProgramVariable } from './program-variable.ts';
import type { Shape } from './value-shapes.ts';

const DOUBLE: Shape = { kind: 'number', type: 'double', sizeBytes: 8 };
const FLOAT: Shape = { kind: 'number', type: 'float', sizeBytes: 4 };
const POINT: Shape = {
  kind: 'structure',
  members: [
    { name: 'x', offset: 0, shape: DOUBLE },
    { name: 'y', offset: 8, shape: { kind: 'array', length: 3, strideBytes: 4, element: FLOAT } },
  ],
};

function variable(name: string, line: number, shape: Shape, file = 'src/main.c'): ProgramVariable {
  return { name, file, line, functionName: 'main', shape, place: { kind: 'static', address: 1024 } };
}

const VARIABLES = [
  variable('x', 3, DOUBLE),
  variable('table', 4, { kind: 'array', length: 5, strideBytes: 8, element: DOUBLE }),
  variable('points', 5, { kind: 'array', length: 2, strideBytes: 24, element: POINT }),
  variable('x', 9, FLOAT),
  variable('long_one', 10, { kind: 'number', type: 'long double', sizeBytes: 16 }),
];

function elementsOf(Expression: string, LineNumber: number, File = 'src/main.c') {
  const [found] = findWatched(VARIABLES, [{ File, LineNumber, Expression }]);
  return found!.elements.map(({ path, offset, sizeBytes }) => `${path}@${offset}:${sizeBytes}`);
}

function messageOf(wish: WatchWish): string {
  try {
    findWatched(VARIABLES, [wish]);
  } catch (error) {
    if (error instanceof HazeError) return error.message;
    throw error;
  }
  return '';
}

test('expressions can name numbers, elements, ranges including both ends, members, or combinations of these', () => {
  expect(elementsOf('x', 3)).toEqual(['@0:8']);
  expect(elementsOf('x', 9)).toEqual(['@0:4']);
  expect(elementsOf('table[3]', 4)).toEqual(['[3]@24:8']);
  expect(elementsOf('table[0:3]', 4)).toEqual(['[0]@0:8', '[1]@8:8', '[2]@16:8', '[3]@24:8']);
  expect(elementsOf('table', 4)).toHaveLength(5);
  expect(elementsOf('points[1].x', 5)).toEqual(['[1].x@24:8']);
  expect(elementsOf(' points[0:1].y[2] ', 5)).toEqual(['[0].y[2]@16:4', '[1].y[2]@40:4']);
  expect(elementsOf('points', 5)).toHaveLength(8);
});

test('files are named from the repository root, from the build folder, or without a folder', () => {
  for (const file of ['src/main.c', 'main.c', './src/main.c', 'project/src/main.c']) {
    expect(elementsOf('x', 3, file)).toHaveLength(1);
  }
});

test('an unknown variable is rejected with a list of known variables', () => {
  const File = 'main.c';
  expect(messageOf({ File, LineNumber: 4, Expression: 'x' })).toBe(
    'There is no floating-point variable "x" declared at main.c:4. Declared there: table (src/main.c:4).',
  );
  expect(messageOf({ File, LineNumber: 7, Expression: 'x' })).toBe(
    'There is no floating-point variable "x" declared at main.c:7. It is declared at: x (src/main.c:3), x (src/main.c:9).',
  );
  expect(messageOf({ File, LineNumber: 7, Expression: 'q' })).toContain(
    'This file declares: x (src/main.c:3), ',
  );
  expect(messageOf({ File: 'other.c', LineNumber: 1, Expression: 'q' })).toContain(
    'There are: x (src/main.c:3), ',
  );
});

test.each([
  ['', 'it does not begin with a name'],
  ['3x', 'it does not begin with a name'],
  ['x + 1', '" + 1" is neither a member nor an index'],
  ['table[2:1]', 'the range 2:1 is empty'],
  ['table[5]', 'the array has 5 elements, with 0-based indices'],
  ['table.x', 'the part with the member .x is not a structure'],
  ['points[0].z', 'there is no floating-point member .z; its members are x, y'],
  ['points[0].x[1]', 'the part with an index is not an array'],
  ['*table', 'it does not begin with a name'],
])('%s is refused', (Expression, reason) => {
  const LineNumber = Expression.startsWith('points') ? 5 : Expression.startsWith('x') ? 3 : 4;
  expect(messageOf({ File: 'main.c', LineNumber, Expression })).toContain(reason);
});

test('long double is rejected with a reason', () => {
  expect(messageOf({ File: 'main.c', LineNumber: 10, Expression: 'long_one' })).toContain(
    'values of type long double are not recorded',
  );
});

test('the list of variables includes structure members, and arrays with their length', () => {
  const listed = describeVariables([...VARIABLES, VARIABLES[0]!]);
  expect(listed.map(({ Name, Type, Line }) => `${Name}: ${Type} ${Line}`)).toEqual([
    'x: double 3',
    'table: double[5] 4',
    'points[0:1].x: double 5',
    'points[0:1].y: float[3] 5',
    'x: float 9',
    'long_one: long double 10',
  ]);
  expect(listed[0]).toEqual({
    Object: 'Variable',
    Name: 'x',
    Type: 'double',
    File: 'src/main.c',
    Line: 3,
    Function: 'main',
  });
});
