// `haze exec` from the command line: the environment of its command, processes left behind, and whether the command's
// outcome is reported correctly.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { callOf } from './client.ts';

const HAZE = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-exec-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [HAZE, 'exec', ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream) text += piece;
  return text;
}

async function ended(child: ChildProcess) {
  const [[status, signal], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    textOf(child.stdout!),
    textOf(child.stderr!),
  ]);
  return { status, signal, stdout, stderr };
}

const run = (words: readonly string[], env?: NodeJS.ProcessEnv) => ended(start(words, env));

/** A command that only SIGKILL can stop, with a child of the same kind. It prints both process IDs. */
const STUBBORN = `trap "" INT TERM HUP; (trap "" INT TERM HUP; while :; do sleep 1; done) & echo $$ $!; while :; do sleep 1; done`;
/** A command that exits on the first signal and leaves a child behind. */
const LEAVING = 'sleep 1000 & echo $$ $!; exec sleep 1000';

/** True if the process is alive; a zombie counts as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return line;
}

describe('the command', () => {
  test('the command finds a service that accepts its key, and its streams and arguments are passed on', async () => {
    const code = `
      const { API_ENDPOINT, HAZE_BASE, HAZE_KEY, HAZE_REALTIME, HOST_ENDPOINT, WEBSOCKET_ENDPOINT } = process.env;
      const answer = await fetch(API_ENDPOINT + '/users/me', { headers: { Authorization: HAZE_KEY } });
      let input = '';
      for await (const piece of process.stdin) input += piece;
      const isWhole = API_ENDPOINT === HAZE_BASE && WEBSOCKET_ENDPOINT === HAZE_REALTIME && 'ws://' + HOST_ENDPOINT + '/event/realtime' === WEBSOCKET_ENDPOINT;
      console.log(answer.status, isWhole, input, process.argv.slice(1).join('|'));
      console.error('on stderr');
    `;
    const child = start(['--', process.execPath, '--input-type=module', '-e', code, '--', '--help', 'a b']);
    child.stdin!.end('typed');
    expect(await ended(child)).toEqual({
      status: 0,
      signal: null,
      stdout: '200 true typed --help|a b\n',
      stderr: 'on stderr\n',
    });
  });

  test.each([
    ['the status of the command', ['sh', '-c', 'exit 7'], 7],
    ['128 plus the number of its signal', ['sh', '-c', 'kill -9 $$'], 137],
    ['127 if there is no such command', ['no-such-command'], 127],
    ['126 if it is not a program', [folder], 126],
  ])('the command sets the exit status: %s', async (_name, command, status) => {
    expect((await run(['--', ...command])).status).toBe(status);
  });

  test('the command must be specified and must exist', async () => {
    const { status, stderr } = await run(['--seed', '1']);
    const none = await run(['--', 'no-such-command']);
    expect(none.stderr).toBe('haze: There is no command "no-such-command".\n');
    expect([status, stderr]).toEqual([
      2,
      'haze: Specify a command after two dashes: haze exec -- npm test\n',
    ]);
  });
});

describe.skipIf(!existsSync('/proc/self/stat'))('no process is left behind', () => {
  test('no process is left behind when the command ends but its child does not', async () => {
    const { status, stdout } = await run(['--', 'sh', '-c', 'sleep 1000 & echo $!; exit 3']);
    expect(status).toBe(3);
    expect(isAlive(Number(stdout))).toBe(false);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('after %s', async (signal, status) => {
    const child = start(['--', 'sh', '-c', LEAVING]);
    const pids = (await firstLine(child)).split(' ').map(Number);
    const end = ended(child);
    child.kill(signal);
    expect((await end).status).toBe(status);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  test('no process is left behind after two signals to a command that ignores signals', async () => {
    const child = start(['--', 'sh', '-c', STUBBORN]);
    const pids = (await firstLine(child)).split(' ').map(Number);
    const end = ended(child);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect((await end).status).toBe(137);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  test.each([
    ['exits on the first signal', LEAVING],
    ['ignores signals', STUBBORN],
  ])('no process is left behind after SIGKILL when the command %s', async (_how, command) => {
    const child = start(['--', 'sh', '-c', command]);
    const pids = (await firstLine(child)).split(' ').map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    child.kill('SIGKILL');
    await expect.poll(() => pids.map(isAlive), { timeout: scaleLimit(60_000) }).toEqual([false, false]);
  });
});

/** Starts an endless task, sends half of an upload, and waits to be killed. */
const DYING = `
  // an upload that is half sent
  import { connect } from 'node:net';
  const { API_ENDPOINT: base, HAZE_KEY: key } = process.env;
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  const call = async (method, path, body) =>
    (await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })).json();
  const until = async (path, isTrue) => {
    while (!isTrue(await call('GET', path))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const Code = '#include <stdio.h>\\nint main(void) { puts("begun"); fflush(stdout); for (volatile int i = 0;; i++); }';
  const { BuildID } = await call('POST', '/sourcecode/builds', { Language: 'C', Code });
  await until('/builds/' + BuildID, ({ Status }) => Status === 'Completed');
  const { TaskID } = await call('POST', '/builds/' + BuildID + '/tasks', {});
  await until('/tasks/' + TaskID, ({ Status }) => Status === 'In Progress');
  const socket = connect(new URL(base).port, '127.0.0.1');
  socket.write('PUT /files/half HTTP/1.1\\r\\nHost: a\\r\\nAuthorization: ' + key + '\\r\\nContent-Length: 1000\\r\\n\\r\\nhalf');
  void fetch(base + '/tasks?PageSize=100', { headers });
  console.log('ready');
  setInterval(() => undefined, 1000);
`;

test.skipIf(!existsSync('/proc/self/stat'))(
  'killing a command during a task and an upload ends both, and stored data stays intact',
  async () => {
    const command = ['--', process.execPath, '--input-type=module', '-e', DYING];
    const child = start(['--export-on-exit', 'died', ...command]);
    expect(await firstLine(child)).toBe('ready');
    const ofExec = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    const pids = ofExec.split(' ').filter(Boolean).map(Number);
    const dying = pids.find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('that is half sent'),
    );
    const end = ended(child);
    process.kill(dying ?? Number.NaN, 'SIGKILL');
    expect(await end).toMatchObject({ status: 137, stderr: '' });
    await expect.poll(() => pids.filter(isAlive), { timeout: scaleLimit(60_000) }).toEqual([]);
    const look = [
      'sh',
      '-c',
      'for path in tasks files; do curl -s $API_ENDPOINT/$path -H "Authorization: $HAZE_KEY"; done',
    ];
    const again = await run(['--import', 'died', '--', ...look]);
    expect(again.stdout).toContain('"TaskID"');
    expect(again.stdout).not.toContain('half');
  },
);

describe('options', () => {
  test('options come from the environment and from haze.config.json, and errors say where the value came from', async () => {
    const echo = ['--', 'sh', '-c', 'echo $HAZE_KEY'];
    expect((await run(echo, { HAZE_KEY: 'from-environment' })).stdout).toBe('from-environment\n');
    writeFileSync(join(folder, 'key.txt'), 'from-file\n');
    writeFileSync(join(folder, 'own.json'), JSON.stringify({ keyFile: 'key.txt', port: 8787 }));
    expect((await run(['--config', 'own.json', ...echo])).stdout).toBe('from-file\n');
    expect((await run(['--config', 'own.json', ...echo], { HAZE_KEY: 'nearer' })).stdout).toBe('nearer\n');
    expect((await run(['--key-file', 'key.txt', ...echo], { HAZE_KEY: 'farther' })).stdout).toBe(
      'from-file\n',
    );
    const wrong = await run(echo, { HAZE_LATENCY: 'long' });
    expect(wrong.stderr).toMatch(/^haze: HAZE_LATENCY=long: this option takes a whole number/);
    expect(wrong.status).toBe(2);
  });

  test('the command is subject to --fail and --latency, and --export-on-exit keeps its data', async () => {
    const code = `
      const { API_ENDPOINT: base, HAZE_KEY: key } = process.env;
      const call = (method, path, body) => fetch(base + path, { method, headers: { Authorization: key }, body });
      const failed = await call('POST', '/sourcecode/builds', '{}');
      const startedMs = performance.now();
      await call('PUT', '/files/kept.txt', 'kept');
      const tookMs = performance.now() - startedMs;
      const dropped = await call('GET', '/tasks').catch((error) => error.cause.code);
      console.log(failed.status, failed.headers.get('Retry-After'), failed.headers.get('Haze-Fault'), tookMs >= 50, dropped);
    `;
    const { stdout, stderr } = await run([
      '--fail',
      'POST /builds 503',
      '--fail',
      'GET /tasks drop',
      '--latency',
      '50',
      '--export-on-exit',
      'state',
      '--',
      process.execPath,
      '--input-type=module',
      '-e',
      code,
    ]);
    expect([stdout, stderr]).toEqual(['503 1 POST /builds 503 true UND_ERR_SOCKET\n', '']);
    const again = await run([
      '--import',
      'state',
      '--',
      'sh',
      '-c',
      'curl -s $API_ENDPOINT/files/kept.txt -H "Authorization: $HAZE_KEY" -H "Accept: */*"',
    ]);
    expect(again.status).toBe(0);
    expect(again.stdout).toContain('kept');
  });

  test('exceeding a quota returns 429, with the time to wait', async () => {
    const child = start(['--builds-per-day', '0', '--', 'sh', '-c', 'echo $API_ENDPOINT $HAZE_KEY; cat']);
    const [base = '', key = ''] = (await firstLine(child)).split(' ');
    const { status, headers, body } = await callOf({ base, key })('POST', '/sourcecode/builds', {
      Language: 'C',
      Code: 'int main(void) { return 0; }',
    });
    expect([status, body.code, headers.get('Retry-After')]).toEqual([429, 'quota-exceeded', '86400']);
    child.stdin!.end();
    await ended(child);
  });
});
