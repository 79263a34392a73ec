// Names and lines of printed values, in output of hostile programs.
import { expect, test } from 'vitest';
import { nameFigures } from '../../src/program/name-figures.ts';

const UX = 'Ux0400000000000000003FE921FB54442D18000000013FE921FB54442D188000000000000000';

test('values are named after the text between them, also behind long values and on long lines', () => {
  const stdout = `first line\na: 1${UX} b = 2${UX} 3${UX}\n\n${'x'.repeat(500)} end 4${UX}\n`;
  expect(nameFigures(stdout, []).map(({ name, line, nth }) => [name, line, nth])).toEqual([
    ['a', 2, 1],
    ['b', 2, 2],
    ['', 2, 3],
    [`…${'x'.repeat(27)} end`, 4, 1],
  ]);
});

test('control characters in a name are escaped, because reports contain the name', () => {
  const [value] = nameFigures(`\u001b[2J\u009b31mall is well 1${UX}\n`, []);
  expect(value!.name).toBe('\\u001b[2J\\u009b31mall is well');
});

test('the time to name values grows in proportion to their number, even if all are on one line', () => {
  const few = 5000;
  const timeOf = (count: number) => {
    const stdout = `1${UX} `.repeat(count);
    const startMs = performance.now();
    expect(nameFigures(stdout, [])).toHaveLength(count);
    return performance.now() - startMs;
  };
  timeOf(few);
  // Previously, four times as many values took 16 times as long: minutes.
  expect(timeOf(4 * few)).toBeLessThan(10 * timeOf(few) + 500);
});
