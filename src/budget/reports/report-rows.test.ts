import { expect, it } from 'vitest';
import { cellsOf } from './report-rows.ts';

/** The cells of a row that show numbers. */
function numbersOf(estimate: number, standardUncertainty: number): string[] {
  const cells = cellsOf({
    source: {
      name: 'charge',
      distribution: 'gauss(1.6e-19, 1e-21)',
      file: '',
      line: 0,
      column: 0,
      occurrence: 1,
      expression: '',
    },
    sources: 1,
    first: 1,
    firstInterval: [1, 1],
    total: 1,
    totalInterval: [1, 1],
    sensitivity: 2e-17,
    estimate,
    standardUncertainty,
    contribution: 2e-38,
  });
  return cells.slice(3, 7);
}

it('a row shows numbers of any magnitude', () => {
  expect(numbersOf(1.6e-19, 1e-21)).toEqual(['1.600×10⁻¹⁹', '1.00×10⁻²¹', '2.000×10⁻¹⁷', '2.00×10⁻³⁸']);
  expect(numbersOf(1.5e19, Infinity)[0]).toBe('1.5000×10¹⁹');
});
