import { expect, test } from 'vitest';
import { CUT, LONGEST_LINE } from './line-limit.ts';
import { OutputCut } from './output-cut.ts';

const ROOM = { characters: 1000, values: 50 };

/** The visible part of a string that arrives in chunks; `v` is a value. */
function show(text: string, pieceLength: number, cut = new OutputCut(ROOM)): string {
  let shown = '';
  for (let at = 0; at < text.length; at += pieceLength) {
    for (const part of text.slice(at, at + pieceLength).split(/(v)/)) {
      if (part !== 'v') shown += cut.takeText(part);
      else {
        const taken = cut.takeValue(1);
        shown += taken === 'shown' ? 'v' : taken;
      }
    }
  }
  return shown;
}

test.each([1, 7, 64, 100_000])(
  'text ends with the line that exceeds the limit, in pieces of %d',
  (pieceLength) => {
    const cut = new OutputCut(ROOM);
    expect(show('spam and\n'.repeat(200), pieceLength, cut)).toBe('spam and\n'.repeat(112));
    expect(cut.hidden).toEqual({ characters: 88 * 9, values: 0 });
    // If the limit is reached exactly at a line ending, the next line is hidden.
    expect(show('four\n'.repeat(300), pieceLength)).toBe('four\n'.repeat(200));
  },
);

test.each([1, 7, 64, 100_000])(
  'the last values are shown with their whole line, and later values are counted, in pieces of %d',
  (pieceLength) => {
    const cut = new OutputCut(ROOM);
    expect(show('a = v, b = v, c = v;\n'.repeat(40), pieceLength, cut)).toBe(
      'a = v, b = v, c = v;\n'.repeat(17),
    );
    expect(cut.hidden).toEqual({ characters: 23 * 21, values: 23 * 3 });
  },
);

test('text that only just fits is shown in full', () => {
  const cut = new OutputCut(ROOM);
  const text = `${'v'.repeat(50)}${'x'.repeat(950)}`;
  expect([show(text, 10, cut), cut.hidden]).toEqual([text, { characters: 0, values: 0 }]);
});

test('an endless line of values is cut once, with a mark', () => {
  const cut = new OutputCut(ROOM);
  expect(show('v '.repeat(3000), 64, cut)).toBe(`${'v '.repeat(1050)}${CUT}`);
  expect(cut.hidden).toEqual({ characters: 6000 - 2100, values: 1950 });
});

test('an endless line of text is cut at the maximum line length, not counting its values', () => {
  const cut = new OutputCut(ROOM);
  const word = 'x'.repeat(99);
  const shown = show(`${word}v`.repeat(1000), 1000, cut);
  expect(shown.endsWith(CUT)).toBe(true);
  expect(shown.indexOf(CUT)).toBe(shown.length - 1);
  expect(shown.replaceAll('v', '').length - 1).toBe(LONGEST_LINE);
  expect(shown.length - 1 + cut.hidden.characters).toBe(100_000);
});
