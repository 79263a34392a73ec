import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { defaultCheckOutSettings } from '../check-out-settings.ts';
import { openImportedRevision } from './imported-revision.ts';

const url = 'https://far.example/a/b';
const WISH = { branch: '', commit: 'HEAD' };

function open(bytes: Uint8Array, maxBytes = 512e6) {
  const bounds = defaultCheckOutSettings;
  return openImportedRevision({ url, bytes, maxBytes, bounds, remark: () => undefined }, WISH);
}

/** The zip with a different declared size for its only entry, both in the entry's own header and in the directory. */
function withSize(zip: Uint8Array, sizeBytes: number): Uint8Array {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(sizeBytes, 22);
  bytes.writeUInt32LE(sizeBytes, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24);
  return bytes;
}

/**
 * A single-entry zip that inflates to the given number of megabytes of zeros, built without holding the zeros in
 * memory.
 */
function bomb(megabytes: number): Uint8Array {
  const zip = Buffer.from(zipSync({ 'src/main.c': new Uint8Array(0) }, { level: 9 }));
  const million = deflateRawSync(new Uint8Array(1e6), { finishFlush: 2 });
  const last = deflateRawSync(new Uint8Array(0));
  const packed = Buffer.concat([...Array.from({ length: megabytes }, () => million), last]);
  const directory = zip.indexOf('PK\x01\x02', 0, 'latin1');
  const end = zip.indexOf('PK\x05\x06', 0, 'latin1');
  const local = Buffer.from(zip.subarray(0, 30 + 'src/main.c'.length));
  const entry = Buffer.from(zip.subarray(directory, end));
  const tail = Buffer.from(zip.subarray(end));
  for (const [header, at] of [
    [local, 8],
    [entry, 10],
  ] as const) {
    header.writeUInt16LE(8, at);
    header.writeUInt32LE(packed.length, at + 10);
    header.writeUInt32LE(100, at + 14);
  }
  tail.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, entry, tail]);
}

test('decompression stops when an entry exceeds its stated size', async () => {
  const { entries } = await open(bomb(4000));
  const [entry] = entries;
  if (entry?.kind !== 'file') throw new Error('no file');
  await expect(entry.read()).rejects.toMatchObject({
    code: 'import-damaged',
    message: expect.stringMatching(/"src\/main.c" is larger than the zip states \(100 bytes\)/),
  });
});

test.each([
  ['fewer', 4],
  ['more', 6],
])('an entry that declares %s bytes than it has is rejected', async (_name, sizeBytes) => {
  for (const level of [0, 9] as const) {
    const { entries } = await open(withSize(zipSync({ a: new Uint8Array(5) }, { level }), sizeBytes));
    const [entry] = entries;
    if (entry?.kind !== 'file') throw new Error('no file');
    await expect(entry.read()).rejects.toMatchObject({ code: 'import-damaged' });
  }
});

test('an entry whose content differs from its checksum is rejected', async () => {
  for (const level of [0, 9] as const) {
    const zip = zipSync({ a: new Uint8Array([1, 2, 3]) }, { level });
    zip[Buffer.from(zip).indexOf('PK\x01\x02', 0, 'latin1') + 16]! ^= 1;
    const { entries } = await open(zip);
    const [entry] = entries;
    if (entry?.kind !== 'file') throw new Error('no file');
    await expect(entry.read()).rejects.toMatchObject({
      code: 'import-damaged',
      message: expect.stringContaining('"a" does not match its checksum'),
    });
  }
});

test('totals and ratios are checked before anything is inflated', async () => {
  const zip = zipSync({ a: new Uint8Array(1000), b: new Uint8Array(1000) });
  await expect(open(zip, 1500)).rejects.toMatchObject({ code: 'repository-too-large' });
  await expect(open(withSize(zipSync({ a: new Uint8Array(9) }), 300e6))).rejects.toMatchObject({
    code: 'repository-too-large',
    message: expect.stringContaining('times its size'),
  });
});

test('entries that share their content, as in a zip of zips, are rejected', async () => {
  const zip = Buffer.from(zipSync({ a: new Uint8Array(1000).map((_, i) => i * 7), b: new Uint8Array(9) }));
  const first = zip.indexOf('PK\x01\x02', 0, 'latin1');
  const end = zip.indexOf('PK\x05\x06', 0, 'latin1');
  const tail = Buffer.from(zip.subarray(end));
  const entry = zip.subarray(first, first + 47);
  const copies = Buffer.concat(Array.from({ length: 300 }, () => entry));
  tail.writeUInt16LE(300, 10);
  await expect(open(Buffer.concat([zip.subarray(0, first), copies, tail]))).rejects.toMatchObject({
    code: 'import-damaged',
    message: expect.stringContaining('its entries overlap'),
  });
});

test('more entries than a repository may have are rejected before they are listed', async () => {
  const zip = Buffer.from(zipSync({ a: new Uint8Array(9) }));
  const end = zip.indexOf('PK\x05\x06', 0, 'latin1');
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(300_000n, 32);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(end), 56 + 8);
  await expect(open(Buffer.concat([zip.subarray(0, end), large, zip.subarray(end)]))).rejects.toMatchObject({
    code: 'import-damaged',
    message: expect.stringContaining('more than 200000 entries'),
  });
});

test('every file of a zip is unpacked unchanged', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `src/größe-${index}.c`);
  const contents = names.map((_, index) => new Uint8Array(index * 301).map((__, at) => (at * at) % 251));
  const zip = zipSync(Object.fromEntries(names.map((name, index) => [name, contents[index]!])));
  const { entries } = await open(zip);
  expect(entries.map(({ path }) => path)).toEqual(names);
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'submodule') throw new Error('no file');
    expect(Buffer.from(await entry.read()).equals(contents[index]!)).toBe(true);
  }
});
