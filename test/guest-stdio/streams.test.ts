import { beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { buildHaze, buildPlain, runProgram } from './guest-program.ts';
import { type CoreMode, FatalMessage, printUx } from './toy-core.ts';

let plain: WebAssembly.Module;
let haze: WebAssembly.Module;
let input: WebAssembly.Module;
let plainInput: WebAssembly.Module;

beforeAll(async () => {
  plain = await buildPlain('streams.cpp');
  haze = await buildHaze('streams.cpp');
  plainInput = await buildPlain('input.cpp');
  input = await buildHaze('input.cpp');
}, scaleLimit(400_000));

const HALF = 1n << 62n;
const X = printUx({
  particle: 1.5,
  deltas: [
    { position: 1, mass: HALF },
    { position: 2, mass: HALF },
  ],
});

describe('stream output', () => {
  const SORTS = ['narrow', 'float', 'wide', 'comma', 'long'];

  test.each(SORTS.flatMap((sort) => ['plain', 'uncertain'].map((kind) => [kind, sort] as const)))(
    '%s values in a %s stream are printed as the library prints them, apart from Ux text',
    async (kind, sort) => {
      const expected = (await runProgram(plain, { args: ['plain', sort] })).split('\n');
      const actual = (await runProgram(haze, { args: [kind, sort] })).split('\n');
      expect(actual.length).toBe(expected.length);
      expect(actual.length).toBeGreaterThan(6_000);
      const different = actual.flatMap((line, i) =>
        !/nan/i.test(line) && line.replace(/Ux[0-9A-F]+/, '') !== expected[i] ? [[line, expected[i]]] : [],
      );
      expect(different.slice(0, 5)).toEqual([]);
      // Uses string streams, in which a plain number is written as digits only. A float created from a box is NaN here.
      const isWrong = (line: string) => /[0-9.,a-fnFNpP]Ux0400/.test(line) !== (kind === 'uncertain');
      expect(actual.filter((line) => line !== '' && !/nan/i.test(line) && isWrong(line)).slice(0, 5)).toEqual(
        [],
      );
      expect(actual.filter((line) => /[+-]nanUx/i.test(line))).toEqual([]);
    },
  );

  test.each(SORTS)('on Bypass, a %s stream prints the same text as the library', async (sort) => {
    const expected = await runProgram(plain, { args: ['plain', sort] });
    expect(await runProgram(haze, { args: ['uncertain', sort], mode: 'bypass' })).toBe(expected);
  });
});

describe('stream input and conversions', () => {
  const read = (how: string, stdin: string, mode: CoreMode = 'tracking') =>
    runProgram(input, { args: [how], stdin, mode });
  const STREAMS = ['cin', 'wcin', 'istringstream', 'wistringstream'];
  const ALL = [...STREAMS, 'stod', 'from_chars'];

  test.each([
    '1.5',
    ' -2.5e3 x',
    '0x1.8p1',
    'inf',
    'nan',
    '12U',
    '12Ux',
    '12Uxyz 3',
    '3Unit',
    'Unit',
    'U',
    'Ux',
    'Uxg',
    '',
    '1e400',
    '.',
    '1,5',
    '-',
    '1.5.5',
    `${'1'.repeat(60)}.5 7`,
    '1e5Ux',
    '-',
    '-i',
    '-inf',
    '-infinity',
    'na',
    'nano',
    'infU',
    'nanUxy',
    '-infUx',
    'infUx',
    '-5 i',
  ])('plain text %j is read exactly as the library reads it', async (text) => {
    for (const how of text.trim() === '' || /^[U.-][^5]*$|^[in]/.test(text) || text === '1e400'
      ? ALL.filter((how) => how !== 'stod')
      : ALL) {
      const expected = await runProgram(plainInput, { args: [how], stdin: text });
      expect([how, await read(how, text, 'bypass')]).toEqual([how, expected]);
    }
  });

  test.each(ALL)('%s accepts either a number with its Ux text or only the text', async (how) => {
    for (const number of ['1.5', '', '15e-1']) {
      const out = await read(how, `${number}${X}; rest`);
      expect(out).toContain(`1.5${X} `);
      if (STREAMS.includes(how)) expect(out).toContain('state 0 rest [; rest]');
      else expect(out).toContain(`used ${number.length + X.length}`);
    }
    for (const word of ['nan', 'inf', ...(how === 'cin' || how === 'wcin' ? [] : ['-inf'])]) {
      expect(await read(how, `${word}${X} rest`)).toContain(`${word}${X} `);
    }
    expect(await read(how, `2.25${X}`)).toContain(`2.25${X} ${STREAMS.includes(how) ? 'state 2' : 'used'}`);
    await expect(read(how, `1.5${X}0`)).rejects.toThrow(FatalMessage);
    await expect(read(how, 'Ux0')).rejects.toThrow(/malformed Ux text at offset 0/);
  });
});
