import { expect, test } from 'vitest';
import { LineLimit, LONGEST_LINE } from './line-limit.ts';

/** The shown and hidden parts of a string that arrives in chunks of the given length. */
function limit(text: string, pieceLength: number): { shown: string; hidden: number } {
  const lines = new LineLimit();
  let shown = '';
  let hidden = 0;
  for (let at = 0; at < text.length; at += pieceLength) {
    const taken = lines.take(text.slice(at, at + pieceLength));
    shown += taken.shown;
    hidden += taken.hidden;
  }
  return { shown, hidden };
}

test.each([1, 7, 4096, 1 << 20])('an endless line is cut once, in pieces of %d', (pieceLength) => {
  expect(limit('x'.repeat(LONGEST_LINE + 10_000), pieceLength)).toEqual({
    shown: `${'x'.repeat(LONGEST_LINE)}…`,
    hidden: 10_000,
  });
});

test.each([5, 4096, 1 << 20])(
  'lines within the limit are shown in full, even after a line that was cut, in pieces of %d',
  (pieceLength) => {
    const lines = 'spam\n'.repeat(40_000);
    expect(limit(lines, pieceLength)).toEqual({ shown: lines, hidden: 0 });
    const long = 'y'.repeat(LONGEST_LINE);
    expect(limit(`${long}\n${long}z\n${lines}`, pieceLength)).toEqual({
      shown: `${long}\n${long}…\n${lines}`,
      hidden: 1,
    });
  },
);
