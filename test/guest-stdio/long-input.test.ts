import { beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { buildHaze, buildPlain, runProgram } from './guest-program.ts';

let plain: WebAssembly.Module;
let haze: WebAssembly.Module;

beforeAll(async () => {
  plain = await buildPlain('long-input.c');
  haze = await buildHaze('long-input.c');
}, scaleLimit(400_000));

/** Numbers from a small generator (x ← 69069 x + 1), so that every run reads the same numbers. */
function drawNumbers(count: number): string[] {
  let seed = 12345;
  const draw = (n: number) => {
    seed = (Math.imul(seed, 69069) + 1) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  return Array.from({ length: count }, () => {
    const sign = ['', '-', '+'][draw(3)]!;
    const digits = Array.from({ length: 1 + draw(45) }, () => draw(10)).join('');
    const point = draw(digits.length + 1);
    const range = [10, 400, 5100][draw(3)]!;
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}e${draw(2 * range) - range}`;
  });
}

/**
 * A number halfway between two neighbours, in decimal: once as a tie, and once with a further digit that breaks the
 * tie.
 */
const TIE = (2n ** 113n + 1n).toString();
const SPECIAL = [
  '0',
  '-0',
  '1',
  '0.1',
  '1e',
  '1e+',
  '.',
  '-',
  '+.5',
  'inf',
  '-infinity',
  'INFX',
  'nan',
  'nan(1)',
  'nanx',
  'x',
  '1.5.5',
  '0x1.8p3',
  '0x.8p-16494',
  '0x1p-16495',
  '0x1.00001p-16495',
  '0x1.8p-16494',
  '0x1p16384',
  '0x1p',
  '0x',
  '0x1.fffffffffffffffffffffffffffff8p0',
  TIE,
  `${TIE}.0`,
  `${TIE}.0000001`,
  `${TIE}${'0'.repeat(50)}1e-51`,
  (2n ** 113n + 3n).toString(),
  '6.4e-4966',
  '3.2e-4966',
  '3.3e-4966',
  '1.18973149535723176508575932662800702e4932',
  '1.1898e4932',
  '1e4933',
  '1e-5000',
  '3.3621e-4932',
  '1e99999999999',
  '1e-99999999999',
  `0.${'0'.repeat(4990)}1e4990`,
  `${'1234567890'.repeat(500)}e-5000`,
  '9007199254740993',
];

test('long doubles are read as the library reads them', async () => {
  const stdin = [...SPECIAL, ...drawNumbers(1500)].join('\n');
  const expected = (await runProgram(plain, { stdin })).split('\n');
  const actual = (await runProgram(haze, { stdin })).split('\n');
  expect(actual.length).toBe(expected.length);
  const words = stdin.split('\n');
  // The library does not report results that round to the smallest number, or hexadecimal digits that are lost or too
  // large, although C requires ERANGE.
  const comparable = (line: string, word: string) =>
    /^0x|^(6\.4|3\.3)e-4966/.test(word) ? line.replace(/ [01]$/, '') : line;
  const different = actual.flatMap((line, i) => {
    const word = words[Math.floor(i / 7)] ?? '';
    return comparable(line, word) === comparable(expected[i]!, word) ? [] : [[word, line, expected[i]]];
  });
  expect(different.slice(0, 12)).toEqual([]);
});
