import { wasi } from '@bjorn3/browser_wasi_shim';
import { expect, test } from 'vitest';
import { FileRoom } from './file-room.ts';
import { LARGEST_FILE_BYTES } from './sparse-bytes.ts';
import {
  collectFileChanges,
  type FileMap,
  openWorkingDirectory,
  type WorkingDirectory,
} from './working-directory.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const ROOM_BYTES = 1 << 20;

function begin(files: FileMap) {
  const room = new FileRoom({ limitBytes: () => ROOM_BYTES });
  return { room, directory: openWorkingDirectory(files, room) };
}

function changesOf(directory: WorkingDirectory, given: FileMap) {
  return collectFileChanges(directory, given, ROOM_BYTES);
}

const READS_AND_WRITES = BigInt(wasi.RIGHTS_FD_READ | wasi.RIGHTS_FD_WRITE);

function open(directory: WorkingDirectory, path: string, oflags = 0, fdFlags = 0) {
  const { ret, fd_obj } = directory.path_open(0, path, oflags, READS_AND_WRITES, 0n, fdFlags);
  expect(ret).toBe(wasi.ERRNO_SUCCESS);
  return fd_obj!;
}

test('the program’s input files can be read, and count as changed only after a write', () => {
  const original = encode('1,2,3\n');
  const given = new Map([['data/in.csv', original]]);
  const { directory } = begin(given);
  const file = open(directory, 'data/in.csv');
  expect(decode(file.fd_read(4).data)).toBe('1,2,');
  expect(decode(file.fd_read(100).data)).toBe('3\n');
  expect(changesOf(directory, given).files.size).toBe(0);
  file.fd_seek(0n, wasi.WHENCE_SET);
  file.fd_write(encode('9'));
  expect(decode(changesOf(directory, given).files.get('data/in.csv')!)).toBe('9,2,3\n');
  expect(decode(original)).toBe('1,2,3\n');
});

test('a new file can grow and be truncated, and has zeros in unwritten places', () => {
  const { directory } = begin(new Map());
  const file = open(directory, 'out.bin', wasi.OFLAGS_CREAT);
  for (let i = 0; i < 5000; i++) file.fd_write(encode('abc'));
  expect(file.fd_filestat_get().filestat?.size).toBe(15_000n);
  file.fd_filestat_set_size(2n);
  file.fd_seek(4n, wasi.WHENCE_SET);
  file.fd_write(encode('z'));
  expect([...changesOf(directory, new Map()).files.get('out.bin')!]).toEqual([97, 98, 0, 0, 122]);
});

test('appending always writes at the end, whatever the current position', () => {
  const { directory } = begin(new Map([['log', encode('one\n')]]));
  const file = open(directory, 'log', 0, wasi.FDFLAGS_APPEND);
  file.fd_seek(0n, wasi.WHENCE_SET);
  file.fd_write(encode('two\n'));
  expect(decode(changesOf(directory, new Map()).files.get('log')!)).toBe('one\ntwo\n');
});

test('a file in a folder that the program created behaves like any other file', () => {
  const { directory } = begin(new Map());
  expect(directory.path_create_directory('a')).toBe(0);
  expect(directory.path_create_directory('a/b')).toBe(0);
  open(directory, 'a/b/../b/c.txt', wasi.OFLAGS_CREAT).fd_write(encode('x'));
  expect([...changesOf(directory, new Map()).files.keys()]).toEqual(['a/b/c.txt']);
});

test('files have a link count of 1, so that they are not mistaken for pipes', () => {
  const { directory } = begin(new Map([['x', encode('')]]));
  expect(directory.path_filestat_get(0, 'x').filestat?.nlink).toBe(1n);
});

test('no path leads outside the working directory', () => {
  const { directory } = begin(new Map());
  expect(directory.path_open(0, '../x', wasi.OFLAGS_CREAT, 0n, 0n, 0).ret).not.toBe(wasi.ERRNO_SUCCESS);
});

test('removed and moved files and folders are reported, and a moved file counts as new in its new location', () => {
  const given = new Map(
    ['in/a', 'in/b', 'in/deep/c', 'd', 'in/empty/'].map((path) => [path, encode(path)] as const),
  );
  const { directory } = begin(given);
  const move = (from: string, to: string) => {
    const { inode_obj } = directory.path_unlink(from);
    expect(directory.path_link(to, inode_obj!, true)).toBe(wasi.ERRNO_SUCCESS);
  };
  expect(directory.path_unlink_file('in/a')).toBe(wasi.ERRNO_SUCCESS);
  move('in/deep', 'out');
  move('d', 'in/b');
  expect(directory.path_remove_directory('in/empty')).toBe(wasi.ERRNO_SUCCESS);
  const { files, removedFiles } = changesOf(directory, given);
  expect([...files].map(([path, bytes]) => `${path}: ${decode(bytes)}`)).toEqual([
    'in/b: d',
    'out/c: in/deep/c',
  ]);
  expect(removedFiles).toEqual(['in/a', 'in/deep/c', 'd', 'in/empty/']);
});

test('a hole in a file uses no memory and reads as zeros, and truncated content does not reappear', () => {
  const { room, directory } = begin(new Map());
  const file = open(directory, 'sparse', wasi.OFLAGS_CREAT);
  const before = room.usedBytes;
  file.fd_seek(2n ** 30n, wasi.WHENCE_SET);
  expect(file.fd_write(encode('x'))).toEqual({ ret: 0, nwritten: 1 });
  expect(file.fd_filestat_get().filestat?.size).toBe(2n ** 30n + 1n);
  expect(room.usedBytes - before).toBeLessThan(2048);
  expect([...file.fd_pread(3, 2n ** 30n - 2n).data]).toEqual([0, 0, 120]);
  expect([...file.fd_pread(2, 12_345n).data]).toEqual([0, 0]);
  file.fd_filestat_set_size(2n ** 30n);
  file.fd_filestat_set_size(2n ** 30n + 1n);
  expect([...file.fd_pread(10, 2n ** 30n).data]).toEqual([0]);
  file.fd_filestat_set_size(0n);
  expect(room.usedBytes).toBe(before);
});

test('parts of a given file that were not overwritten keep their content, except beyond a truncation', () => {
  const given = new Map([['in', new Uint8Array(200_000).fill(7)]]);
  const { directory } = begin(given);
  const file = open(directory, 'in');
  file.fd_pwrite(encode('a'), 70_000n);
  expect([...file.fd_pread(3, 69_999n).data]).toEqual([7, 97, 7]);
  file.fd_filestat_set_size(150_000n);
  file.fd_filestat_set_size(160_000n);
  expect([...file.fd_pread(2, 149_999n).data]).toEqual([7, 0]);
  const kept = changesOf(directory, given).files.get('in')!;
  expect([kept.length, kept[69_999], kept[70_000], kept[149_999], kept[150_000]]).toEqual([
    160_000, 7, 97, 7, 0,
  ]);
  expect(given.get('in')!.every((byte) => byte === 7)).toBe(true);
});

test('a full core returns ENOSPC after a partial write, and removing files frees their space', () => {
  const { room, directory } = begin(new Map());
  const file = open(directory, 'big', wasi.OFLAGS_CREAT);
  let written = 0;
  for (;;) {
    const { ret, nwritten } = file.fd_write(new Uint8Array(100_000));
    written += nwritten;
    if (nwritten === 100_000) continue;
    if (ret === wasi.ERRNO_SUCCESS) continue;
    expect(ret).toBe(wasi.ERRNO_NOSPC);
    break;
  }
  expect(written).toBeGreaterThan(0.8 * ROOM_BYTES);
  expect(file.fd_filestat_get().filestat?.size).toBe(BigInt(written));
  expect(directory.path_unlink_file('big')).toBe(0);
  expect(room.usedBytes).toBeGreaterThan(0.8 * ROOM_BYTES);
  file.fd_close();
  expect(room.usedBytes).toBe(0);
});

test('empty files and folders also take up space, and release it when removed', () => {
  const { room, directory } = begin(new Map());
  let count = 0;
  while (directory.path_create_directory(`d${count}`) === 0) count += 1;
  expect(directory.path_create_directory('more')).toBe(wasi.ERRNO_NOSPC);
  expect(count).toBeLessThan(ROOM_BYTES / 1024);
  for (let i = 0; i < count; i++) expect(directory.path_remove_directory(`d${i}`)).toBe(0);
  expect(room.usedBytes).toBe(0);
});

test('offsets beyond the largest file size fail with EFBIG, negative offsets fail with EINVAL, and nothing is allocated', () => {
  const { room, directory } = begin(new Map());
  const file = open(directory, 'f', wasi.OFLAGS_CREAT);
  const before = room.usedBytes;
  const most = BigInt(LARGEST_FILE_BYTES);
  expect(file.fd_pwrite(encode('x'), most).ret).toBe(wasi.ERRNO_FBIG);
  expect(file.fd_pwrite(encode('x'), 2n ** 62n).ret).toBe(wasi.ERRNO_FBIG);
  expect(file.fd_pwrite(encode('x'), -1n).ret).toBe(wasi.ERRNO_INVAL);
  expect(file.fd_pread(1, -1n).ret).toBe(wasi.ERRNO_INVAL);
  expect(file.fd_pread(1, 2n ** 62n)).toEqual({ ret: 0, data: new Uint8Array(0) });
  expect(file.fd_filestat_set_size(-1n)).toBe(wasi.ERRNO_INVAL);
  expect(file.fd_filestat_set_size(most + 1n)).toBe(wasi.ERRNO_FBIG);
  expect(file.fd_allocate(0n, most)).toBe(wasi.ERRNO_NOSPC);
  expect(file.fd_allocate(-1n, 1n)).toBe(wasi.ERRNO_INVAL);
  expect(file.fd_allocate(2n ** 62n, 2n ** 62n)).toBe(wasi.ERRNO_FBIG);
  expect(file.fd_seek(-1n, wasi.WHENCE_SET).ret).toBe(wasi.ERRNO_INVAL);
  expect(file.fd_seek(0n, 7).ret).toBe(wasi.ERRNO_INVAL);
  expect(file.fd_seek(2n ** 63n - 1n, wasi.WHENCE_SET).ret).toBe(0);
  expect(file.fd_seek(1n, wasi.WHENCE_CUR).ret).toBe(wasi.ERRNO_OVERFLOW);
  expect(file.fd_write(encode('x')).ret).toBe(wasi.ERRNO_FBIG);
  expect(room.usedBytes).toBe(before);
  expect(file.fd_allocate(100n, 900_000n)).toBe(0);
  expect(room.usedBytes - before).toBeGreaterThan(900_000);
});

test('sparse files larger than the size limit are reported and not expanded', () => {
  const { directory } = begin(new Map());
  open(directory, 'a', wasi.OFLAGS_CREAT).fd_write(encode('text'));
  open(directory, 'sparse', wasi.OFLAGS_CREAT).fd_filestat_set_size(BigInt(LARGEST_FILE_BYTES));
  const { files, oversized } = changesOf(directory, new Map());
  expect(files.size).toBe(0);
  expect(oversized).toEqual({
    totalBytes: LARGEST_FILE_BYTES + 4,
    largest: { path: 'sparse', sizeBytes: LARGEST_FILE_BYTES },
  });
});

test('names and paths can be as long as on common systems, even after a folder is moved', () => {
  const { directory } = begin(new Map());
  expect(directory.path_create_directory('n'.repeat(256))).toBe(wasi.ERRNO_NAMETOOLONG);
  expect(directory.path_create_directory('é'.repeat(128))).toBe(wasi.ERRNO_NAMETOOLONG);
  const deepen = (top: string) => {
    let path = top;
    while (directory.path_create_directory(path) === 0) path += `/${'d'.repeat(200)}`;
    return path.slice(0, path.lastIndexOf('/'));
  };
  const deepest = deepen('a');
  expect(deepest.length).toBeLessThanOrEqual(4096);
  deepen('b');
  const { inode_obj } = directory.path_unlink('b');
  expect(directory.path_link(`${deepest}/b`, inode_obj!, true)).toBe(wasi.ERRNO_NAMETOOLONG);
  expect(directory.path_link('b', inode_obj!, true)).toBe(0);
});

test('a folder cannot be moved into itself, and a new link does not replace an existing file', () => {
  const { directory } = begin(new Map([['f', encode('f')]]));
  directory.path_create_directory('a');
  directory.path_create_directory('a/b');
  const inner = directory.path_open(0, 'a/b', wasi.OFLAGS_DIRECTORY, 0n, 0n, 0).fd_obj as WorkingDirectory;
  const { inode_obj } = directory.path_unlink('a');
  expect(inner.path_link('a', inode_obj!, true)).toBe(wasi.ERRNO_INVAL);
  open(directory, 'g', wasi.OFLAGS_CREAT);
  const file = directory.path_lookup('f', 0).inode_obj!;
  expect(directory.path_link('g', file, false)).toBe(wasi.ERRNO_EXIST);
  expect(directory.path_link('h', file, false)).toBe(0);
  expect(directory.path_filestat_get(0, 'h').filestat?.nlink).toBe(2n);
});

test('a listing that overlaps with removals misses no file, and accepts any cookie', () => {
  const { directory } = begin(new Map(['a', 'b', 'c', 'd'].map((name) => [name, encode(name)] as const)));
  const names: string[] = [];
  for (let cookie = 0n; ; ) {
    const { dirent } = directory.fd_readdir_single(cookie);
    if (!dirent) break;
    const name = decode(dirent.dir_name);
    names.push(name);
    if (!name.startsWith('.')) directory.path_unlink_file(name);
    cookie = dirent.d_next;
  }
  expect(names).toEqual(['.', '..', 'a', 'b', 'c', 'd']);
  expect(directory.fd_readdir_single(-5n).dirent).toBeNull();
});
