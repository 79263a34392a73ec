import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['allows copying', { writeText: async () => undefined }, true],
  ['refuses to copy', { writeText: () => Promise.reject(new Error('refused')) }, false],
  ['has no clipboard, because the page was loaded over HTTP', undefined, false],
])('a browser that %s', async (_, clipboard, isCopied) => {
  vi.stubGlobal('navigator', { clipboard });
  expect(await copyText('a')).toBe(isCopied);
});
