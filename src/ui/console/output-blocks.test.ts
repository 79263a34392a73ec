import { expect, test } from 'vitest';
import { findBlockEnd } from './output-blocks.ts';

/**
 * Blocks of a string that arrives in chunks of the given length. Every block except the last lacks its final line
 * ending.
 */
function cut(text: string, pieceLength: number): string[] {
  const blocks: string[] = [];
  let block = '';
  for (let at = 0; at < text.length; at += pieceLength) {
    let rest = text.slice(at, at + pieceLength);
    for (;;) {
      const isAtLineStart = block === '' || block.endsWith('\n');
      const end = findBlockEnd(rest, { characters: block.length, isAtLineStart });
      block += rest.slice(0, end?.length);
      if (end === undefined) break;
      blocks.push(end.isForLine ? block.slice(0, -1) : block);
      block = '';
      rest = rest.slice(end.length);
    }
  }
  return [...blocks, block];
}

test('lines are not split, and nothing is lost or added, however the output arrives', () => {
  const text = 'spam\n'.repeat(10_000);
  for (const pieceLength of [1, 7, 64 * 1024]) {
    const blocks = cut(text, pieceLength);
    // The end of a block replaces the line ending of its last line.
    expect(blocks.join('\n')).toBe(text);
    expect(blocks.length).toBeGreaterThan(20);
    expect(blocks.slice(0, -1).every((block) => block.endsWith('spam'))).toBe(true);
  }
});

test('an endless line is a single block', () => {
  expect(cut('x'.repeat(100_000), 1000)).toHaveLength(1);
  expect(cut(`${'x'.repeat(100_000)}\nafter\n`, 1000).map(({ length }) => length)).toEqual([100_000, 6]);
});

test('blocks do not end with blank lines unless they contain nothing else', () => {
  const text = `${'x'.repeat(1999)}\n\n\ny\nz\n`;
  for (const pieceLength of [1, 2000, 5000]) {
    expect(cut(text, pieceLength)).toEqual([`${'x'.repeat(1999)}\n\n\ny`, 'z\n']);
  }
  const empty = cut('\n'.repeat(100_000), 4096);
  expect(empty.length).toBeGreaterThan(2);
  expect(empty.join('')).toHaveLength(100_000);
});
