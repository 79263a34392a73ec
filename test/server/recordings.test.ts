// `haze record`, `haze replay` and `haze verify` with a recording of Haze itself and recordings of the real service.
// They must find each kind of planted difference, and nothing else.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { COMMAND } from '../command.ts';
import { callOf, type Place, untilEnded } from './client.ts';

const KEY = 'scce_00112233445566778899aabbccddeeff0011';
const folder = mkdtempSync(join(tmpdir(), 'haze-recordings-'));
const { HAZE_KEY: _, ...clean } = process.env;
const env = { ...clean, CI: 'true', NO_COLOR: '1' };
const children: ChildProcess[] = [];
const servers: Server[] = [];

const recorded = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../recordings/${name}.json`, import.meta.url), 'utf8')) as T;
const UNIFORM = recorded<{ stdout: string }>('uniform').stdout;
const PLAIN = recorded<{ stdouts: readonly string[] }>('plain').stdouts;

// The program from uniform.json when run without arguments, or the program from plain.json when given a number.
const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(int count, char **words) {
  double x = UxHwDoubleUniformDist(0.05, 0.07);
  if (count > 1) printf("%.2f\\n", atof(words[1]));
  else printf("%lf\\n", 100000 * (1 + x));
  return 0;
}
`;

interface Running {
  readonly child: ChildProcess;
  readonly base: string;
  readonly said: string[];
  /** Stops the command as a user would, and returns its exit status. */
  end(): Promise<number | null>;
}

async function start(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Running> {
  const child = spawn(process.execPath, [COMMAND, ...words, '--port', '0'], {
    cwd: folder,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const said: string[] = [];
  for (const stream of [child.stdout!, child.stderr!])
    createInterface(stream).on('line', (line) => said.push(line));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const baseOf = () => /base address +(http:\S+)/.exec(said.join('\n'))?.[1];
  await vi.waitFor(() => expect(baseOf()).toBeDefined(), { timeout: scaleLimit(30_000) });
  const end = async () => {
    child.kill('SIGTERM');
    return (await closed)[0];
  };
  return { child, base: baseOf()!, said, end };
}

function run(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { ...env, ...more } };
    execFile(process.execPath, [COMMAND, ...words], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** Acts as a client of the service, and returns the output printed. */
async function useService(place: Place): Promise<string[]> {
  const call = callOf(place);
  await call('GET', '/users/me');
  const wish = { Language: 'C', Code: PROGRAM, CoreID: 'cor_b21e4de9927158c1a5b603c2affb8a09' };
  const build = (await call('POST', '/sourcecode/builds', wish)).body.BuildID as string;
  await untilEnded(call, `/builds/${build}`);
  const printed: string[] = [];
  for (const Arguments of ['', ...PLAIN.map((line) => String(Number.parseFloat(line)))]) {
    const body = Arguments === '' ? undefined : { Arguments };
    const task = (await call('POST', `/builds/${build}/tasks`, body)).body.TaskID as string;
    await untilEnded(call, `/tasks/${task}`);
    printed.push((await call('GET', `/tasks/${task}/output/Stdout`)).text);
    if (Arguments !== '') continue;
    const outputs = (await call('GET', `/tasks/${task}/outputs`)).body;
    printed.push(await (await fetch(outputs.Stdout)).text());
    await fetch(outputs.StdoutChunks[0]);
  }
  const key = (await call('POST', '/keys', { Name: 'made' })).body;
  await call('GET', '/tasks?limit=3', undefined, key.Key);
  await call('DELETE', `/keys/${key.KeyID}`);
  await call('GET', `/builds/${build}/outputs`);
  await call('GET', '/tasks?limit=2');
  const upload = (await call('PUT', '/files/in.txt?size=5')).body.upload_url;
  await fetch(upload, { method: 'PUT', body: 'hello' });
  await call('GET', '/files/in.txt?download=true');
  expect((await call('GET', '/no-such-path')).status).toBe(404);
  return printed;
}

// biome-ignore lint/suspicious/noExplicitAny: an archive is read and changed field by field
type Archive = any;

const read = (name: string): Archive => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const write = (name: string, archive: Archive) => writeFileSync(join(folder, name), JSON.stringify(archive));
const entriesOf = (archive: Archive, method: string, path: RegExp): Archive[] =>
  archive.log.entries.filter(
    ({ request }: Archive) => request.method === method && path.test(new URL(request.url).pathname),
  );
const isEnded = ({ response }: Archive) => response.content.text.includes('"Status":"Completed"');
/** Changes the response in an entry. */
function change(entry: Archive, edit: (body: Archive) => void): void {
  const body = JSON.parse(entry.response.content.text);
  edit(body);
  entry.response.content.text = JSON.stringify(body);
}

let service: Running;
let printed: string[];

beforeAll(async () => {
  service = await start(['serve', '--memory', '--admin'], { HAZE_KEY: KEY });
  const recorder = await start(['record', '--upstream', service.base, '-o', 'own.har']);
  printed = await useService({ base: recorder.base, key: KEY });
  expect(await recorder.end()).toBe(0);
  expect(recorder.said.join('\n')).toMatch(/\d+ requests and responses are in own\.har/);
}, 120_000);

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a recording contains what clients saw, but no secrets', () => {
  expect(printed.slice(0, 2)).toEqual([UNIFORM, UNIFORM]);
  const text = readFileSync(join(folder, 'own.har'), 'utf8');
  expect(text).not.toContain(KEY.slice(5));
  expect(text).not.toMatch(/scce_|signature=|Bearer/);
  const archive = JSON.parse(text);
  expect(archive.log).toMatchObject({ version: '1.2', creator: { name: 'haze' } });
  const [made] = entriesOf(archive, 'POST', /^\/keys$/);
  expect(JSON.parse(made.response.content.text).Key).toMatch(/^secret-\d$/);
  const keys = archive.log.entries.flatMap(({ request }: Archive) =>
    request.headers.filter(({ name }: Archive) => name === 'authorization'),
  );
  expect(new Set(keys.map(({ value }: Archive) => value))).toEqual(new Set(['key-1', 'secret-1']));
});

test('tests run from a recording without a core, and requests that the recording lacks are reported', async () => {
  const player = await start(['replay', 'own.har']);
  const place = { base: player.base, key: 'any-key' };
  expect(await useService(place)).toEqual(printed);
  const unknown = await callOf(place)('GET', '/tasks?limit=9');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not-recorded']);
  expect((await callOf(place)('POST', '/sourcecode/builds', { Code: 'else' })).body.message).toContain(
    'another body',
  );
  expect((await fetch(`${player.base}/users/me`)).status).toBe(401);
  expect(await player.end()).toBe(0);
  expect(player.said.join('\n')).toContain('no response to GET /tasks?limit=9: nothing with this method');
  const [, asked, all] = /(\d+) of (\d+) recorded responses/.exec(player.said.join('\n')) ?? [];
  expect(Number(asked)).toBeGreaterThan(Number(all) / 2);
});

describe('haze verify', () => {
  test('a separate Haze responds as recorded, even if responses of the real service are inserted into the recording', async () => {
    expect(await run(['verify', 'own.har'])).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/no difference/),
    });
    const archive = read('own.har');
    const outputs = entriesOf(archive, 'GET', /\/output\/Stdout$/);
    for (const [i, entry] of outputs.entries())
      entry.response.content.text = i === 0 ? UNIFORM : PLAIN[i - 1];
    const task = entriesOf(archive, 'GET', /^\/tasks\/tsk_[0-9a-f]+$/).find(isEnded);
    change(task, (body) => {
      const [named, own] = [recorded<Archive>('task'), structuredClone(body)];
      for (const name of Object.keys(body)) delete body[name];
      const text = JSON.stringify(named)
        .replaceAll(named.TaskID, own.TaskID)
        .replaceAll(named.BuildID, own.BuildID)
        .replaceAll(named.Owner, own.Owner);
      Object.assign(body, JSON.parse(text));
    });
    write('real.har', archive);
    expect(await run(['verify', 'real.har'])).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/no difference/),
    });
  });

  /** The build, its first task, and the polls of both. */
  function short(): Archive {
    const archive = read('own.har');
    const end = archive.log.entries.findIndex(({ request }: Archive) => request.url.endsWith('/outputs'));
    archive.log.entries.length = end + 1;
    return archive;
  }

  const endedTask = (archive: Archive) => entriesOf(archive, 'GET', /^\/tasks\/tsk_[0-9a-f]+$/).find(isEnded);
  const stdout = (archive: Archive) => entriesOf(archive, 'GET', /\/output\/Stdout$/)[0];
  const inTask = (edit: (body: Archive) => void) => (archive: Archive) => change(endedTask(archive), edit);

  const PLANTED: readonly (readonly [kind: string, place: string, plant: (archive: Archive) => void])[] = [
    ['missing', 'Region', inTask((body) => Object.assign(body, { Region: 'x' }))],
    ['extra', 'Owner', inTask((body) => delete body.Owner)],
    ['type', 'IsPublic', inTask((body) => Object.assign(body, { IsPublic: 'false' }))],
    ['unit', 'CreatedAt', inTask((body) => Object.assign(body, { CreatedAt: body.CreatedAt / 1000 }))],
    ['value', 'IsPublic', inTask((body) => Object.assign(body, { IsPublic: true }))],
    ['identifier', 'BuildID', inTask((body) => Object.assign(body, { BuildID: `bld_${'f'.repeat(32)}` }))],
    [
      'order',
      'StatusTransitions',
      inTask(({ StatusTransitions: steps }) => {
        [steps[1], steps[2]] = [steps[2], steps[1]];
      }),
    ],
    [
      'status',
      'status',
      (archive) => {
        entriesOf(archive, 'POST', /\/tasks$/)[0].response.status = 201;
      },
    ],
    [
      'header',
      'header content-type',
      (archive) => {
        const { headers } = stdout(archive).response;
        headers.find(({ name }: Archive) => name === 'content-type').value = 'text/html; charset=utf-8';
      },
    ],
    [
      'output',
      'line 1',
      (archive) => {
        stdout(archive).response.content.text = UNIFORM.replace('.000000Ux', '.000Ux');
      },
    ],
    [
      'output',
      'line 1',
      (archive) => {
        const { mean, positions } = parseUx(UNIFORM.trim());
        // Shifted to the right by a tenth of the standard deviation, which is 577.
        const farther =
          hex(mean + 58) + UNIFORM.slice(UNIFORM.indexOf('Ux') + 34, UNIFORM.indexOf('Ux') + 42);
        const points = positions.reduce((text, x) => `${text}${hex(x + 58)}0200000000000000`, '');
        stdout(archive).response.content.text = `106000.000000Ux040000000000000001${farther}${points}\n`;
      },
    ],
  ];

  test.each(PLANTED)(
    'haze verify reports only the inserted %s difference, at %s',
    async (kind, place, plant) => {
      const archive = short();
      plant(archive);
      write('planted.har', archive);
      // Without a reset, a build of the same source would reuse the earlier build and skip its steps.
      await callOf({ base: service.base, key: KEY })('POST', '/admin/reset');
      const words = ['verify', 'planted.har', '--base', service.base, '--json', '--junit', 'planted.xml'];
      const { status, stdout, stderr } = await run(words, { HAZE_KEY: KEY });
      const found = JSON.parse(stdout).requests.flatMap(({ differences }: Archive) => differences);
      expect(found.map(({ kind, place }: Archive) => [kind, place])).toEqual([[kind, place]]);
      expect([status, stderr.match(/\n/g)?.length]).toEqual([1, 2]);
      expect(readFileSync(join(folder, 'planted.xml'), 'utf8')).toMatch(/tests="\d+" failures="1"/);
    },
  );

  test.each([
    ['is truncated', (text: string) => text.slice(0, -100), /truncated or damaged/],
    [
      'has a different version',
      (text: string) => text.replace('"_recording": 1', '"_recording": 2'),
      /different version.*recording 2/,
    ],
    [
      'has a different HAR version',
      (text: string) => text.replace('"1.2"', '"1.1"'),
      /different version: HAR 1\.1/,
    ],
    [
      'contains a key',
      (text: string) => text.replace('"key-1"', `"${KEY}"`),
      /contains a secret, at log\.entries\.0\.request\.headers\.\d\.value \(authorization\)/,
    ],
    [
      'contains a key in a body',
      (text: string) => text.replace('secret-1', KEY),
      /contains a secret, at log\.entries\.\d+\.response\.content\.text/,
    ],
    ['has no requests', () => '{"log": {"version": "1.2", "entries": []}}', /contains no requests/],
    ['is not a recording', () => '{"a": 1}', /is not an HTTP archive \(HAR\): log/],
    [
      'is deeply nested',
      (text: string) => `{"x":${'['.repeat(1e5)}${']'.repeat(1e5)},${text.slice(1)}`,
      /deeper than 200/,
    ],
    [
      'has an invalid HTTP method',
      (text: string) => text.replace('"method": "GET"', '"method": "GE T"'),
      /log\.entries\.\d+\.request\.method: not an HTTP method/,
    ],
    [
      'contains a line break in a header',
      (text: string) => text.replace('"value": "application/json', '"value": "a\\r\\nb: '),
      /headers\.\d+\.value: not a valid header/,
    ],
    [
      'has a response without a status',
      (text: string) => text.replace('"status": 200', '"status": 7'),
      /response\.status: Too small/,
    ],
    [
      'has a file URL',
      (text: string) => text.replace(/"url": "[^"]+"/, '"url": "file:///etc/passwd"'),
      /request\.url: Invalid URL/,
    ],
  ])('a recording that %s is rejected', async (_what, damage, message) => {
    writeFileSync(join(folder, 'bad.har'), damage(readFileSync(join(folder, 'own.har'), 'utf8')));
    const ends = await Promise.all(['verify', 'replay'].map((command) => run([command, 'bad.har'])));
    for (const { status, stderr } of ends)
      expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test('only requests to the service are recorded, not requests to URLs that merely begin with its address', async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(request.url!);
      response.end('{}');
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const archive = read('own.har');
    const base = 'http://recorded.example';
    archive.log._base = base;
    archive.log.entries.length = 3;
    const headers = [
      { name: 'Host', value: 'evil' },
      { name: 'Transfer-Encoding', value: 'chunked' },
    ];
    for (const [i, below] of [`@127.0.0.1:${port}/taken`, '.aside.example/', '/health/live'].entries())
      Object.assign(archive.log.entries[i].request, { url: base + below, headers: i < 2 ? [] : headers });
    write('aside.har', archive);
    const { stdout } = await run(['verify', 'aside.har', '--json']);
    const { requests } = JSON.parse(stdout);
    const isElsewhere = ({ skipped }: Archive) => skipped === 'it was sent to another service';
    expect(requests.map(isElsewhere)).toEqual([true, true, false]);
    // Headers that belong to another connection would make this request invalid.
    expect(JSON.stringify(requests[2])).not.toContain('400');
    expect(asked).toEqual([]);
    other.close();
  });

  test('if a service is down, this is reported with its address', async () => {
    const { status, stderr } = await run(['verify', 'own.har', '--base', 'http://127.0.0.1:1'], {
      HAZE_KEY: KEY,
    });
    expect([status, stderr]).toEqual([
      2,
      'haze: No server responds at http://127.0.0.1:1 (ECONNREFUSED). Check that the service is running there.\n',
    ]);
  });
});

/** A double as sixteen hexadecimal digits. */
function hex(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).toUpperCase().padStart(16, '0');
}

test('if the upstream is slow, redirects or is down, the client gets an error, and nothing is recorded', async () => {
  const elsewhere: string[] = [];
  const other = createServer((request, response) => {
    elsewhere.push(request.url!);
    response.end('{}');
  });
  const upstream = createServer((request, response) => {
    const { port } = other.address() as AddressInfo;
    if (request.url === '/slow') return;
    if (request.url === '/moved')
      response.writeHead(308, { Location: `http://127.0.0.1:${port}/moved` }).end();
    else if (request.url === '/here') response.writeHead(307, { Location: '/there' }).end();
    else response.writeHead(200, { 'Content-Type': 'text/plain' }).end('there');
  });
  servers.push(other, upstream);
  for (const server of servers) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = upstream.address() as AddressInfo;
  const words = ['record', '--upstream', `http://127.0.0.1:${port}/`, '--out', 'hard.har', '--timeout', '1'];
  const recorder = await start(words);
  const call = callOf({ base: recorder.base, key: KEY });
  const answers = [];
  for (const path of ['/slow', '/moved', '/here']) answers.push(await call('GET', path));
  upstream.closeAllConnections();
  upstream.close();
  answers.push(await call('GET', '/down'));
  expect(answers.map(({ status, body, text }) => [status, body?.code ?? text])).toEqual([
    [504, 'upstream-slow'],
    [502, 'upstream-elsewhere'],
    [200, 'there'],
    [502, 'upstream-down'],
  ]);
  expect([answers[1]!.body.message, elsewhere]).toEqual([
    expect.stringContaining('record with --upstream http://127'),
    [],
  ]);
  await recorder.end();
  const { entries } = read('hard.har').log;
  expect(entries.map(({ response }: Archive) => response.status)).toEqual([307, 200]);
  expect(recorder.said.filter((line) => line.includes('is not recorded'))).toHaveLength(3);
  expect((await run(['record', '--upstream', recorder.base, '--out', 'hard.har'])).stderr).toContain(
    'already exists',
  );
});
