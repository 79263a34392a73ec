import { wasi } from '@bjorn3/browser_wasi_shim';
import { expect, test } from 'vitest';
import { collectFileChanges, openWorkingDirectory } from './memory-files.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function open(directory: ReturnType<typeof openWorkingDirectory>, path: string, oflags = 0, fdFlags = 0) {
  const { ret, fd_obj } = directory.path_open(0, path, oflags, 0n, 0n, fdFlags);
  expect(ret).toBe(wasi.ERRNO_SUCCESS);
  return fd_obj!;
}

test('files that were there are read, and count as changed only when written to', () => {
  const original = encode('1,2,3\n');
  const given = new Map([['data/in.csv', original]]);
  const directory = openWorkingDirectory(given);
  const file = open(directory, 'data/in.csv');
  expect(decode(file.fd_read(4).data)).toBe('1,2,');
  expect(decode(file.fd_read(100).data)).toBe('3\n');
  expect(collectFileChanges(directory, given).files.size).toBe(0);
  file.fd_seek(0n, wasi.WHENCE_SET);
  file.fd_write(encode('9'));
  expect(decode(collectFileChanges(directory, given).files.get('data/in.csv')!)).toBe('9,2,3\n');
  expect(decode(original)).toBe('1,2,3\n');
});

test('a file that is made grows, is cut, and is filled with zeros where nothing was written', () => {
  const directory = openWorkingDirectory(new Map());
  const file = open(directory, 'out.bin', wasi.OFLAGS_CREAT);
  for (let i = 0; i < 5000; i++) file.fd_write(encode('abc'));
  expect(file.fd_filestat_get().filestat?.size).toBe(15_000n);
  file.fd_filestat_set_size(2n);
  file.fd_seek(4n, wasi.WHENCE_SET);
  file.fd_write(encode('z'));
  expect([...collectFileChanges(directory, new Map()).files.get('out.bin')!]).toEqual([97, 98, 0, 0, 122]);
});

test('appending writes at the end, wherever the position is', () => {
  const directory = openWorkingDirectory(new Map([['log', encode('one\n')]]));
  const file = open(directory, 'log', 0, wasi.FDFLAGS_APPEND);
  file.fd_seek(0n, wasi.WHENCE_SET);
  file.fd_write(encode('two\n'));
  expect(decode(collectFileChanges(directory, new Map()).files.get('log')!)).toBe('one\ntwo\n');
});

test('a file made in a folder that the program made is a file like others', () => {
  const directory = openWorkingDirectory(new Map());
  expect(directory.path_create_directory('a')).toBe(0);
  expect(directory.path_create_directory('a/b')).toBe(0);
  open(directory, 'a/b/../b/c.txt', wasi.OFLAGS_CREAT).fd_write(encode('x'));
  expect([...collectFileChanges(directory, new Map()).files.keys()]).toEqual(['a/b/c.txt']);
});

test('files tell a link count of 1, so that they are not taken for pipes', () => {
  const directory = openWorkingDirectory(new Map([['x', encode('')]]));
  expect(directory.path_filestat_get(0, 'x').filestat?.nlink).toBe(1n);
});

test('no path leads out of the working directory', () => {
  const directory = openWorkingDirectory(new Map());
  expect(directory.path_open(0, '../x', wasi.OFLAGS_CREAT, 0n, 0n, 0).ret).not.toBe(wasi.ERRNO_SUCCESS);
});

test('files and folders that are removed or moved are told, and moved ones are new in their place', () => {
  const given = new Map(
    ['in/a', 'in/b', 'in/deep/c', 'd', 'in/empty/'].map((path) => [path, encode(path)] as const),
  );
  const directory = openWorkingDirectory(given);
  const move = (from: string, to: string) => {
    const { inode_obj } = directory.path_unlink(from);
    expect(directory.path_link(to, inode_obj!, true)).toBe(wasi.ERRNO_SUCCESS);
  };
  expect(directory.path_unlink_file('in/a')).toBe(wasi.ERRNO_SUCCESS);
  move('in/deep', 'out');
  move('d', 'in/b');
  expect(directory.path_remove_directory('in/empty')).toBe(wasi.ERRNO_SUCCESS);
  const { files, removedFiles } = collectFileChanges(directory, given);
  expect([...files].map(([path, bytes]) => `${path}: ${decode(bytes)}`)).toEqual([
    'in/b: d',
    'out/c: in/deep/c',
  ]);
  expect(removedFiles).toEqual(['in/a', 'in/deep/c', 'd', 'in/empty/']);
});
