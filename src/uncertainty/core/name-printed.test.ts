import { expect, test } from 'vitest';
import { endOfName, nameBefore } from './name-printed.ts';

test('the name of a value is the text between it and the previous value on its line', () => {
  const text = 'first\nspeed = 3Ux04, height (m): ';
  expect(nameBefore(text, text.length)).toBe('height (m)');
  expect(nameBefore(text, text.indexOf('3Ux'))).toBe('speed');
});

test('a long name keeps its end, and shows that its beginning is missing', () => {
  const text = 'the probability that the lift of the wing exceeds 740 N: ';
  const name = nameBefore(text, text.length);
  expect(name).toBe('…lift of the wing exceeds 740 N');
  expect(nameBefore(`${'x'.repeat(32)}: `, 34)).toBe('x'.repeat(32));
  // A character of two code units is not split.
  expect(endOfName('𝜇'.repeat(5), 4)).toBe('…𝜇𝜇𝜇');
});
