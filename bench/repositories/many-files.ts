// Imports a repository of 100 000 files as a zip into a real `haze serve`, builds it, and measures the response times
// of other requests meanwhile. The server is a separate process, as it is for users.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { measurement } from '../../scripts/measurement.ts';
import { inFolder } from '../harness.ts';

const FILES = 100_000;
const INPUTS = 1000;
const FOLDERS = 300;
const ADDRESS = 'https://bench.example/many';
const PROGRAM = fileURLToPath(new URL('../../src/node/haze.js', import.meta.url));
const POLL_MS = 5;

function describeFiles(): Uint8Array {
  const encoder = new TextEncoder();
  const files: Record<string, Uint8Array> = {
    'src/main.c': encoder.encode('int main(void) { return 0; }\n'),
    'src/config.mk': encoder.encode('SOURCES = main.c\n'),
  };
  for (let index = 0; index < FILES; index += 1) {
    files[`src/folder${index % FOLDERS}/header${index}.h`] = encoder.encode(`/* ${index} */\n`.repeat(20));
  }
  for (let index = 0; index < INPUTS; index += 1) {
    files[`inputs/table${index}.csv`] = encoder.encode(`${index}\n`);
  }
  return zipSync(files, { level: 1 });
}

async function startServer(dataFolder: string) {
  const words = [PROGRAM, 'serve', '--port', '0', '--data-dir', dataFolder];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  let base = '';
  let key = '';
  for await (const line of createInterface(child.stdout)) {
    base ||= /^base address\s+(.*)/.exec(line)?.[1] ?? '';
    key ||= /^API key\s+(.*)/.exec(line)?.[1] ?? '';
    if (line.startsWith('curl ')) break;
  }
  const call = async (method: string, path: string, body?: Uint8Array | string) => {
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: body as BodyInit }) };
    return (await (await fetch(base + path, init)).json()) as Record<string, string>;
  };
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { call, end };
}

export function run() {
  return inFolder(measure);
}

async function measure(dataFolder: string) {
  const zip = describeFiles();
  const { call, end } = await startServer(dataFolder);
  try {
    const warming = { Code: 'int main(void) { return 0; }', Language: 'C' };
    const { BuildID: first } = await call('POST', '/sourcecode/builds', JSON.stringify(warming));
    while ((await call('GET', `/builds/${first}`)).Status !== 'Completed');
    const waits: number[] = [];
    const poll = async (path: string): Promise<string> => {
      const startedMs = performance.now();
      const { Status = '', StatusTransitions } = await call('GET', path);
      waits.push(performance.now() - startedMs);
      if (Status === 'Stopped') throw new Error(`it does not build: ${JSON.stringify(StatusTransitions)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      return Status;
    };
    let isImported = false;
    const imported = call('PUT', `/repositories/imports?RemoteURL=${encodeURIComponent(ADDRESS)}`, zip);
    const isOver = () => {
      isImported = true;
    };
    imported.then(isOver, isOver);
    while (!isImported) await poll(`/builds/${first}`);
    await imported;
    const config = { RemoteURL: ADDRESS, Commit: 'HEAD', Branch: '', BuildDirectory: 'src', Arguments: '' };
    const { RepositoryID } = await call('POST', '/repositories', JSON.stringify(config));
    const startedMs = performance.now();
    const { BuildID } = await call('POST', `/repositories/${RepositoryID}/builds`);
    while ((await poll(`/builds/${BuildID}`)) !== 'Completed');
    const buildMs = performance.now() - startedMs;
    waits.sort((a, b) => a - b);
    const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]!;
    return [
      measurement(`import and build of ${FILES} files: longest wait for a status`, at(1), 'ms', 50),
      measurement('the same, median', at(0.5), 'ms'),
      measurement(`build of ${FILES} files`, buildMs, 'ms'),
    ];
  } finally {
    await end();
  }
}
