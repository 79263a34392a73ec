import { expect, test } from 'vitest';
import { withHeldResponses } from './held-response.ts';

const usual = Response;

test('while a package loads, responses return their bytes without copying them, even if the bytes are counted', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  await withHeldResponses(async () => {
    const response = new Response(bytes, { headers: { 'content-length': '3' } });
    expect(response.headers.get('content-length')).toBe('3');
    const counted = new Response(response.body!.pipeThrough(new TransformStream()), response);
    expect(counted.headers.get('content-length')).toBe('3');
    expect(await counted.arrayBuffer()).toBe(bytes.buffer);
  });
});

test('a view of part of a larger buffer returns only that part', async () => {
  const part = new Uint8Array([0, 1, 2, 3]).subarray(1, 3);
  const read = await withHeldResponses(() => new Response(part).arrayBuffer());
  expect(new Uint8Array(read)).toEqual(new Uint8Array([1, 2]));
});

test('other responses stay unchanged, and Response is restored, even after a failure', async () => {
  await withHeldResponses(async () => {
    expect(await new Response('text').text()).toBe('text');
    await withHeldResponses(async () => undefined);
    expect(Response).not.toBe(usual);
  });
  expect(Response).toBe(usual);
  const failed = withHeldResponses(async () => {
    throw new Error('no such file');
  });
  await expect(failed).rejects.toThrow('no such file');
  expect(Response).toBe(usual);
});
