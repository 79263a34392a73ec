// The values of Fortran's own intrinsic functions for plain numbers.
import { expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

// Computed by mpmath with 400 bits.
const ERFC_SCALED = [
  [-5.25, '1867547484791.334511303152719525586412893'],
  [-0.75, '3.003171663627452308696662251659107601539'],
  [0.5, '0.6156903441929258748707934226837419367823'],
  [3.25, '0.1663353484268218767633828671683903354638'],
  [8.875, '0.06317456549899507399267153866413557870788'],
  [9.5, '0.05906467835256389085406461366683067226776'],
  [11.875, '0.04734400368907153819667374883156302090352'],
  [20.25, '0.02782736560807168712936777772605374190725'],
  [100.5, '0.005613548837895436229888757658162255840271'],
] as const;

const KINDS = [
  [4, 0.51],
  [8, 4],
  [16, 4],
] as const;

test.each(KINDS)(
  'ERFC_SCALED of kind %i is off by at most %f units in the last place',
  async (kind, most) => {
    const lines = ERFC_SCALED.map(
      ([x, right]) => `  x = ${x}_8
  y = erfc_scaled(x)
  print *, real(abs(y - ${right}_16)/spacing(y), 4)`,
    );
    const source = `program scaled
  implicit none
  real(${kind}) :: x, y
${lines.join('\n')}
end program
`;
    const { stdout, stderr } = await haze.runSource(source, { language: 'Fortran', plain: true });
    const errors = stdout.trim().split(/\s+/).map(Number);
    expect(errors, stderr).toHaveLength(ERFC_SCALED.length);
    expect(Math.max(...errors)).toBeLessThanOrEqual(most);
  },
);
