import { expect, test } from 'vitest';
import { labelValue } from './value-label.ts';

test.each([
  ['lift (N):              ', { label: 'lift', unit: 'N' }],
  ['first line\nspeed [m/s] = ', { label: 'speed', unit: 'm/s' }],
  ['P(lift > 740 N):       ', { label: 'P(lift > 740 N)', unit: '' }],
  [', ', { label: 'value 3', unit: '' }],
  ['', { label: 'value 3', unit: '' }],
  ['\n', { label: 'value 3', unit: '' }],
  ['f(x) = ', { label: 'f(x)', unit: '' }],
  [`${'x'.repeat(100)} speed = `, { label: `…${'x'.repeat(73)} speed`, unit: '' }],
])('%j labels the next value', (before, expected) => {
  expect(labelValue(before, 3)).toEqual(expected);
});
