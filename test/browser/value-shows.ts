// Values for the viewer tests, and axe reports about a page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatUx } from '../../src/uncertainty/core/ux-text.ts';
import type { GivenValue } from './value-page.ts';

/** Source code of axe-core, for injection into a page. */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A script that runs in the page and returns axe's serious and critical reports, one per line. */
export const FIND_FAULTS = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

function makeUx(positions: readonly number[]): string {
  const mass = 1 / positions.length;
  return formatUx({
    type: 4,
    count: 1,
    mean: positions.reduce((sum, x) => sum + x * mass, 0),
    positions: Float64Array.from(positions),
    masses: new Float64Array(positions.length).fill(mass),
  });
}

/** A uniform density from 10 to 20: mean 15, standard deviation 10/√12 = 2.89, P(x < 12) = 0.2. */
export const EVEN: GivenValue = {
  label: 'pressure',
  unit: 'Pa',
  ux: `15.000000${makeUx(Array.from({ length: 64 }, (_, i) => 10 + ((i + 0.5) * 10) / 64))}`,
};

/** Samples around 18, with the same spread as EVEN. */
export const SAMPLES: GivenValue = {
  label: 'reference',
  unit: 'Pa',
  samples: Array.from({ length: 2000 }, (_, i) => 13 + (10 * (i + 0.5)) / 2000),
};
