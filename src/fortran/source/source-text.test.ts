import { expect, test } from 'vitest';
import { decodeSource } from './source-text.ts';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((p) => (typeof p === 'number' ? [p] : [...new TextEncoder().encode(p)])));

test('UTF-8 is read unchanged, except that a byte order mark is dropped', () => {
  expect(decodeSource(bytes(0xef, 0xbb, 0xbf, 'x = "é€😀"'))).toBe('x = "é€😀"');
});

test('a Latin-1 byte stays a single character, and adjacent UTF-8 is still decoded', () => {
  expect(decodeSource(bytes('a', 0xe9, 'é', 0xff, 0xc3))).toBe('a\uf7e9é\uf7ff\uf7c3');
});
