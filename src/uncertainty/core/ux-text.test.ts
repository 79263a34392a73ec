import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eachUx, findUx, formatUx, parseUx, uxFromBytes, uxToBytes } from './ux-text.ts';

// The examples in docs/ux-format.md.
const PLAIN = '0.785398Ux0400000000000000003FE921FB54442D18000000013FE921FB54442D188000000000000000';
const TWO_DELTAS =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

it('the examples in docs/ux-format.md match the format in the code', () => {
  const page = readFileSync(new URL('../../../docs/ux-format.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/`(\S+Ux\S+)`/g)].map(([, text]) => text);
  expect(examples).toEqual([PLAIN, TWO_DELTAS]);
  const [, parts = ''] = /^ {4}(\S+Ux.+)$/m.exec(page) ?? [];
  expect(parts.replaceAll(' ', '')).toBe(TWO_DELTAS);
});

describe('parseUx', () => {
  it('a plain value is read', () => {
    const value = parseUx(PLAIN);
    expect(value).toMatchObject({ particle: 0.785398, type: 4, count: 0, mean: Math.PI / 4 });
    expect([...value.positions]).toEqual([Math.PI / 4]);
    expect([...value.masses]).toEqual([1]);
  });

  it('two deltas are read, in upper or lower case, with or without a decimal', () => {
    for (const text of [
      TWO_DELTAS,
      TWO_DELTAS.replace(/[A-F]/g, (c) => c.toLowerCase()),
      TWO_DELTAS.slice(4),
    ]) {
      const value = parseUx(text);
      expect(value.particle).toBe(text.startsWith('21.5') ? 21.5 : undefined);
      expect([...value.positions]).toEqual([21.25, 21.75]);
      expect([...value.masses]).toEqual([0.5, 0.5]);
    }
  });

  it('single precision is recognised by its length', () => {
    const text = `Ux04${'0'.repeat(15)}1${'4035800000000000'}00000002${'41AA0000'}4000000000000000${'41AE0000'}4000000000000000`;
    expect([...parseUx(text).positions]).toEqual([21.25, 21.75]);
  });

  it.each([
    ['nan', Number.NaN],
    ['-inf', -Infinity],
    ['inf', Infinity],
    ['-1.5e+10', -1.5e10],
    ['2.', 2],
    ['2.150000e+01', 21.5],
    // C17 7.21.6.1: the forms of %a and %A; the last is the smallest double.
    ['0x1.58p+4', 21.5],
    ['-0X1.58P+4', -21.5],
    ['0x1p-1', 0.5],
    ['+0x0p+0', 0],
    ['0x1p-1074', 2 ** -1074],
    ['0x0.0000000000001p-1022', 2 ** -1074],
  ])('the particle %s is read', (decimal, particle) => {
    expect(parseUx(decimal + TWO_DELTAS.slice(4)).particle).toBe(particle);
  });

  it.each([
    [0, true],
    [4, true],
    [6, true],
    [7, true],
    [8, true],
    [9, true],
    [1, false],
    [5, false],
    [255, false],
  ])('type %i is accepted: %s', (type, accepted) => {
    const text = `Ux${type.toString(16).padStart(2, '0')}${TWO_DELTAS.slice(8)}`;
    if (accepted) expect(parseUx(text).type).toBe(type);
    else expect(() => parseUx(text)).toThrowError(`representation type ${type} is not one of`);
  });

  it.each([
    ['1.5', 'there is no "Ux" in it (at character 1)'],
    ['1.5xUx04', '"1.5x" before Ux is not a number (at character 1)'],
    ['1.5Ux', 'it ends after 0 of the 42 digits of its header (at character 6)'],
    [TWO_DELTAS.replace('C', 'G'), '"G" is not a hexadecimal digit (at character 85)'],
    [TWO_DELTAS.slice(0, -2), '2 deltas need 64 digits (or 48 in single precision), but 62 follow'],
    [TWO_DELTAS.slice(0, -1), 'it has an odd number of digits (105)'],
    [
      TWO_DELTAS.replace('00000002403540', '00002711403540'),
      'it declares 10001 deltas, but at most 10000 are allowed',
    ],
    [TWO_DELTAS.replace('00000002403540', '00000000403540'), 'it has no deltas'],
    [
      TWO_DELTAS.replace(/4000000000000000$/, '9000000000000000'),
      'the mass of delta 2 is 1.125, more than 1',
    ],
    [TWO_DELTAS.replace(/4000000000000000$/, '2000000000000000'), 'the masses add up to 0.75, not to 1'],
  ])('%s is refused', (text, reason) => {
    expect(() => parseUx(text)).toThrowError(reason);
  });
});

describe('formatUx', () => {
  it('the parsed text is reproduced', () => {
    expect(formatUx(parseUx(PLAIN))).toBe(PLAIN.slice(8));
    expect(formatUx(parseUx(TWO_DELTAS))).toBe(TWO_DELTAS.slice(4));
  });

  it('a mass that is rounded up past the low word carries into the high word', () => {
    const almostHalf = 0.5 - 2 ** -54;
    const value = {
      type: 4,
      count: 1,
      mean: 0,
      positions: Float64Array.of(0, 1),
      masses: Float64Array.of(almostHalf, 1 - almostHalf),
    };
    expect([...parseUx(formatUx(value)).masses]).toEqual([almostHalf, 1 - almostHalf]);
  });

  it('NaN is written without sign or payload', () => {
    const value = {
      type: 4,
      count: 1,
      mean: -Number.NaN,
      positions: Float64Array.of(Number.NaN),
      masses: Float64Array.of(1),
    };
    expect(formatUx(value)).toBe(
      'Ux0400000000000000017FF8000000000000000000017FF80000000000008000000000000000',
    );
  });
});

describe('bytes', () => {
  it('bytes are converted both ways: little-endian, with the particle first', () => {
    const value = parseUx(TWO_DELTAS);
    const bytes = uxToBytes(value, false);
    expect(bytes).toHaveLength(29 + 2 * 16);
    expect([...bytes.subarray(0, 9)]).toEqual([0, 0, 0, 0, 0, 0x80, 0x35, 0x40, 4]);
    expect(uxFromBytes(bytes)).toEqual(value);
    expect([...uxFromBytes(uxToBytes(value, true)).positions]).toEqual([21.25, 21.75]);
  });

  it('too few bytes are rejected', () => {
    expect(() => uxFromBytes(new Uint8Array(28))).toThrowError(
      'it has 28 bytes, but its header alone takes 29',
    );
  });
});

describe('findUx', () => {
  it('values in a text are found with their decimals, and everything else is skipped', () => {
    const text = `a = ${PLAIN}, b = ${TWO_DELTAS}\nc=Ux0455 ${TWO_DELTAS.slice(4)}`;
    const found = findUx(text);
    expect(found.map(({ decimal }) => decimal)).toEqual(['0.785398', '21.5', '']);
    expect(text.slice(found[0]!.start, found[0]!.end)).toBe(PLAIN);
    expect(text.slice(found[2]!.start)).toBe(TWO_DELTAS.slice(4));
  });

  it('reading stops after the digits that belong to a value', () => {
    const found = findUx(`${TWO_DELTAS}ABC`);
    expect(found).toHaveLength(1);
    expect(found[0]?.end).toBe(TWO_DELTAS.length);
  });
});

it('values after a line of digits are found in linear time', () => {
  const value = '21.5Ux04000000000000000140358000000000000000000140358000000000008000000000000000';
  const digits = '3'.repeat(100_000);
  const found = findUx(`${digits} ${value}`);
  expect(found).toMatchObject([{ start: digits.length + 1, decimal: '21.5' }]);
});

it('values are found after numbers printed with %a and %e, even directly after another value', () => {
  const ux = TWO_DELTAS.slice(4);
  const found = findUx(`x=0x1.58p+4${ux} 2.15e+01${ux} 0x1p-1${ux}`);
  expect(found.map(({ decimal, value }) => [decimal, value.particle])).toEqual([
    ['0x1.58p+4', 21.5],
    ['2.15e+01', 21.5],
    ['0x1p-1', 0.5],
  ]);
});

it.each([
  // Fortran's F0.3, D10.4 and E10.4, and its spellings of numbers that are not finite.
  ['.500', 0.5],
  ['-.50', -0.5],
  ['0.2150D+02', 21.5],
  ['0.2150Q+02', 21.5],
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  // C's %E and %G.
  ['INF', Infinity],
  ['2.15E+01', 21.5],
])('the decimal %s is found', (decimal, particle) => {
  const ux = TWO_DELTAS.slice(4);
  expect(findUx(`x =  ${decimal}${ux}`)).toMatchObject([{ start: 5, decimal, value: { particle } }]);
});

it('an exponent of three digits needs no letter, unless the value shows that it is a term', () => {
  const huge = formatUx({
    ...parseUx(PLAIN),
    mean: 2.15e102,
    positions: Float64Array.of(2.15e102),
  });
  expect(findUx(`0.2150+103${huge}`)).toMatchObject([
    { decimal: '0.2150+103', value: { particle: 2.15e102 } },
  ]);
  expect(findUx(`0.5-100${TWO_DELTAS.slice(4)}`)).toMatchObject([{ decimal: '-100' }]);
});

it('the first values of a large output are found without parsing all of them', () => {
  const output = `${PLAIN} `.repeat(50_000);
  const timeOf = (find: () => unknown) => {
    const startMs = performance.now();
    find();
    return performance.now() - startMs;
  };
  const allMs = timeOf(() => findUx(output));
  expect(timeOf(() => eachUx(output).next())).toBeLessThan(allMs / 10);
  expect(eachUx(output).next().value).toEqual(findUx(PLAIN)[0]);
});
