import { afterEach, expect, test, vi } from 'vitest';
import { toHex } from './random-bytes.ts';
import { hmacSha256, plainSha256, sha256 } from './sha256.ts';
import { createPassingVault } from './vault.ts';

afterEach(() => vi.unstubAllGlobals());

// FIPS 180-4, examples from NIST.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('the digest of %j is correct without WebCrypto', (text, digest) => {
  expect(toHex(plainSha256(new TextEncoder().encode(text)))).toBe(digest);
});

test('both implementations agree at every length around a block, and for a part of a buffer', async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 37) % 256);
  for (let length = 0; length < 200; length += 1) {
    const part = bytes.subarray(3, 3 + length);
    expect(plainSha256(part)).toEqual(await sha256(part));
  }
});

// RFC 4231, test case 2.
test('the HMAC of an RFC example is correct with and without WebCrypto', async () => {
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(toHex(await hmacSha256('Jefe', 'what do ya want for nothing?'))).toBe(expected);
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(toHex(await hmacSha256('Jefe', 'what do ya want for nothing?'))).toBe(expected);
});

test('without WebCrypto, a temporary vault opens its own secrets, but only in the place where they were sealed', async () => {
  vi.stubGlobal('crypto', {});
  const vault = createPassingVault();
  const sealed = await vault.seal('token', 'here');
  expect(sealed).not.toContain('token');
  expect(await vault.open(sealed, 'here')).toBe('token');
  await expect(vault.open(sealed, 'there')).rejects.toMatchObject({ code: 'sealed-elsewhere' });
});
