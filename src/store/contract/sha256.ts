// SHA-256 and its HMAC. Pages served over plain HTTP (except from localhost) have no `crypto.subtle`, so this code
// replaces it there.

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const WORD = 2 ** 32;

/** SHA-256 of bytes (FIPS 180-4). */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes as BufferSource)) : plainSha256(bytes);
}

/** HMAC-SHA-256 of a string (RFC 2104). */
export async function hmacSha256(secret: string, text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const long = encoder.encode(secret);
  const key = new Uint8Array(BLOCK_BYTES);
  key.set(long.length > BLOCK_BYTES ? await sha256(long) : long);
  const pad = (byte: number) => key.map((part) => part ^ byte);
  const inner = await sha256(join(pad(0x36), encoder.encode(text)));
  return sha256(join(pad(0x5c), inner));
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/**
 * First 32 bits of the fractional parts of the square or cube roots of the first primes: the FIPS 180-4 constants.
 */
function listConstants(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= n; divisor += 1) if (n % divisor === 0) isPrime = false;
    if (isPrime) found.push((root(n) % 1) * WORD);
  }
  return Uint32Array.from(found);
}

let tables: { readonly rounds: Uint32Array; readonly start: Uint32Array } | undefined;

/** SHA-256 without WebCrypto. */
export function plainSha256(bytes: Uint8Array): Uint8Array {
  tables ??= { rounds: listConstants(64, Math.cbrt), start: listConstants(8, Math.sqrt) };
  const state = Uint32Array.from(tables.start);
  const words = new Uint32Array(64);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  const rest = bytes.subarray(whole);
  const tail = new Uint8Array(rest.length + 1 + LENGTH_BYTES > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES);
  tail.set(rest);
  tail[rest.length] = 0x80;
  new DataView(tail.buffer).setBigUint64(tail.length - LENGTH_BYTES, BigInt(bytes.length) * 8n);
  const { rounds } = tables;
  const mix = (part: Uint8Array) => {
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    for (let at = 0; at < part.length; at += BLOCK_BYTES) mixBlock(view, at, { state, words, rounds });
  };
  mix(bytes.subarray(0, whole));
  mix(tail);
  const digest = new DataView(new ArrayBuffer(4 * state.length));
  state.forEach((word, index) => {
    digest.setUint32(4 * index, word);
  });
  return new Uint8Array(digest.buffer);
}

interface Hashing {
  readonly state: Uint32Array;
  readonly words: Uint32Array;
  readonly rounds: Uint32Array;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function mixBlock(view: DataView, at: number, { state, words, rounds }: Hashing): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + rounds[i]! + words[i]!) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = state[index]! + word;
  });
}
