import { expect, it } from 'vitest';
import { cellsOf } from './report-rows.ts';

it('a row shows numbers of any magnitude', () => {
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
    estimate: 1.6e-19,
    standardUncertainty: 1e-21,
    contribution: 2e-38,
  });
  expect(cells.slice(3, 7)).toEqual(['1.600×10⁻¹⁹', '1.00×10⁻²¹', '2.000×10⁻¹⁷', '2.00×10⁻³⁸']);
});
