import { expect, test } from 'vitest';
import { shortenUx } from './shorten-ux.ts';

/** Two deltas with probabilities 3/4 and 1/4, as Ux text; the mean is a quarter of the way along. */
function twoDeltas(low: number, high: number): string {
  const hex = (x: number) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x);
    return view.getBigUint64(0).toString(16).padStart(16, '0');
  };
  const mean = low + (high - low) / 4;
  return `Ux040000000000000001${hex(mean)}00000002${hex(low)}6000000000000000${hex(high)}2000000000000000`;
}

test.each([
  ['3.000000', 0, 8, '2.000000 ± 3.46'],
  ['+3.00', 0, 8, '+2.00 ± 3.46'],
  ['-3.00', -8, 0, '-6.00 ± 3.46'],
  ['3', 0, 8, '2.0 ± 3.46'],
  ['0.5', 0.4996, 0.5004, '0.49980 ± 0.000346'],
  ['3.0e+07', 0, 8e7, '2.0e+07 ± 3.46e+7'],
  ['', 0, 8, '2.000000 ± 3.46'],
])('the mean replaces the particle %s of a skewed value', (particle, low, high, shown) => {
  expect(shortenUx(`x = ${particle}${twoDeltas(low, high)};`)).toMatch(
    new RegExp(`^x = ${shown.replaceAll('+', '\\+')} [ ▁▂▃▄▅▆▇█]+;$`),
  );
});
