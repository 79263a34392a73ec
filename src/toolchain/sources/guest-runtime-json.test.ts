import { expect, test } from 'vitest';
import type { GuestRuntime } from './guest-runtime.ts';
import { parseGuestLibrary, parseGuestRuntime, printGuestRuntime } from './guest-runtime-json.ts';

const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const runtime = { version: '1', library: { 'a.o': every }, headers: { 'a.h': 'int a;' } };
const text = printGuestRuntime(runtime as unknown as GuestRuntime);

test('every byte is restored', () => {
  expect(parseGuestRuntime(text)).toEqual(runtime);
  expect(parseGuestLibrary(printGuestRuntime(runtime.library))).toEqual(runtime.library);
});

test.each([
  ['half of it', text.slice(0, text.length / 2)],
  ['another digit', text.replace('00', '0g')],
  ['half a byte', text.replace('"hex":"00', '"hex":"0')],
  ['bytes in a different encoding', text.replace('"hex"', '"base64"')],
  ['nothing', 'null'],
])('%s is rejected as damaged', (_, damaged) => {
  for (const parse of [parseGuestRuntime, parseGuestLibrary])
    expect(() => parse(damaged)).toThrow(expect.objectContaining({ code: 'guest-runtime-broken' }));
});
