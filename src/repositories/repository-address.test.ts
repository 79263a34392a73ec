import { expect, test } from 'vitest';
import {
  isAllowedAddress,
  keyOfAddress,
  parseRepositoryAddress,
  resolveSubmoduleAddress,
} from './repository-address.ts';

test('every form of git address becomes a fetchable URL', () => {
  const forms: Record<string, string> = {
    'https://github.com/ann/sums': 'https://github.com/ann/sums',
    'https://github.com/ann/sums.git/': 'https://github.com/ann/sums.git',
    'git@github.com:ann/sums.git': 'https://github.com/ann/sums.git',
    'ssh://git@github.com:22/ann/sums.git': 'https://github.com/ann/sums.git',
    'git://github.com/ann/sums': 'https://github.com/ann/sums',
    'http://127.0.0.1:8080/sums.git': 'http://127.0.0.1:8080/sums.git',
    'https://ann@github.com/ann/sums': 'https://github.com/ann/sums',
  };
  for (const [text, url] of Object.entries(forms)) expect(parseRepositoryAddress(text).url).toBe(url);
});

test('an invalid URL is rejected, and the message does not repeat its password', () => {
  for (const text of [
    '',
    'sums',
    'https://github.com',
    'file:///etc',
    'ftp://github.com/a/b',
    '/home/ann/sums',
  ]) {
    expect(() => parseRepositoryAddress(text), text).toThrow(/not the URL of a repository/);
  }
  for (const scheme of ['https', 'ftp']) {
    const read = () => parseRepositoryAddress(`${scheme}://ann:secret@github.com/ann/sums`);
    expect(read).toThrow(/contains a password/);
    expect(read).not.toThrow(/secret/);
    expect(() => parseRepositoryAddress(`${scheme}://ann:secret@`)).not.toThrow(/secret/);
    expect(() => parseRepositoryAddress('ftp://ann:secret@github.com/a')).not.toThrow(/secret/);
  }
});

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '127.1',
  '0',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  // Address of an Azure virtual machine's host, in three notations.
  '168.63.129.16',
  '0xa83f8110',
  '[::ffff:168.63.129.16]',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[2002:a00:1::]',
  'localhost',
  'LOCALHOST',
  'a.localhost',
  'metadata.google.internal',
  'printer.local',
])('"*" does not include %s', (host) => {
  const address = parseRepositoryAddress(`https://${host}/a/b`);
  expect(isAllowedAddress(address, ['*'])).toBe(false);
  expect(isAllowedAddress(address, ['*', address.host])).toBe(true);
  expect(isAllowedAddress(address, ['*'], true)).toBe(true);
});

test.each(['github.com', '140.82.112.3', '[2606:50c0:8000::153]', 'localhost.example.com'])(
  '"*" matches %s',
  (host) => {
    expect(isAllowedAddress(parseRepositoryAddress(`https://${host}/a/b`), ['*'])).toBe(true);
  },
);

test('submodule URLs are relative to the repository, as in git', () => {
  const parent = parseRepositoryAddress('https://github.com/ann/sums.git');
  expect(resolveSubmoduleAddress('../parts.git', parent).url).toBe('https://github.com/ann/parts.git');
  expect(resolveSubmoduleAddress('../../bob/parts', parent).url).toBe('https://github.com/bob/parts');
  expect(resolveSubmoduleAddress('./inner', parent).url).toBe('https://github.com/ann/sums.git/inner');
  expect(resolveSubmoduleAddress('git@github.com:bob/x', parent).url).toBe('https://github.com/bob/x');
});

test('only listed hosts are allowed, with or without their port', () => {
  const address = parseRepositoryAddress('http://127.0.0.1:8080/sums');
  expect(isAllowedAddress(address, ['github.com'])).toBe(false);
  expect(isAllowedAddress(address, ['127.0.0.1'])).toBe(true);
  expect(isAllowedAddress(address, ['127.0.0.1:8080'])).toBe(true);
  expect(isAllowedAddress(address, ['127.0.0.1:8081'])).toBe(false);
  expect(isAllowedAddress(address, ['*'])).toBe(false);
});

test('each repository has a different key, which is valid in blob names', () => {
  const keyOf = (url: string) => keyOfAddress(parseRepositoryAddress(url));
  expect(keyOf('https://h.example/a/b.git')).toBe(keyOf('https://h.example/a/b'));
  const paths = ['a/b', 'a-b', 'a_b', 'a%2Fb', 'a/B', `${'x'.repeat(300)}1`, `${'x'.repeat(300)}2`];
  const keys = paths.map((path) => keyOf(`https://h.example/${path}`));
  expect(new Set(keys).size).toBe(paths.length);
  for (const key of keys) expect(key).toMatch(/^[\w.-]{1,120}$/);
});

test('a host listed with a port is allowed only at that port, including the default port', () => {
  const isAllowed = (url: string, ...hosts: string[]) => isAllowedAddress(parseRepositoryAddress(url), hosts);
  expect(isAllowed('https://git.example/a', 'git.example:443')).toBe(true);
  expect(isAllowed('http://git.example/a', 'git.example:80')).toBe(true);
  expect(isAllowed('https://git.example/a', 'git.example:80')).toBe(false);
  expect(isAllowed('https://git.example:8443/a', 'git.example:443')).toBe(false);
});
