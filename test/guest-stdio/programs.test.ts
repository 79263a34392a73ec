import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { buildHaze, buildPlain, runProgram } from './guest-program.ts';

/** The minimum number of values printed to streams. */
const STREAMED: Record<string, number> = { 'wide-printf.c': 5, 'scanf-forms.c': 20, 'conversions.cpp': 20 };

test.each(Object.keys(STREAMED))(
  '%s prints the same text with the runtime as without it, apart from Ux text after each number on a stream',
  async (name) => {
    const expected = await runProgram(await buildPlain(name));
    const haze = await buildHaze(name);
    expect(await runProgram(haze, { mode: 'bypass' })).toBe(expected);
    const tracked = await runProgram(haze);
    const withoutUx = tracked.replace(/Ux[0-9A-F]{74}/g, '');
    expect(withoutUx).toBe(expected);
    // Prints to a stream, but some text is formatted in memory first.
    expect(tracked.split('Ux').length).toBeGreaterThan(STREAMED[name]!);
  },
  scaleLimit(400_000),
);
