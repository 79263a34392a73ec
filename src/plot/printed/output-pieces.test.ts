import { expect, test } from 'vitest';
import { formatUx } from '../../uncertainty/core/ux-text.ts';
import { createOutputSplitter, type OutputPiece, splitOutput } from './output-pieces.ts';

const VALUE =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';
const PLAIN = '0.785398Ux0400000000000000003FE921FB54442D18000000013FE921FB54442D188000000000000000';

/** Joins adjacent text pieces, because the positions at which a stream was cut do not matter. */
function join(pieces: readonly OutputPiece[]): { kind: string; text: string }[] {
  const joined: { kind: string; text: string }[] = [];
  for (const { kind, text } of pieces) {
    const last = joined.at(-1);
    if (kind === 'text' && last?.kind === 'text') last.text += text;
    else joined.push({ kind, text });
  }
  return joined;
}

test('values are placed between the surrounding texts', () => {
  const pieces = splitOutput(`a = ${VALUE} N, b = ${PLAIN}\n`);
  expect(pieces.map(({ kind }) => kind)).toEqual(['text', 'value', 'text', 'value', 'text']);
  expect(pieces[1]).toMatchObject({ decimal: '21.5', shown: '21.50 ± 0.25', isSpread: true });
  expect(pieces[3]).toMatchObject({ decimal: '0.785398', shown: '0.785398', isSpread: false });
  expect(pieces.map(({ text }) => text).join('')).toBe(`a = ${VALUE} N, b = ${PLAIN}\n`);
});

test('a value without a decimal shows its mean', () => {
  expect(splitOutput(VALUE.slice(4))[0]).toMatchObject({ kind: 'value', decimal: '', shown: '21.50 ± 0.25' });
});

test('a skewed value is shown by its mean, for any particle', () => {
  expect(splitOutput(`21.9${VALUE.slice(4)}`)[0]).toMatchObject({ decimal: '21.9', shown: '21.50 ± 0.25' });
  expect(splitOutput(`nan${VALUE.slice(4)}`)[0]).toMatchObject({ decimal: 'nan', shown: '21.50 ± 0.25' });
});

test('the pieces are the same wherever the stream is cut', () => {
  const text = `x ${VALUE}, -1e5 U Ux 12Ux04 0x1.58p+4${VALUE.slice(4)} .2150D+02${VALUE.slice(4)} Infinity${VALUE.slice(4)} nan ${PLAIN}end -3.5e`;
  const whole = join(splitOutput(text));
  for (let cut = 0; cut <= text.length; cut++) {
    const splitter = createOutputSplitter();
    const pieces = [
      ...splitter.write(text.slice(0, cut)),
      ...splitter.write(text.slice(cut)),
      ...splitter.end(),
    ];
    expect(join(pieces)).toEqual(whole);
  }
});

test('an endless line of digits is passed on before it ends', () => {
  const splitter = createOutputSplitter();
  let passed = 0;
  for (let i = 0; i < 200; i++)
    for (const { text } of splitter.write('0123456789'.repeat(400))) passed += text.length;
  expect(passed).toBeGreaterThan(790_000);
});

test('values without a blank between them stay whole wherever the output is cut', () => {
  const points = { positions: Float64Array.of(2, 3), masses: Float64Array.of(0.5, 0.5) };
  const value = `2.5${formatUx({ type: 4, count: 1, mean: 2.5, ...points })}`;
  const text = value + value;
  for (let cut = 0; cut <= text.length; cut += 1) {
    const splitter = createOutputSplitter();
    const pieces = [
      ...splitter.write(text.slice(0, cut)),
      ...splitter.write(text.slice(cut)),
      ...splitter.end(),
    ];
    expect(
      pieces.map((piece) => piece.text),
      `cut at ${cut}`,
    ).toEqual([value, value]);
  }
});
