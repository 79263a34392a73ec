import { expect, it } from 'vitest';
import { operationsHeader } from './operations-header.ts';

it('each operation has the number that the core uses', () => {
  const header = operationsHeader();
  for (const line of [
    '#define UX_SINGLE_PRECISION 0x100',
    '  UX_UNARY_NEG = 0,',
    '  UX_UNARY_SIN = 36,',
    '  UX_BINARY_ADD = 0,',
    '  UX_BINARY_POW = 14,',
    '  UX_PARAMETRIC_GAUSS = 0,',
    '  UX_QUERY_NTH_MOMENT = 0,',
    '  UX_COMPARISON_LT = 2,',
    '  UX_ROUNDING_EXPONENT = 3,',
  ]) {
    expect(header.split('\n')).toContain(line);
  }
});
