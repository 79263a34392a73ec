import { describe, expect, test } from 'vitest';
import { createRandomness } from '../service/seeded-random.ts';
import { isMeant, parseFault } from './fault.ts';
import { createUnruly } from './unruly.ts';

describe('requests are matched by method and path', () => {
  test.each([
    ['POST /builds 503', 'POST', '/builds', true],
    ['POST /builds 503', 'POST', '/sourcecode/builds', true],
    ['POST /builds 503', 'POST', '/builds/bld_1', false],
    ['POST /builds 503', 'GET', '/builds', false],
    ['post /builds 503', 'POST', '/builds/', true],
    ['* /builds/* 500', 'DELETE', '/builds/bld_1', true],
    ['* /builds/* 500', 'DELETE', '/builds/bld_1/tasks', false],
    ['GET /builds/** 500', 'GET', '/builds/bld_1/tasks', true],
    ['GET /** 500', 'GET', '/', true],
    ['GET / 500', 'GET', '/tasks', false],
  ])('%s: %s %s: %s', (text, method, path, meant) => {
    expect(isMeant(parseFault(text), method, path)).toBe(meant);
  });
});

test.each([
  ['POST /builds', 'takes a method, a path, a status'],
  ['P0ST /builds 503', 'must begin with a method or *'],
  ['POST builds 503', 'needs a path that begins with /'],
  ['POST /builds 200', 'needs a status from 400 to 599'],
  ['POST /builds 503 110%', 'must end with a percentage from 0% to 100%'],
  ['POST /builds 503 10', 'must end with a percentage from 0% to 100%'],
  ['POST /builds 503 10% more', 'takes a method, a path, a status'],
])('%s is refused', (text, message) => {
  expect(() => parseFault(text)).toThrow(message);
});

describe('a fraction of the requests fails', () => {
  const SEED = 7n;
  const run = async (text: string, seed: bigint) => {
    const random = createRandomness(seed).source('faults');
    const unruly = createUnruly({ faults: [parseFault(text)], random });
    const met = [];
    for (let i = 0; i < 400; i++) met.push(await unruly.meet(new Request('http://x/tasks')));
    return met.map((mishap) => (mishap instanceof Response ? mishap.status : mishap));
  };

  test('about the given fraction of requests fails, and the same seed always makes the same requests fail', async () => {
    const met = await run('GET /tasks 503 10%', SEED);
    const failures = met.filter((status) => status === 503).length;
    // 400 draws with probability 0.1 exceed these bounds (4.5 standard deviations) for one seed in 100 000.
    expect(failures).toBeGreaterThan(13);
    expect(failures).toBeLessThan(67);
    expect(await run('GET /tasks 503 10%', SEED)).toEqual(met);
    expect(await run('GET /tasks 503 10%', SEED + 1n)).not.toEqual(met);
  });

  test('the fraction may be 100 % or 0 %, and a failure may be a dropped connection', async () => {
    expect(new Set(await run('GET /tasks 429', SEED))).toEqual(new Set([429]));
    expect(new Set(await run('GET /tasks 429 0%', SEED))).toEqual(new Set([undefined]));
    expect(new Set(await run('GET /tasks drop', SEED))).toEqual(new Set(['drop']));
  });
});
