import { afterEach, expect, test, vi } from 'vitest';
import { keepFiles } from './kept-files.ts';

afterEach(() => vi.unstubAllGlobals());

test('the error names the file that does not fit into the storage', async () => {
  const put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  vi.stubGlobal('caches', { open: async () => ({ put }) });
  vi.stubGlobal('fetch', async () => new Response('a page'));
  vi.stubGlobal('location', { origin: 'https://site.example' });
  vi.stubGlobal('document', { baseURI: 'https://site.example/' });
  await expect(keepFiles(['page.html'])).rejects.toMatchObject({
    code: 'not-kept',
    message: expect.stringMatching(/page\.html is not stored for offline visits: the storage is full/),
  });
});
