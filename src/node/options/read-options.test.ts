import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOptions, serveOptions } from '../settings/server-options.ts';
import { readOptions } from './read-options.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-options-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function config(values: unknown): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(path, typeof values === 'string' ? values : JSON.stringify(values));
  return path;
}

async function read(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  const { values } = await readOptions({ words, table: serveOptions, known: allOptions, environment, note });
  return { values, notes };
}

const failure = (words: readonly string[], environment?: NodeJS.ProcessEnv) =>
  read(words, environment).then(
    () => 'nothing was wrong',
    (error: Error) => error.message,
  );

describe('every option can be given on the command line, in the environment and in a file', () => {
  const SAID = [
    ['port', '8080', 8080],
    ['dataDir', './data', './data'],
    ['key', 'k1', 'k1'],
    ['memory', 'true', true],
    ['seed', '7', 7n],
    ['seed', '18446744073709551615', 2n ** 64n - 1n],
    ['seed', '0xff', 255n],
    ['clock', '1700000000.5', 1_700_000_000_500],
    ['clock', '2026-01-31T12:00:00+01:00', 1_769_857_200_000],
    ['latency', '20', 20],
    ['buildsPerDay', '0', 0],
    ['repositoryHosts', 'a.example, b.example', ['a.example', 'b.example']],
  ] as const;

  test.each(SAID)('%s: %s', async (name, text, value) => {
    const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const words = text === 'true' ? [`--${dashed}`] : [`--${dashed}`, text];
    expect((await read(words)).values).toEqual({ [name]: value });
    const variable = `HAZE_${dashed.replaceAll('-', '_').toUpperCase()}`;
    expect((await read([], { [variable]: text })).values).toEqual({ [name]: value });
    const file = ['--config', await config({ [name]: text })];
    expect((await read(file)).values).toEqual({ [name]: value });
  });

  test('a file may contain numbers, booleans and lists directly', async () => {
    const path = await config({ port: 1, memory: false, repositoryHosts: ['a', 'b'], seed: 5 });
    expect((await read([], { HAZE_CONFIG: path })).values).toEqual({
      port: 1,
      memory: false,
      repositoryHosts: ['a', 'b'],
      seed: 5n,
    });
  });
});

test('the command line overrides the environment, which overrides the file', async () => {
  const path = await config({ port: 1, host: 'file', seed: 1 });
  const environment = { HAZE_PORT: '2', HAZE_HOST: 'environment' };
  const { values } = await read(['--config', path, '--port', '3'], environment);
  expect(values).toEqual({ port: 3, host: 'environment', seed: 1n });
});

test('an option may be given several times', async () => {
  const { values } = await read(['--fail', 'GET /a 500', '--fail', 'POST /b 503 10%']);
  expect(values.fail?.map(({ text }) => text)).toEqual(['GET /a 500', 'POST /b 503 10%']);
});

test('an empty variable is ignored', async () => {
  expect((await read([], { HAZE_PORT: '' })).values).toEqual({});
});

describe('errors say where the value came from', () => {
  test.each([
    [
      'the environment',
      [],
      { HAZE_PORT: 'abc' },
      'HAZE_PORT=abc: this option takes a whole number from 0 to 65535',
    ],
    [
      'the command line',
      ['--port', '65536'],
      {},
      '--port 65536: this option takes a whole number from 0 to 65535',
    ],
    ['a secret', [], { HAZE_KEY: 'a b' }, 'HAZE_KEY: this option takes a string of visible ASCII'],
    [
      'a time without a zone',
      ['--clock', '2026-01-31T12:00'],
      {},
      '--clock 2026-01-31T12:00: this option takes seconds since 1970',
    ],
    ['milliseconds', ['--clock', '1700000000000'], {}, 'are they milliseconds?'],
    ['a misspelt option', ['--latancy', '5'], {}, "Unknown option '--latancy'. Did you mean --latency?"],
    [
      'an invalid switch',
      [],
      { HAZE_MEMORY: 'perhaps' },
      'HAZE_MEMORY=perhaps: this option takes true or false',
    ],
  ])('%s', async (_name, words, environment, message) => {
    expect(await failure(words, environment)).toContain(message);
  });

  test('the file', async () => {
    const path = await config({ port: 'abc' });
    expect(await failure(['--config', path])).toContain(`${path}, "port": abc: this option takes`);
    const list = await config({ port: [1] });
    expect(await failure(['--config', list])).toContain('"port": this option takes a string, a number');
  });

  test('an unknown key in the file is reported with the closest known key', async () => {
    const path = await config({ data_dir: 'x' });
    expect(await failure(['--config', path])).toContain('unknown option "data_dir". Did you mean dataDir?');
  });

  test('files that are missing, are invalid JSON or contain no object are rejected', async () => {
    expect(await failure(['--config', join(folder, 'none.json')])).toContain('cannot be read (ENOENT)');
    expect(await failure(['--config', await config('{')])).toContain('is not JSON');
    expect(await failure(['--config', await config('[1]')])).toContain('is not a JSON object');
  });
});

test('an unknown variable with the prefix HAZE_ is reported and otherwise ignored', async () => {
  const environment = { HAZE_PROT: '1', HAZE_BASE: 'http://x', HAZE_GIT_TOKEN: 't', OTHER: '1' };
  const { values, notes } = await read([], environment);
  expect(values).toEqual({});
  expect(notes).toEqual(['haze: unknown option HAZE_PROT is ignored. Did you mean HAZE_PORT?']);
});
