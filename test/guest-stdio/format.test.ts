import { beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { buildHaze, buildPlain, runProgram } from './guest-program.ts';
import { printUx } from './toy-core.ts';

/** The number of lines that the program prints for each value. */
const FORMS = 7 * 2 * 3 * 2 * 3 * 6;
/** Indices of a float, which is not widened without the rewriter, and of a long double, which is always plain. */
const NO_DOUBLES = [4, 5];

let plain: WebAssembly.Module;
let haze: WebAssembly.Module;

beforeAll(async () => {
  plain = await buildPlain('format.cpp');
  haze = await buildHaze('format.cpp');
}, scaleLimit(400_000));

test.each(['plain', 'uncertain'])(
  '%s values are formatted as the library formats them, apart from Ux text',
  async (kind) => {
    const expected = (await runProgram(plain, { args: ['plain'] })).split('\n');
    const actual = (await runProgram(haze, { args: [kind] })).split('\n');
    expect(actual.length).toBe(expected.length);
    expect(actual.length).toBeGreaterThan(5_000);
    const different = actual.flatMap((line, i) =>
      !/nan/i.test(line) && line.replace(/Ux[0-9A-F]+/, '') !== expected[i] ? [[line, expected[i]]] : [],
    );
    expect(different.slice(0, 5)).toEqual([]);
    // A plain number in memory is written as digits only.
    const doubles = actual.filter((line, i) => line !== '' && !NO_DOUBLES.includes(Math.floor(i / FORMS)));
    const isMarked = (line: string) => /[0-9.a-fnFNpP]Ux0400/.test(line) === (kind === 'uncertain');
    expect(doubles.filter((line) => !isMarked(line)).slice(0, 5)).toEqual([]);
    expect(actual.filter((line) => /[+-]nanUx/i.test(line))).toEqual([]);
  },
);

test('on Bypass, std::format prints the same text as the library', async () => {
  expect(await runProgram(haze, { args: ['plain'], mode: 'bypass' })).toBe(
    await runProgram(plain, { args: ['plain'] }),
  );
});

test('std::format handles arguments for width and precision, ranges, wide text and truncation', async () => {
  const half = 1n << 62n;
  const deltas = [1, 2].map((position) => ({ position, mass: half }));
  const x = printUx({ particle: 1.5, deltas });
  expect(await runProgram(haze, { args: ['uncertain', 'other'] })).toBe(
    `1.5${x} ****1.5${x}***** [1.5${x}, 2${printUx(2)}]\n1.50${x}    |       7|w\n` +
      'haze: format_to_n of "{}": the available space is unknown: the number was written without its distribution. Give it more room, by snprintf, or print the number alone with %P.\n' +
      '1.5 3\n',
  );
});
