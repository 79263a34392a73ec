// Library functions on lanes, several lanes at a time (wasm/kernels/vector-*.c). vector-functions.txt contains the
// name, the arguments, and the value from mpmath 1.3 with 260 bits, rounded to a double. There is one argument for each
// row of a function's table, plus the arguments at which the function changes its formula.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BINARY_OPERATIONS, UNARY_OPERATIONS } from '../../src/uncertainty/core/operations.ts';
import { openKernels } from '../../src/uncertainty/kernels/kernels.ts';
import { kernels } from './open-core.ts';

const UNARY = UNARY_OPERATIONS.filter((name) =>
  /^(exp(?:2|10)?|log(?:2|10)?|sin|cos|tanh?|erfc?|[lt]gamma|a?(?:sin|cos)h|atanh?|cbrt|expm1|log1p)$/.test(
    name,
  ),
);
const BINARY = ['atan2', 'hypot', 'pow'] as const;
const core = openKernels(kernels);

const records = readFileSync(new URL('vector-functions.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', ...words] = line.split(' ');
    const numbers = words.map(parseHex);
    return { line, name, operands: numbers.slice(0, -1), value: numbers.at(-1)! };
  });

/** Parses a number in C's %a format. The digits and the exponent are both exact, and so is their product. */
function parseHex(text: string): number {
  const [, sign, whole, digits = '', exponent] = /^(-?)0x(\d)\.?([0-9a-f]*)p([+-]?\d+)$/.exec(text)!;
  const size = Number.parseInt(whole! + digits, 16) * 2 ** (Number(exponent) - 4 * digits.length);
  return sign ? -size : size;
}

/** One function applied to many numbers in lanes. An operand's `step` is 0 if all its numbers are the same. */
function onLanes(name: string, ...operands: number[][]): Float64Array {
  const n = Math.ceil(operands[0]!.length / 4) * 4;
  const places = operands.map((operand) => {
    const at = core.allocate(8 * n);
    core.doublesAt(at, n).fill(0.75).set(operand);
    return at;
  });
  const target = core.allocate(8 * n);
  if (places.length === 1)
    core.call.lane_unary(UNARY_OPERATIONS.indexOf(name as never), places[0]!, target, n);
  else core.call.lane_binary(BINARY_OPERATIONS.indexOf(name as never), places[0]!, places[1]!, target, n);
  const results = core.doublesAt(target, operands[0]!.length).slice();
  for (const at of [...places, target]) core.free(at, 8 * n);
  return results;
}

function scalar(name: string, operands: readonly number[]): number {
  const [x = 0, y = 0] = operands;
  return operands.length === 1
    ? core.call.apply_unary(UNARY_OPERATIONS.indexOf(name as never), x)
    : core.call.apply_binary(BINARY_OPERATIONS.indexOf(name as never), x, y);
}

/** The number of doubles between two numbers of the same sign, plus one. */
function stepsBetween(x: number, y: number): number {
  if (Object.is(x, y)) return 0;
  const [a, b] = new BigInt64Array(new Float64Array([x, y]).buffer);
  return x < 0 !== y < 0 || Number.isNaN(x + y) ? Infinity : Math.abs(Number(a! - b!));
}

/** Numbers inside and outside the range of the vector form, the same every time (Weyl sequence of the golden ratio). */
function mixture(n: number, turn: number): number[] {
  return Array.from({ length: n }, (_, i) => {
    if (i % 7 === 3) return SPECIAL[(i + turn) % SPECIAL.length]!;
    const u = ((i + 1) * (0.6180339887498949 + turn * 0.1234567)) % 1;
    return [u, 4 * u - 2, 1 + u, 20 * u - 10, 700 * u, 10 ** (600 * u - 300), -(10 ** (9 * u - 6))][i % 7]!;
  });
}

const SPECIAL = [
  Number.NaN,
  Infinity,
  -Infinity,
  0,
  -0,
  5e-324,
  -5e-324,
  2.2e-308,
  -2.2e-308,
  1.7e308,
  -1.7e308,
  1,
  -1,
  1e-160,
  -1e160,
  1e160,
  709.5,
  710,
  -745,
  0.5,
  0.49999999999999994,
  172,
  1024,
  -0.999999,
  2 ** 20 + 1,
];

describe('functions on lanes', () => {
  it.each([...UNARY, ...BINARY])('%s is within one unit in the last place of its value', (name) => {
    const points = records.filter((record) => record.name === name);
    expect(points.length).toBeGreaterThanOrEqual(40);
    const columns = points[0]!.operands.map((_, k) => points.map(({ operands }) => operands[k]!));
    const results = onLanes(name, ...columns);
    const wrong = points.filter(({ value }, i) => !(stepsBetween(results[i]!, value) <= 1));
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });

  it.each(UNARY)('%s of a lane does not depend on the adjacent lanes', (name) => {
    const numbers = mixture(280, 0);
    const results = onLanes(name, numbers);
    for (const shift of [1, 2, 3, 5]) {
      const moved = [...numbers.slice(shift), ...numbers.slice(0, shift)];
      expect([...onLanes(name, moved)]).toEqual([...results.slice(shift), ...results.slice(0, shift)]);
    }
    for (const [i, x] of numbers.entries()) expect(onLanes(name, [x, x, x, x])[3]).toBe(results[i]);
  });

  it.each(BINARY)('%s of a lane does not depend on the adjacent lanes, or on plain operands', (name) => {
    const [left, right] = [mixture(280, 1), mixture(280, 2).reverse()];
    const results = onLanes(name, left, right);
    for (const shift of [1, 2, 3, 5]) {
      const move = (numbers: number[]) => [...numbers.slice(shift), ...numbers.slice(0, shift)];
      expect([...onLanes(name, move(left), move(right))]).toEqual(move([...results]));
    }
    const operation = BINARY_OPERATIONS.indexOf(name);
    const [lanes, target] = [core.allocate(32), core.allocate(32)];
    for (const [i, x] of left.entries()) {
      const y = right[i]!;
      core.doublesAt(lanes, 4).fill(y);
      core.call.lane_binary_with_plain_left(operation, x, lanes, target, 4);
      expect([name, x, y, core.doublesAt(target, 4)[1]]).toEqual([name, x, y, results[i]]);
      // Powers with certain plain exponents are computed by multiplications and square roots.
      if (name === 'pow' && [2, 3, -1, 0.5].includes(y)) continue;
      core.doublesAt(lanes, 4).fill(x);
      core.call.lane_binary_with_plain_right(operation, lanes, y, target, 4);
      expect([name, x, y, core.doublesAt(target, 4)[1]]).toEqual([name, x, y, results[i]]);
    }
  });

  it.each([...UNARY, ...BINARY])(
    '%s writes nothing beyond the end of its results, whatever the count',
    (name) => {
      const numbers = Array.from({ length: 24 }, (_, i) => 0.3 + i / 50);
      const isUnary = UNARY_OPERATIONS.includes(name as never);
      const results = isUnary ? onLanes(name, numbers) : onLanes(name, numbers, numbers);
      const room = 32;
      const [source, target] = [core.allocate(8 * room), core.allocate(8 * room)];
      for (let n = 1; n <= numbers.length; n++) {
        core.doublesAt(source, room).fill(Number.NaN).set(numbers.slice(0, n));
        core.doublesAt(target, room).fill(-7);
        if (isUnary) core.call.lane_unary(UNARY_OPERATIONS.indexOf(name as never), source, target, n);
        else core.call.lane_binary(BINARY_OPERATIONS.indexOf(name as never), source, source, target, n);
        const expected = [...results.slice(0, n), ...new Array<number>(room - n).fill(-7)];
        expect([...core.doublesAt(target, room)]).toEqual(expected);
      }
      for (const at of [source, target]) core.free(at, 8 * room);
    },
  );

  it.each(UNARY)('%s of a number without a vector form equals the result in programs', (name) => {
    const results = onLanes(name, SPECIAL);
    for (const [i, x] of SPECIAL.entries()) expectNear(results[i]!, scalar(name, [x]), `${name}(${x})`);
  });

  it.each(BINARY)('%s of two numbers without a vector form equals the result in programs', (name) => {
    for (const x of SPECIAL) {
      const results = onLanes(
        name,
        SPECIAL.map(() => x),
        SPECIAL,
      );
      for (const [i, y] of SPECIAL.entries())
        expectNear(results[i]!, scalar(name, [x, y]), `${name}(${x}, ${y})`);
    }
  });
});

/** NaN, infinities and zeros must be the same; other numbers may differ by the error of the scalar function. */
function expectNear(found: number, expected: number, what: string): void {
  const isExact = !Number.isFinite(expected) || expected === 0;
  if (isExact) expect([what, found]).toEqual([what, expected]);
  else expect([what, stepsBetween(found, expected) <= 3, found]).toEqual([what, true, found]);
}
