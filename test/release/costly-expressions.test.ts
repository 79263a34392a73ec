import { expect, test } from 'vitest';
import { findCostlyExpressions } from '../../scripts/costly-expressions.ts';

const find = (text: string) => findCostlyExpressions(text, 'some.ts');

test.each([
  ['a literal', 'const x: RegExp = /\\s+$/;', 'more than linear'],
  ['a constant string', "const x = new RegExp('(a+)+$', 'u');", 'exponential'],
  ['a call without new', "\nconst x = RegExp('(a|a)*b');", 'more than linear'],
])('%s with backtracking is reported', (_, text, cost) => {
  const [found, ...others] = find(text);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ line: text.split('\n').length, isMade: false });
  expect(found!.problem).toContain(`can take ${cost} time`);
});

test('linear expressions pass, and expressions built from text count as unknown', () => {
  expect(find("const x = [/^a+b$/, new RegExp('^[a-z]+$'), RegExp('x', 'g'), 1 / 2];")).toEqual([]);
  expect(find('const make = (text: string) => new RegExp(text);')).toMatchObject([{ isMade: true }]);
});
