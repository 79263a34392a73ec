// Two servers with the same seed and clock return the same responses to the same script of requests, byte for byte.
import { afterAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { type Server, type ServerOptions, startServer } from '../../src/node/server-library.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { type Call, callOf, type Reply, untilEnded } from './client.ts';

const SEED = 42;
const CLOCK = '2026-01-31T12:00:00Z';
const servers: Server[] = [];

afterAll(async () => {
  for (const server of servers) await server.close();
});

async function start(options: ServerOptions): Promise<Server> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

/** Draws from a distribution, reads the time in every possible way, sleeps, and prints the results. */
const CURIOUS = `#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <uxhw.h>
int main(void) {
  struct timespec real, passed, later;
  struct stat made;
  clock_gettime(CLOCK_REALTIME, &real);
  clock_gettime(CLOCK_MONOTONIC, &passed);
  sleep(2);
  clock_gettime(CLOCK_MONOTONIC, &later);
  time_t start = time(NULL);
  while (time(NULL) == start) {}
  fclose(fopen("file.txt", "w"));
  stat("file.txt", &made);
  printf("%lf %ld.%09ld %ld.%09ld %ld %ld %ld\\n", UxHwDoubleGaussDist(1, 0.5), (long)real.tv_sec, real.tv_nsec,
         (long)passed.tv_sec, passed.tv_nsec, (long)later.tv_sec, (long)made.st_mtime, (long)clock());
  unsigned char bytes[4];
  getentropy(bytes, 4);
  printf("%d %d %d %d\\n", bytes[0], bytes[1], bytes[2], bytes[3]);
}
`;

/** The content of a reply, including all headers. */
function said({ status, text, headers }: Reply): string {
  return JSON.stringify([status, [...headers].sort(), text]);
}

async function playScript(server: Server): Promise<string[]> {
  const replies: string[] = [server.key];
  const own = server.base;
  // URLs contain the server's port.
  const call: Call = async (...words) => {
    const reply = await callOf(server)(...words);
    replies.push(said(reply).replaceAll(own, 'BASE'));
    return reply;
  };
  const quiet = callOf(server);
  for (const CoreID of ['C0-S+', 'C0-Reference'].map((name) => findDefaultCore(name).CoreID)) {
    const built = await call('POST', '/sourcecode/builds', { Language: 'C', Code: CURIOUS, CoreID });
    const build = `/builds/${built.body.BuildID}`;
    await untilEnded(quiet, build);
    for (const path of [build, `${build}/log`, `${build}/outputs`]) await call('GET', path);
    const started = await call('POST', `${build}/tasks`, { Runs: 40 });
    const task = `/tasks/${started.body.TaskID}`;
    await untilEnded(quiet, task);
    for (const path of [task, `${task}/output/Stdout`, `${task}/outputs`, `${task}/values`])
      await call('GET', path);
  }
  await call('PUT', '/files/a.txt', 'text');
  await call('PUT', '/files/a.txt', 'other text');
  for (const path of [
    '/files/a.txt',
    '/files',
    '/builds',
    '/tasks',
    '/users/me',
    '/health',
    '/keys',
    '/nowhere',
  ])
    await call('GET', path);
  await call('POST', '/keys', { Name: 'second' });
  await call('POST', '/plot', {
    payload: '1.0Ux04000000000000000040040000000000000000000140040000000000008000000000000000',
  });
  return replies;
}

describe('servers with a seed and a stopped clock', () => {
  // Two builds and forty-one runs, three times over.
  test('two servers give the same responses, as does a server after a reset', {
    timeout: scaleLimit(300_000),
  }, async () => {
    const [a, b] = [await start({ seed: SEED, clock: CLOCK }), await start({ seed: SEED, clock: CLOCK })];
    const [first, second] = [await playScript(a), await playScript(b)];
    expect(second).toEqual(first);
    expect(first.length).toBeGreaterThan(20);
    // The given time, in milliseconds in records and in seconds in the program: 2026-01-31T12:00:00Z.
    expect(first.join('\n')).toContain('"CreatedAt\\":1769860800000');
    expect(first.find((reply) => reply.includes(' 1769860800.0'))).toBeDefined();
    await a.reset();
    const withoutTags = (replies: readonly string[]) =>
      replies.map((reply) => reply.replaceAll(/[0-9a-f]{32}-1/g, 'TAG'));
    expect(withoutTags(await playScript(a))).toEqual(withoutTags(first));
  });

  test('another seed gives a different API key', async () => {
    const other = await start({ seed: SEED + 1, clock: CLOCK });
    const same = await start({ seed: SEED, clock: CLOCK });
    expect(other.key).not.toBe(same.key);
  });

  test('IDs generated from the same seed do not collide with imported IDs', async () => {
    const server = await start({ seed: SEED, clock: CLOCK });
    const call = callOf(server);
    const body = { Language: 'C', Code: 'int main(void) { return 0; }' };
    await call('POST', '/sourcecode/builds', body);
    const archive = await server.export();
    const next = await start({ seed: SEED, clock: CLOCK, import: archive });
    const replies = [
      await callOf(next)('POST', '/sourcecode/builds', body),
      await callOf(next)('POST', '/keys', { Name: 'k' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([202, 201]);
    expect((await callOf(next)('GET', '/builds')).body.Count).toBe(2);
  });
});
