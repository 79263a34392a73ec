import { beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { buildHaze, runProgram } from './guest-program.ts';
import { type CoreMode, FatalMessage, parseUx, printUx, TOY_VALUE_TEXT } from './toy-core.ts';

let features: WebAssembly.Module;
let input: WebAssembly.Module;

beforeAll(async () => {
  features = await buildHaze('features.c');
  input = await buildHaze('input.c');
}, scaleLimit(400_000));

const HALF = 1n << 62n;
/** The Ux text of the uncertain value 1.5 that the programs print: two deltas, 1 and 2. */
const X = printUx({
  particle: 1.5,
  deltas: [
    { position: 1, mass: HALF },
    { position: 2, mass: HALF },
  ],
});

describe('printing', () => {
  const print = (what: string, mode: CoreMode = 'tracking') =>
    runProgram(features, { args: [what, '2'], mode });

  test('%n and the return value count the bytes written', async () => {
    expect(await print('counts')).toBe(`7 1.50${X} end\ncounts 1 ${6 + X.length} ${11 + X.length}\n`);
  });

  test('positional arguments print in the requested order', async () => {
    const line = `two 1.500${X} 3          1.5${X}|%|\n`;
    expect(await print('positions')).toBe(
      `${line}positions ${line.length}\n1.5${X}      |1099511627776|2.5${printUx(2.5)}\n`,
    );
  });

  test('snprintf omits a distribution that does not fit, with a notice, while asprintf allocates enough space', async () => {
    const [notice, printed] = (await print('truncation')).split('\n');
    expect(notice).toMatch(
      /^haze: snprintf of "%\.1f;": the text of a distribution does not fit in 12 characters/,
    );
    expect(printed).toBe('truncation [1.5;] 1 1 1 1 0');
  });

  test('errors are the same as in the library, and %m prints the error', async () => {
    const [first, ...rest] = (await print('errors')).split('\n');
    expect(first).toBe('errors -1 1');
    expect(rest).toEqual(['errors -1', 'errors -1 1', `No such file or directory 2${X}`, '']);
  });

  test.each(['tracking', 'bypass', 'reference'] as const)(
    'the P in a conversion prints only the particle on a %s core',
    async (mode) => {
      const ux = { tracking: X, bypass: '', reference: TOY_VALUE_TEXT }[mode];
      expect(await print('particles', mode)).toBe(
        `1.500000|1.500000|1.50|1.50|1.5      |+00001.500\n1.5 1.500000${ux} 1.500000\n1.5 150 150 1 0\n`,
      );
    },
  );

  test('every function of the printf family prints distributions', async () => {
    expect(await print('family')).toBe(
      `1.5${X}\n1.5${X} c 12 13 0x10 -56 8 (null)\n1.5${X}\n1 1.500e+00${X} s\n1 1.500e+00${X} s\n`,
    );
  });

  test.each([2, 1000])('many values of %d deltas are printed in one call', async (deltas) => {
    const text = await runProgram(features, { args: ['many', `${deltas}`] });
    const values = text.trim().split(' ');
    expect(values).toHaveLength(24);
    for (const [i, value] of values.entries()) {
      const [decimal, hex] = value.split('Ux');
      expect(decimal).toBe(i % 2 === 0 ? '1.500000' : `${(i + 1) / 2}.000000`);
      const read = parseUx(`Ux${hex}`, undefined);
      expect(typeof read === 'number' ? read : read.deltas.length).toBe(i % 2 === 0 ? deltas : (i + 1) / 2);
      expect(hex).toHaveLength(42 + 32 * (i % 2 === 0 ? deltas : 1));
    }
  });

  test.each(['tracking', 'bypass'] as const)('wide-character functions print values (%s)', async (mode) => {
    const ux = mode === 'tracking' ? X : '';
    // The last number is plain, and a plain number in memory is written as digits only.
    const line = `wide 1.50${ux} 1.5${ux}     | 1.500000 1.50e+00 5 1.250000`;
    expect(await print('wide', mode)).toBe(`${line.length} 1 ${line}\n`);
  });
});

describe('reading', () => {
  const read = (how: string, stdin: string, mode: CoreMode = 'tracking') =>
    runProgram(input, { args: [how], stdin, mode });
  const ux = X.length;

  const PLAIN = [
    '1.5',
    ' \n -2.25e3x',
    '0x1.8p3 rest',
    'inf',
    '-INFINITY',
    'nan',
    'nan(abc)U',
    '1e400',
    '12U',
    '12Ux',
    '12Uxyz',
    '12Unit 5',
    '',
    'U',
    'Ux',
    'Uxg',
    'Unit',
    ' +',
    'x',
    '1e',
    '1e+U',
    '.5Ux',
    '4.9e-324',
    '123456789012345678901234567890',
  ];
  /** The same text for the library, without the U after the number. */
  const withoutU = (text: string) => text.replaceAll('U', 'Z');

  test.each(PLAIN)('plain text %j is read exactly as the library reads it', async (text) => {
    for (const how of ['strtod', 'wcstod', 'sscanf', 'swscanf', 'scanf', 'scanf-unbuffered']) {
      const withU = await read(how, text);
      const without = await read(how, withoutU(text));
      expect([how, withU.replace(/rest \[.*\]/s, '')]).toEqual([how, without.replace(/rest \[.*\]/s, '')]);
      if (how.startsWith('scanf') && /count [12]/.test(withU)) {
        const used = Number(/used (-?\d+)/.exec(withU)![1]);
        expect(withU).toContain(`rest [${text.slice(used)}]`);
      }
    }
  });

  test.each([
    ['1.5', 3],
    ['', 0],
    ['  -1.5e0', 8],
    ['nan', 3],
    ['inf', 3],
    ['0x1p1', 5],
  ])('a number and the Ux text after it are read as one value (%j)', async (number, length) => {
    const printed = (particle: number) =>
      Number.isNaN(particle) ? 'nan' : Number.isFinite(particle) ? `${particle}` : 'inf';
    for (const how of ['strtod', 'wcstod', 'atof', 'sscanf', 'swscanf']) {
      const out = await read(how, `${number}${X} 7`, 'bypass');
      const particle = { '': 1.5, '1.5': 1.5, '  -1.5e0': -1.5, nan: Number.NaN, inf: Infinity, '0x1p1': 2 }[
        number
      ]!;
      const count = how.endsWith('scanf') ? 1 : 0;
      expect([how, out]).toEqual([
        how,
        `${printed(particle)} count ${count} used ${how === 'atof' ? 0 : length + ux}\n`,
      ]);
    }
  });

  test('a parsed value prints the distribution that was written', async () => {
    for (const how of ['strtod', 'wcstod', 'sscanf', 'swscanf']) {
      expect(await read(how, `1.5${X}`)).toContain(`1.5${X} count`);
      expect(await read(how, X.toLowerCase().replace('ux', 'Ux'))).toContain(`1.5${X} count`);
    }
    expect(await read('scanf', `0.25${X}, rest\n`)).toBe(
      `0.25${X} -99${printUx(-99)} count 2 used ${4 + ux} rest [, rest]\n`,
    );
    expect(await read('scanf-two', `0.25${X} , ${X}\n`)).toContain(`0.25${X} 1.5${X} count 2`);
    expect(await read('sscanf-skip', `7${X} 2.5`)).toContain(`2.5${printUx(2.5)} count 1 used ${1 + ux}`);
    expect(await read('scanf-unbuffered', `1.5${X} rest`)).toContain(`1.5${X} -99`);
  });

  test('text that crosses buffer boundaries is read correctly', async () => {
    const many = {
      particle: 3,
      deltas: Array.from({ length: 300 }, (_, i) => ({ position: i, mass: 1n << 50n })),
    };
    const text = printUx(many);
    for (let before = 990; before < 1030; before += 3) {
      const padding = ' '.repeat(before);
      expect(await read('scanf', `${padding}3${text} tail`)).toContain(`rest [ tail]`);
      expect(await read('scanf', `${padding}3Unit`)).toContain(
        `3${printUx(3)} -99${printUx(-99)} count 2 used ${before + 1} rest [Unit]`,
      );
      expect(await read('scanf', `${padding}3Uxyz`)).toContain(`used ${before + 1} rest [Uxyz]`);
    }
    for (let digits = 50; digits < 70; digits++) {
      const number = `0.${'1'.repeat(digits)}`;
      for (const rest of ['Unit', 'Uxyz', 'U']) {
        expect(await read('wcstod', `${number}${rest}`)).toContain(`used ${digits + 2}`);
      }
      expect(await read('wcstod', `${number}${text}!`)).toContain(`used ${digits + 2 + text.length}`);
    }
  });

  test('a field width includes the Ux text: truncated text is malformed, and text beyond the width stays unread', async () => {
    expect(await read('sscanf-width', '123456Ux04')).toContain(`123456${printUx(123456)} count 1 used 6`);
    expect(await read('sscanf-width', '12345Ux04')).toContain(`12345${printUx(12345)} count 1 used 5`);
    expect(await read('sscanf-width', '1234Ux04')).toContain(`1234${printUx(1234)} count 1 used 4`);
    await expect(read('sscanf-width', `1.5${X}`)).rejects.toThrow(FatalMessage);
  });

  test.each([
    ['1.5Ux04', /^strtod: malformed Ux text at offset 3 \(Ux04, 4 characters\): the header is cut short/],
    [
      ` 2${X}0`,
      /^strtod: malformed Ux text at offset 2 \(Ux0400000000000000013FF8\.\.\., 109 characters\): 65 digits/,
    ],
    [`Ux${'0'.repeat(34)}FFFFFFFF`, /^strtod: malformed Ux text at offset 0 .*more than 10000/],
    [`1Ux${'0'.repeat(350_000)}`, /longer than the text of 10000 deltas/],
  ])('malformed text stops the task (%#)', async (text, message) => {
    await expect(read('strtod', text)).rejects.toThrow(message);
    await expect(read('scanf', text)).rejects.toThrow(/^scanf: malformed Ux text/);
  });
});
