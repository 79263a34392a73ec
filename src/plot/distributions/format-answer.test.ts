import { expect, test } from 'vitest';
import type { Answer } from '../../uncertainty/core/value-figures.ts';
import { formatAnswer } from './format-answer.ts';
import { maybeSplitAtError } from './split-figure.ts';

const quantile = (value: number, error: number): Answer => ({ kind: 'quantile', value, error, unit: 1 });
const probability = (value: number, error: number, unit = 1): Answer => ({
  kind: 'probability',
  value,
  error,
  unit,
});

test.each<[Answer, string, string]>([
  [quantile(6021.13, 14.2), '6021.1', '6021 ± 14'],
  [quantile(8.390765, 0.0189), '8.391', '8.391 ± 0.019'],
  // Digits that the program did not print are not added.
  [quantile(4.038947, 0.0039), '4.039', '4.039 ± 0.004'],
  [quantile(4.038947, 0.0039), '4.0', '4.0'],
  [quantile(123456.789, 4321), '1.234568e+05', '123500 ± 4300'],
  [quantile(3, 0), '3.0', '3.0'],
  [quantile(3, Number.NaN), '3.0', '3.0'],
  [probability(0.0381, 0.0071), '0.038100', '0.0381 ± 0.0071'],
  [probability(0, 0.000366), '0.000000', '0.000000, below 0.00073 with 95 %'],
  [probability(0, 0.0366, 100), '0.00', '0.00, below 0.073 with 95 %'],
  [probability(1, 0.000366), '1', '1, above 1 − 0.00073 with 95 %'],
  // If the error is larger than the probability, only a bound is shown.
  [probability(2.7e-10, 0.00037), '2.7e-10', '2.7e-10, below 0.00074 with 95 %'],
])('an answer is shown with its error or bound: %j as %s', (answer, decimal, shown) => {
  expect(formatAnswer(answer, decimal)).toBe(shown);
});

test.each([
  [6021.13, 14.2, ['60', '21', '14', '']],
  [5.0234, 0.149, ['5.', '02', '0.15', '']],
  [27.84, 2.04, ['2', '7.8', '2.0', '']],
  [0.003, 0.4, ['', '0.00', '0.40', '']],
  [1.2345e9, 1.2e7, ['1.2', '35', '0.012', '×10⁹']],
])('the digits of %f ± %f beyond the error are separated', (value, error, [sure, unsure, shown, power]) => {
  expect(maybeSplitAtError({ value, error })).toEqual({ sure, unsure, error: shown, power });
});
