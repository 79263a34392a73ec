// `import { startServer } from 'haze/server'`, as the package exports it, from separate processes and modules.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import type { Server, ServerOptions } from '../../src/node/server-library.ts';
import { callOf, runProgramAt } from './client.ts';

// Imported by its package name, so that the exports in package.json are tested.
const { startServer } = (await import('haze/server' as string)) as {
  startServer: (options?: ServerOptions) => Promise<Server>;
};

const servers: Server[] = [];

async function start(options: ServerOptions = {}): Promise<Server> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Runs a script as a separate process, and returns its output once it exits. */
async function script(code: string): Promise<string> {
  const words = ['--input-type=module', '-e', code];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: scaleLimit(110_000) });
  return stdout;
}

test('a server in this process builds and runs a program', async () => {
  const { stdout } = await runProgramAt(await start());
  expect(stdout).toBe('built and run\n');
});

test('an error thrown by the log function is reported and changes no response', async () => {
  const said = await script(`
    import { startServer } from 'haze/server';
    process.on('warning', ({ name, message }) => console.log(name, message));
    const server = await startServer({ log: () => { throw new Error('full'); } });
    const { status } = await fetch(server.base + '/cores', { headers: { Authorization: server.key } });
    console.log(status);
    await server.close();
  `);
  expect(said).toContain('200\n');
  expect(said).toContain('HazeLogWarning The function that received a server log line threw: Error: full\n');
});

test('a server restores a named state, and lists the requests that it received', async () => {
  const server = await start();
  const call = callOf(server);
  await call('POST', '/keys', { Name: 'first' });
  await server.snapshot('with-a-key');
  await call('POST', '/keys', { Name: 'second' });
  await server.restore('with-a-key');
  const names = (await call('GET', '/keys')).body.Keys.map(({ Name }: { Name: string }) => Name);
  expect(names).toEqual(['first', 'first key']);
  expect(server.requests()).toEqual([
    { Method: 'POST', Path: '/keys', Body: { Name: 'first' }, Status: 201 },
    { Method: 'POST', Path: '/keys', Body: { Name: 'second' }, Status: 201 },
    { Method: 'GET', Path: '/keys', Status: 200 },
  ]);
  await expect(server.restore('other')).rejects.toThrow('Snapshots: with-a-key');
});

test("a server's clock can only move forward", async () => {
  const server = await start({ clock: '2026-01-31T12:00:00Z' });
  server.moveClock(new Date('2026-01-31T12:00:01Z'));
  const { headers } = await callOf(server)('GET', '/users/me');
  expect(headers.get('Date')).toBe('Sat, 31 Jan 2026 12:00:01 GMT');
  expect(() => server.moveClock(0)).toThrow('can only move forward');
  const running = await start();
  expect(() => running.moveClock(0)).toThrow('without the "clock" option');
});

test('servers in the same process share nothing', async () => {
  const [a, b] = [await start(), await start({ key: 'mine' })];
  expect(a.base).not.toBe(b.base);
  expect(b.key).toBe('mine');
  expect((await callOf(a)('GET', '/users/me', undefined, 'mine')).status).toBe(401);
  expect((await callOf(b)('GET', '/users/me')).status).toBe(200);
  await a.close();
  expect((await callOf(b)('GET', '/users/me')).status).toBe(200);
});

test('reset removes everything, but the base URL and the key stay valid', async () => {
  const server = await start();
  const call = callOf(server);
  await call('PUT', '/files/a.txt', 'text');
  await call('POST', '/sourcecode/builds', { Language: 'C', Code: 'int main(void) { for (;;); }' });
  await server.reset();
  expect((await call('GET', '/builds')).body.Count).toBe(0);
  expect((await call('GET', '/files/a.txt')).status).toBe(404);
  expect((await call('GET', '/users/me')).status).toBe(200);
});

describe('an export', () => {
  test('an export restores everything, byte for byte, even under another key', async () => {
    const server = await start();
    const call = callOf(server);
    const { build, task } = await runProgramAt(server);
    await call('PUT', '/files/folder/data.bin', new Uint8Array(3_000_000).fill(7));
    const archive = await server.export();
    const other = await start({ import: archive, key: 'another' });
    const there = callOf(other);
    for (const path of [`/builds/${build}`, `/tasks/${task}`, `/tasks/${task}/output/Stdout`, '/builds']) {
      expect((await there('GET', path)).text).toBe((await call('GET', path)).text);
    }
    const module = await there('GET', `/builds/${build}/binary`);
    expect(module.status).toBe(200);
    // A different key adds a record, and another installation signs with a different secret. Everything else is equal.
    const again = await start();
    await again.import(archive);
    const recordsOf = (bytes: Uint8Array) =>
      Buffer.from(bytes)
        .toString('latin1')
        .split('\n')
        .filter((line) => line.startsWith('{"record"'));
    const known = recordsOf(archive);
    const added = recordsOf(await again.export()).filter((line) => !known.includes(line));
    expect(added.map((line) => JSON.parse(line).record.kind)).toEqual(['installation', 'key']);
    await server.import(archive);
    expect(Buffer.compare(await server.export(), archive)).toBe(0);
  });

  test('an export contains secrets only on request', async () => {
    const server = await start();
    const repository = {
      RemoteURL: 'https://github.com/a/b',
      Commit: 'HEAD',
      Branch: '',
      BuildDirectory: 'src',
    };
    const made = await callOf(server)('POST', '/repositories', {
      ...repository,
      Arguments: '',
      Token: 'tok-1234',
    });
    expect(made.status).toBe(201);
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
    const archive = text(await server.export());
    expect(archive).not.toContain('tok-1234');
    expect(archive).not.toContain(server.key);
    const whole = await server.export({ withSecrets: true });
    expect(text(whole)).toContain('tok-1234');
    const other = await start({ import: whole });
    expect(text(await other.export())).not.toContain('tok-1234');
    expect(text(await other.export({ withSecrets: true }))).toContain('tok-1234');
  });

  test('importing an export that is truncated or from a newer program changes nothing', async () => {
    const server = await start();
    await callOf(server)('PUT', '/files/a.txt', 'text');
    const archive = await server.export();
    await expect(server.import(archive.slice(0, -3))).rejects.toMatchObject({ code: 'bad-export' });
    const newer = Buffer.from(
      Buffer.from(archive).toString('latin1').replace('"version":1', '"version":2'),
      'latin1',
    );
    await expect(server.import(newer)).rejects.toMatchObject({ code: 'store-too-new' });
    const schema = Buffer.from(archive)
      .toString('latin1')
      .replace(/"schema":\d+/, '"schema":99');
    await expect(server.import(Buffer.from(schema, 'latin1'))).rejects.toMatchObject({
      code: 'store-too-new',
    });
    expect((await callOf(server)('GET', '/files/a.txt')).status).toBe(200);
  });
});

describe('invalid options are rejected with a reason', () => {
  test.each([
    [{ port: 70_000 }, 'startServer, "port": 70000: this option takes a whole number from 0 to 65535'],
    [{ latancy: 5 }, 'unknown option "latancy". Did you mean "latency"?'],
    [{ fail: 'POST' }, 'startServer, "fail": POST: this option takes a method'],
    [{ key: 'a b' }, 'startServer, "key": this option takes a string of visible'],
    [{ clock: new Date(Number.NaN) }, '"clock": an invalid Date'],
  ])('%o', async (options, message) => {
    await expect(start(options as ServerOptions)).rejects.toThrow(message);
  });
});

test('after close, nothing keeps the process alive, even after work of every kind', async () => {
  const code = `
    import { startServer } from 'haze/server';
    const server = await startServer();
    const headers = { Authorization: server.key, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ Language: 'C', Code: 'int main(void) { for (;;); }' });
    const { BuildID } = await (await fetch(server.base + '/sourcecode/builds', { method: 'POST', headers, body })).json();
    for (;;) {
      const { Status } = await (await fetch(server.base + '/builds/' + BuildID, { headers })).json();
      if (Status === 'Completed') break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await fetch(server.base + '/builds/' + BuildID + '/tasks', { method: 'POST', headers, body: '{}' });
    await server.close();
    await server.close();
    console.log('closed');
  `;
  expect(await script(code)).toBe('closed\n');
});

test('the compiler is not loaded for a server without builds', async () => {
  const code = `
    import { startServer } from 'haze/server';
    const server = await startServer();
    console.log(process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort/.test(name)).length);
    await server[Symbol.asyncDispose]();
  `;
  expect(await script(code)).toBe('0\n');
});
