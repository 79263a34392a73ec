import { expect, test } from 'vitest';
import { bytesOfFile, editText, maybeInputFile, toInputFile } from './input-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test.each([
  ['every possible byte', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
  ['Latin-1', Uint8Array.of(0x6d, 0xfc, 0x6c, 0x6c)],
  ['a UTF-8 byte order mark and DOS line endings', Uint8Array.of(0xef, 0xbb, 0xbf, ...encode('a\r\nb\n'))],
  ['a null byte in text', encode('a\0b')],
  ['nothing', new Uint8Array(0)],
])('%s is restored unchanged, even through JSON', (_name, bytes) => {
  const file = toInputFile('data.bin', bytes);
  expect(bytesOfFile(maybeInputFile(JSON.parse(JSON.stringify(file)))!)).toEqual(bytes);
});

test('UTF-8 content is stored as text, other content as base64', () => {
  expect(toInputFile('a.txt', encode('Länge\n'))).toEqual({ path: 'a.txt', text: 'Länge\n' });
  expect(toInputFile('a.bin', Uint8Array.of(0xff))).toEqual({ path: 'a.bin', base64: '/w==' });
});

test('an edited text keeps its style of line endings', () => {
  expect(editText({ path: 'a', text: 'x\r\ny\r\n' }, 'x\nz\n')).toEqual({ path: 'a', text: 'x\r\nz\r\n' });
  expect(editText({ path: 'a', text: 'x\ny\n' }, 'x\nz\n')).toEqual({ path: 'a', text: 'x\nz\n' });
});

test.each([undefined, { path: 'a' }, { path: 3, text: '' }, { path: 'a', base64: '*' }])(
  '%j is rejected as a file',
  (data) => {
    expect(maybeInputFile(data)).toBeUndefined();
  },
);
