import { afterEach, expect, test, vi } from 'vitest';
import { checkWhole } from './whole-body.ts';

afterEach(() => vi.unstubAllGlobals());

/** A module without sections. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const kept = () => new Response(EMPTY, { headers: { 'Content-Type': 'application/wasm' } });
const runIn = (userAgent: string) => vi.stubGlobal('navigator', { userAgent });

test('Firefox rejects a truncated body, and compiles a whole body unchanged', async () => {
  runIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  await expect(WebAssembly.compileStreaming(checkWhole(kept(), 9))).rejects.toThrow(TypeError);
  const whole = await checkWhole(kept(), 8);
  expect(whole.headers.get('Content-Type')).toBe('application/wasm');
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(EMPTY);
});

test('other browsers get the same response object, which they need to reuse compiled code', async () => {
  runIn(
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  );
  const response = kept();
  expect(await checkWhole(response, 9)).toBe(response);
});
