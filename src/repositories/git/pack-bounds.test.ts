// Packs built by hand according to gitformat-pack(5), in forms that git never writes.
import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultCheckOutSettings } from '../check-out-settings.ts';
import { openImportedRevision } from '../imports/imported-revision.ts';
import { checkPack } from './pack-bounds.ts';

const url = 'https://far.example/a/b';
const TREE = 2;
const BLOB = 3;
const OFFSET_DELTA = 6;
const LIMITS = { maxObjectBytes: 1000, maxUnpackedBytes: 5000 };

function sevenBits(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...sevenBits(Math.floor(value / 128))];
}

/** The header of an object; the declared size may be any number. */
function header(type: number, size: number): number[] {
  const first = (type << 4) | (size % 16);
  return size < 16 ? [first] : [first | 128, ...sevenBits(Math.floor(size / 16))];
}

function object(type: number, content: Uint8Array, size = content.length): Buffer {
  return Buffer.concat([Buffer.from(header(type, size)), deflateSync(content)]);
}

/** A delta against an object up to 127 bytes before it. */
function difference(back: number, delta: readonly number[] | Buffer): Buffer {
  const start = Buffer.from([...header(OFFSET_DELTA, delta.length), back]);
  return Buffer.concat([start, deflateSync(Buffer.from(delta))]);
}

function pack(objects: readonly Buffer[], count = objects.length): Buffer {
  const start = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  start.writeUInt32BE(count, 8);
  const all = Buffer.concat([start, ...objects]);
  return Buffer.concat([all, createHash('sha1').update(all).digest()]);
}

const base = object(BLOB, new Uint8Array(100));
/** A delta operation that copies the given number of bytes from the start of the base. */
const copyOf = (bytes: number) => [0x90, bytes];
const double = [...sevenBits(100), ...sevenBits(200), ...copyOf(100), ...copyOf(100)];

test('a pack of objects and git deltas is accepted', () => {
  const objects = [base, difference(base.length, double), object(TREE, new Uint8Array(0))];
  expect(() => checkPack(pack(objects), LIMITS, url)).not.toThrow();
});

test.each([
  ['a size of 8 GB in a header', [object(BLOB, new Uint8Array(9), 8e9)], /has a file of more than 0 MB/],
  ['many objects', Array.from({ length: 60 }, () => base), /unpacks to more than 0 MB/],
  [
    'a delta that expands to 4 GB',
    [base, difference(base.length, [...sevenBits(100), ...sevenBits(4e9)])],
    /./,
  ],
  ['more objects than allowed', [], /has more than 500000 objects/, 600_000],
] as const)(
  '%s is rejected with a reason',
  (_name, objects, message, count: number | undefined = undefined) => {
    expect(() => checkPack(pack(objects, count), LIMITS, url)).toThrow(message);
  },
);

test('a folder has a separate size limit, even if git deltas produce it', () => {
  const room = { maxObjectBytes: 100e6, maxUnpackedBytes: 1e9 };
  const folder = object(TREE, new Uint8Array(10e6));
  const twice = [...sevenBits(10e6), ...sevenBits(20e6), ...Array.from({ length: 2 }, copyOfFolder).flat()];
  // A distance too large for one byte.
  const far = [((folder.length - 128) >> 7) | 128, (folder.length - 128) & 127];
  const start = Buffer.from([...header(OFFSET_DELTA, twice.length), ...far]);
  const grown = Buffer.concat([start, deflateSync(Buffer.from(twice))]);
  expect(() => checkPack(pack([folder, grown]), room, url)).toThrow(
    /a folder, commit or tag of more than 16 MB/,
  );
});

function copyOfFolder(): number[] {
  return [0xf0, 10e6 & 255, (10e6 >> 8) & 255, 10e6 >> 16];
}

test('an object that inflates beyond its stated size is rejected immediately', () => {
  const bomb = object(BLOB, new Uint8Array(50e6), 10);
  expect(() => checkPack(pack([bomb]), LIMITS, url)).toThrow(/an object is larger than declared/);
});

test('a git delta with a huge number of operations is rejected', () => {
  const size = 1_000_001;
  const delta = Buffer.concat([
    Buffer.from([...sevenBits(100), ...sevenBits(size)]),
    Buffer.alloc(2 * size, '\x01a'),
  ]);
  const room = { maxObjectBytes: 100e6, maxUnpackedBytes: 1e9 };
  expect(() => checkPack(pack([base, difference(base.length, delta)]), room, url)).toThrow(
    /a git delta of more than 1000000 operations/,
  );
});

test.each([
  ['is its own base', [base, difference(0, double)], /a git delta has no base/],
  [
    "has a base that is not at an object's start",
    [base, difference(base.length - 1, double)],
    /a git delta has no base/,
  ],
  ['is truncated', [base.subarray(0, 5)], /cannot be decompressed/],
  ['has fewer objects than declared', [base], /pack is truncated/, 2],
  ['has more objects than declared', [base, base], /extra bytes after its objects/, 1],
  [
    'has objects in gzip',
    [Buffer.concat([Buffer.from(header(BLOB, 5)), gzipSync('aaaaa')])],
    /not compressed with/,
  ],
  [
    'expands to less than declared',
    [base, difference(base.length, [...sevenBits(100), ...sevenBits(200), ...copyOf(9)])],
    /does not produce the declared number of bytes/,
  ],
  ['has an object of an unknown type', [object(5, new Uint8Array(1))], /unknown type 5/],
] as const)('a pack that %s is damaged', (_name, objects, message, count: number | undefined = undefined) => {
  expect(() => checkPack(pack(objects, count), LIMITS, url)).toThrow(message);
});

test('bundles have the same limits as fetched packs', async () => {
  const id = '1'.repeat(40);
  const open = (content: Buffer) => {
    const bytes = Buffer.concat([Buffer.from(`# v2 git bundle\n${id} refs/heads/main\n\n`), content]);
    const copy = { url, bytes, maxBytes: 512e6, bounds: defaultCheckOutSettings, remark: () => undefined };
    return openImportedRevision(copy, { branch: '', commit: 'HEAD' });
  };
  await expect(open(pack([object(BLOB, new Uint8Array(9), 8e9)]))).rejects.toMatchObject({
    code: 'repository-too-large',
  });
  await expect(open(pack([base, difference(0, double)]))).rejects.toMatchObject({ code: 'import-damaged' });
});

test('a bundle with more references than a worker can hold is refused', async () => {
  const line = `${'1'.repeat(40)} refs/heads/b\n`;
  const bytes = Buffer.from(`# v2 git bundle\n${line.repeat(500_001)}\nPACK`);
  const copy = { url, bytes, maxBytes: 512e6, bounds: defaultCheckOutSettings, remark: () => undefined };
  await expect(openImportedRevision(copy, { branch: '', commit: 'HEAD' })).rejects.toMatchObject({
    code: 'repository-too-large',
    message: expect.stringContaining('more than 500000 references'),
  });
});
