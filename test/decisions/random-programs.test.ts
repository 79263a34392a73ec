// Random programs print the same distribution whether each draw takes its own branch in a single run, or every draw is
// a separate plain run, which makes no choices.
import { afterAll, describe, expect, it } from 'vitest';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { openHaze } from '../programs/build-and-run.ts';
import { writeRandomProgram } from './random-programs.ts';

const haze = openHaze();
const FUNCTIONS = 10;
/** Seeds for the tests run on every change; nightly tests use more. */
const FIRST_SEEDS = process.env.RANDOM_PROGRAMS
  ? Array.from({ length: Number(process.env.RANDOM_PROGRAMS) / FUNCTIONS }, (_, i) => 1000 * i)
  : [0, 1000, 2000, 3000, 4000];

function momentsOf(stdout: string) {
  const at = stdout.indexOf('Ux');
  if (at < 0) return { mean: Number(stdout), deviation: 0 };
  const { mean, positions, masses } = parseUx(stdout.slice(at).trim());
  const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

let choosing = 0;
afterAll(() => expect(choosing).toBeGreaterThan(FIRST_SEEDS.length));

describe.each(FIRST_SEEDS)('choices give the same distributions as plain runs, from seed %i', (first) => {
  const seeds = Array.from({ length: FUNCTIONS }, (_, i) => first + i);
  const built = haze.buildSource(writeRandomProgram(seeds));
  it.each(seeds)('seed %i', async (seed) => {
    const module = await built;
    const number = String(seed - first);
    const chosen = await haze.run(module, { core: 'C0-Joint', arguments: [number] });
    const followed = await haze.run(module, { core: 'C0-Joint', arguments: [number, 'decide'] });
    expect(followed.paths).toBeDefined();
    if (!chosen.paths) choosing++;
    const [found, right] = [momentsOf(chosen.stdout), momentsOf(followed.stdout)];
    const label = `${found.mean} ± ${found.deviation}, and ${right.mean} ± ${right.deviation} of plain runs`;
    const unit = right.deviation || 1;
    expect(Math.abs(found.mean - right.mean) / unit, label).toBeLessThan(0.01);
    expect(Math.abs(found.deviation - right.deviation) / unit, label).toBeLessThan(0.015);
  });
});
