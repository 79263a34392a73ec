import { expect, test } from 'vitest';
import { BaseAddress } from './base-address.ts';

const PAGE = 'https://site.example/docs/page.html';

test.each([
  ['/haze', 'https://site.example/haze', '/haze'],
  ['/haze/', 'https://site.example/haze', '/haze'],
  ['./api', 'https://site.example/docs/api', '/docs/api'],
  ['https://api.example', 'https://api.example', ''],
  ['https://api.example/v1/', 'https://api.example/v1', '/v1'],
])('the base %s has the URL %s', (base, href, path) => {
  expect(new BaseAddress(base, PAGE)).toMatchObject({ href, path });
});

test('only requests under the base belong to the service', () => {
  const path = new BaseAddress('/haze', PAGE);
  expect(path.includes('https://site.example/haze')).toBe(true);
  expect(path.includes('https://site.example/haze/builds?limit=1')).toBe(true);
  expect(path.includes('https://site.example/hazelnut')).toBe(false);
  expect(path.includes('https://site.example/')).toBe(false);
  expect(path.includes('https://other.example/haze/builds')).toBe(false);
  const origin = new BaseAddress('https://api.example', PAGE);
  expect(origin.includes('https://api.example/builds')).toBe(true);
  expect(origin.includes('http://api.example/builds')).toBe(false);
  expect(origin.includes(PAGE)).toBe(false);
});

test.each(['/', 'https://site.example', 'ftp://api.example', 'http://'])('"%s" is refused', (base) => {
  expect(() => new BaseAddress(base, PAGE)).toThrow(expect.objectContaining({ code: 'bad-base' }));
});
