import { expect, test } from 'vitest';
import { BaseAddress } from './base-address.ts';
import {
  addServedBase,
  findServedBase,
  isServedBy,
  listServedBases,
  nameBase,
  nameScript,
} from './served-bases.ts';

const SCRIPT = new URL('https://site.example/haze-service-worker.js');
const base = (path: string, database = 'haze') => ({ href: `https://site.example${path}`, database });
const NOBODY: ReadonlySet<string> = new Set();

test('a script URL names all the services that the script serves', () => {
  const bases = [base('/haze'), { ...base('/api', 'other'), repositoryHosts: ['a.example', '*'] }];
  const script = nameScript(SCRIPT, bases);
  expect(listServedBases(script.href)).toEqual(bases);
  expect(isServedBy(script.href, bases[1]!)).toBe(true);
  expect(isServedBy(script.href, base('/api', 'other'))).toBe(false);
  // Adding a service preserves the existing services.
  expect(nameScript(script, listServedBases(script.href)).href).toBe(script.href);
});

test('a script URL from an earlier version names one service', () => {
  const old = `${SCRIPT}?base=https%3A%2F%2Fsite.example%2Fhaze&database=d&repository-hosts=a.example`;
  expect(listServedBases(old)).toEqual([{ ...base('/haze', 'd'), repositoryHosts: ['a.example'] }]);
});

test('an invalid service in a URL is ignored', () => {
  const damaged = `${SCRIPT}?service=${encodeURIComponent('["https://site.example","d"]')}&service=x`;
  expect(listServedBases(damaged)).toEqual([]);
});

test('a new service joins the others, and replaces a service with the same base', () => {
  const known = [base('/a'), base('/b')];
  expect(addServedBase(known, base('/b'), NOBODY)).toEqual(known);
  expect(addServedBase(known, base('/c'), NOBODY)).toEqual([...known, base('/c')]);
  expect(addServedBase(known, base('/a', 'new'), NOBODY)).toEqual([base('/b'), base('/a', 'new')]);
});

test('above the limit, the oldest unused services are removed', () => {
  const known = Array.from({ length: 16 }, (_, index) => base(`/${index}`));
  const used = new Set([nameBase(known[0]!)]);
  const added = addServedBase(known, base('/more'), used);
  expect(added).toHaveLength(16);
  expect(added.map(({ href }) => new URL(href).pathname)).toEqual([
    '/0',
    ...known.slice(2).map(({ href }) => new URL(href).pathname),
    '/more',
  ]);
  const all = new Set(known.map(nameBase));
  expect(addServedBase(known, base('/more'), all)).toHaveLength(17);
});

test('a request goes to the service with the longest matching base', () => {
  const bases = ['/haze', '/haze/inner'].map((path) => ({ address: new BaseAddress(path, SCRIPT.href) }));
  expect(findServedBase(bases, 'https://site.example/haze/inner/builds')).toBe(bases[1]);
  expect(findServedBase(bases, 'https://site.example/haze/builds')).toBe(bases[0]);
  expect(findServedBase(bases, 'https://site.example/else')).toBeUndefined();
});
