// Tasks in an attacker's process, as if the sandbox had been breached: the server and its other tasks continue, and
// each attack ends with a message. On a system without isolation, the attack kills the server, which stops the task on
// its third start.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, callOf, untilEnded } from '../server/client.ts';
import { type HostileBuild, makeHostileBuild } from './hostile-build.ts';

const KEY = 'a-key-of-the-environment';
/** Prints its arguments, and keeps running if it is given `forever`. */
const PROGRAM = `#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
  puts(count > 1 ? words[1] : "nothing");
  fflush(stdout);
  if (count > 1 && strcmp(words[1], "forever") == 0) for (volatile int i = 0;; i++) {}
  return 0;
}
`;
const WAITS = { timeout: 60_000 };
/** A time far longer than any attack takes, even on a busy machine. */
const LONGEST_MS = 600_000;
const NO_MESSAGE =
  /^the process that ran the program was terminated: it sent a message that no program sends at that point$/;
const DONE = /^StatusController: .* 'Completed'$/;

/** The last message expected from each attack. */
const ENDS: Readonly<Record<string, RegExp>> = {
  inspect: DONE,
  fork: DONE,
  files: DONE,
  flood: /^output limit of 64 MB reached on stdout/,
  'flood-stderr': /was terminated: it sent an endless message$/,
  announce: /was terminated: it sent a message of 4294967295 bytes; the maximum is \d+$/,
  garbage: /was terminated: it sent an invalid message$/,
  nothing: /was terminated: it sent an invalid message$/,
  parts: /was terminated: it has too many parts$/,
  deep: /was terminated: it has too many parts$/,
  memory: /the process that ran the program died: .*, 2 times$/,
  ...Object.fromEntries(
    ['figures', 'time', 'status', 'shape', 'unknown', 'twice', 'path', 'remove', 'trace'].map((name) => [
      name,
      NO_MESSAGE,
    ]),
  ),
};

let hostile: HostileBuild;
beforeAll(async () => {
  hostile = await makeHostileBuild();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await hostile.remove();
});

const started: ChildProcess[] = [];

/** Starts a server. `call` is undefined if the server exited before any call. */
async function launchServer(words: readonly string[], before: readonly string[] = []) {
  const [command = '', ...rest] = [
    ...before,
    process.execPath,
    hostile.program,
    'serve',
    '--port',
    '0',
    ...words,
  ];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HAZE_KEY: KEY },
  });
  started.push(child);
  const log: string[] = [];
  createInterface(child.stderr).on('line', (line) => log.push(line));
  const ended = once(child, 'close');
  let call: Call | undefined;
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('base address')) continue;
    call = callOf({ base: line.split(/\s+/)[2]!, key: KEY });
    break;
  }
  return { child, ended, log, call };
}

async function startServer(words: readonly string[], before: readonly string[] = []) {
  const { call, ...server } = await launchServer(words, before);
  if (!call) throw new Error(`the server ended:\n${server.log.join('\n')}`);
  return { ...server, call };
}

type Server = Awaited<ReturnType<typeof startServer>>;

async function buildProgram({ call }: Server, core?: string): Promise<string> {
  const CoreID = core && (await coreNamed(call, core));
  const wish = { Language: 'C', Code: PROGRAM, ...(CoreID && { CoreID }) };
  const { BuildID } = (await call('POST', '/sourcecode/builds', wish)).body;
  expect((await untilEnded(call, `/builds/${BuildID}`)).body.Status).toBe('Completed');
  return BuildID;
}

async function coreNamed(call: Server['call'], name: string): Promise<string> {
  const { Cores } = (await call('GET', '/cores?default=true')).body;
  return Cores.find((core: { Name: string }) => core.Name === name).CoreID;
}

async function startTask({ call }: Server, build: string, words: string): Promise<string> {
  return (await call('POST', `/builds/${build}/tasks`, { Arguments: words })).body.TaskID;
}

async function endOf({ call }: Server, task: string) {
  const { body } = await untilEnded(call, `/tasks/${task}`);
  const { text } = await call('GET', `/tasks/${task}/output/Stdout`);
  return {
    status: body.Status,
    message: body.StatusTransitions.at(-1).Message as string,
    stats: body.Stats,
    text,
  };
}

/** Descendants of this process: its child processes, and their children. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(childrenOf))).flat()];
}

async function stop({ child, ended }: Server): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
}

test(
  'a process under an attacker’s control ends with a message, while the server and other tasks continue',
  async () => {
    const server = await startServer(['--memory', '--jobs', '3', '--task-time', '3600']);
    const build = await buildProgram(server);
    const neighbour = await startTask(server, build, 'forever');
    const { pid } = server.child;
    const ends = await Promise.all(
      Object.keys(ENDS).map(async (name) => {
        const end = await endOf(server, await startTask(server, build, `js:${name} ${pid}`));
        return [name, end] as const;
      }),
    );
    for (const [name, { message, stats }] of ends) {
      expect.soft(message, name).toMatch(ENDS[name]!);
      // One minute of calls at most, whatever the process reports.
      expect.soft(stats?.DynamicInstructions ?? 0, name).toBeLessThan(1e12);
    }
    const texts = Object.fromEntries(ends.map(([name, { text }]) => [name, text]));
    expect
      .soft(texts.fork)
      .toMatch(/^spawn: ERR_ACCESS_DENIED\nworker: ERR_ACCESS_DENIED\nbinding: ERR_ACCESS_DENIED\ncode: /);
    expect.soft(texts.fork).not.toContain('code: done');
    expect.soft(texts.files).toContain('write: ERR_ACCESS_DENIED\nread: ERR_ACCESS_DENIED');
    if (process.platform === 'linux') expect.soft(texts.files).toContain('own: EMFILE');
    expect.soft(server.log.join('\n')).not.toMatch(/Debugger listening/);
    expect((await server.call('GET', `/tasks/${neighbour}`)).body.Status).toBe('In Progress');
    await server.call('POST', `/tasks/${neighbour}/cancel`);
    expect((await endOf(server, await startTask(server, build, 'honest'))).text).toBe('honest\n');
    await stop(server);
  },
  LONGEST_MS,
);

test(
  'a process that sends a message between tasks is stopped, and nothing that an attacker leaves in a process reaches another account',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'haze-left-'));
    const server = await startServer(['--data-dir', folder, '--jobs', '1']);
    const words = [hostile.program, 'admin', 'users', 'add', 'ann', '--data-dir', folder];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    const key = /^usr_\S+\s+(\S+)$/m.exec(stdout)![1]!;
    const ann: Server = {
      ...server,
      call: (method, path, body) => server.call(method, path, body, key),
    };
    const [own, hers] = [await buildProgram(server), await buildProgram(ann)];
    const leave = async (at: Server, build: string, mark: string) =>
      (await endOf(at, await startTask(at, build, `js:leave ${mark}`))).text.split('\n')[0];
    expect(await leave(server, own, 'a')).toBe('found nothing');
    expect(await leave(ann, hers, 'b')).toBe('found nothing');
    // Isolation is between accounts: the same account's next task may find data from its first task.
    expect(await leave(server, own, 'c')).toBe('found a');
    expect(await leave(ann, hers, 'd')).toBe('found b');
    expect((await endOf(server, await startTask(server, own, 'js:speak-later'))).message).toMatch(DONE);
    await expect.poll(() => leave(server, own, 'e'), WAITS).toBe('found nothing');
    // A process that never reports that it can take another task is killed, and delays only its own account's next
    // task.
    const count = async () => (await childrenOf(server.child.pid!)).length;
    const before = await count();
    expect((await endOf(server, await startTask(server, own, 'js:silent'))).message).toMatch(DONE);
    expect(await leave(server, own, 'f')).toBe('found nothing');
    await expect.poll(count, WAITS).toBe(before);
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  },
  LONGEST_MS,
);

test(
  'a process that sends values from more runs than requested stops its Reference task',
  async () => {
    const server = await startServer(['--memory']);
    const build = await buildProgram(server, 'C0-Reference');
    for (const name of ['counts', 'runs', 'shape']) {
      const { message } = await endOf(server, await startTask(server, build, `js:${name}`));
      expect(message).toMatch(/it sent a message that no program sends at that point/);
    }
    await stop(server);
  },
  LONGEST_MS,
);

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)(
  'an isolated process cannot signal its server or other tasks',
  async () => {
    const server = await startServer(['--memory', '--jobs', '2', '--task-time', '3600']);
    const build = await buildProgram(server);
    const neighbour = await startTask(server, build, 'forever');
    await expect
      .poll(async () => (await server.call('GET', `/tasks/${neighbour}`)).body.Status, WAITS)
      .toBe('In Progress');
    const others = [server.child.pid!, ...(await childrenOf(server.child.pid!))];
    const { message, text } = await endOf(
      server,
      await startTask(server, build, `js:kill-server ${others.join(',')}`),
    );
    expect(message).toMatch(DONE);
    expect(text).toMatch(/^(SIG(USR1|KILL) \d+: (EPERM|ESRCH)\n)+js:kill-server\n$/);
    const line = server.log.find((one) => one.startsWith('haze: tasks run'));
    expect(line).toMatch(process.getuid?.() === 0 ? / as other users,/ : / in user and process namespaces /);
    expect(line).not.toMatch(/server's own user/);
    expect((await server.call('GET', `/tasks/${neighbour}`)).body.Status).toBe('In Progress');
    expect(server.log.join('\n')).not.toMatch(/Debugger listening/);
    await server.call('POST', `/tasks/${neighbour}/cancel`);
    await stop(server);
  },
  LONGEST_MS,
);

/** A command that simulates a system without user namespaces. */
const NO_WALLS = [
  'unshare',
  '--user',
  '--map-root-user',
  'sh',
  '-c',
  'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',
  'sh',
];

test.skipIf(!isLinux)(
  'missing isolation is reported on startup, and a task that has killed the server twice is Stopped on the third start',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'haze-walls-'));
    const words = ['--data-dir', folder];
    const first = await startServer(words, NO_WALLS);
    const build = await buildProgram(first);
    const task = await startTask(first, build, 'js:kill-server');
    expect(await first.ended).toEqual([null, 'SIGKILL']);
    expect(first.log.join('\n')).toMatch(/tasks run as processes of the server's own user.*unshare/);
    const second = await launchServer(words, NO_WALLS);
    expect(await second.ended).toEqual([null, 'SIGKILL']);
    const server = await startServer(words, NO_WALLS);
    const { status, message } = await endOf(server, task);
    expect(status).toBe('Stopped');
    expect(message).toMatch(/^abandoned: the process that ran it disappeared 2 times/);
    const honest = async () => (await endOf(server, await startTask(server, build, 'honest'))).text;
    await expect.poll(honest, WAITS).toBe('honest\n');
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  },
  LONGEST_MS,
);
