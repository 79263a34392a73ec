// Imports a repository of 200 sources as a zip into a real `haze serve`. Measures the time of the first build and of
// later builds: after a change to one source, after a change to a header that ten sources include, and in a restarted
// service.

import { zipSync } from 'fflate';
import { measurement } from '../../scripts/measurement.ts';
import { type RunningServer, startServer } from '../../src/node/serve/serve.ts';
import { inFolder } from '../harness.ts';

const SOURCES = 200;
const SHARING_A_HEADER = 10;
const ADDRESS = 'https://bench.example/large';

function describeFiles(changes: { readonly source?: number; readonly header?: number }): Uint8Array {
  const files: Record<string, string> = {};
  const names = Array.from({ length: SOURCES - 1 }, (_, index) => `part${index}`);
  for (const [index, name] of names.entries()) {
    const group = Math.floor(index / SHARING_A_HEADER);
    const bonus = index === 7 ? (changes.source ?? 0) : 0;
    files[`src/parts/${name}.c`] = `#include "group${group}.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double table[64];
double ${name}(double x) {
  for (int i = 0; i < 64; i++) table[i] = sin(x * i) * GROUP + ${index} + ${bonus};
  double sum = 0;
  for (int i = 0; i < 64; i++) sum += sqrt(fabs(table[i])) / (1 + exp(-table[i]));
  return sum;
}
`;
  }
  for (let group = 0; group <= SOURCES / SHARING_A_HEADER; group += 1) {
    const value = group === 3 ? (changes.header ?? 1) : 1;
    files[`src/parts/group${group}.h`] = `#define GROUP ${value}.0\n`;
  }
  const declarations = names.map((name) => `double ${name}(double x);`).join('\n');
  const calls = names.map((name) => `sum += ${name}(sum);`).join('\n  ');
  files['src/main.c'] =
    `#include <stdio.h>\n${declarations}\nint main(void) {\n  double sum = 0;\n  ${calls}\n  printf("%g\\n", sum);\n}\n`;
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])),
  );
}

class Client {
  readonly #server: RunningServer;

  constructor(server: RunningServer) {
    this.#server = server;
  }

  async call(method: string, path: string, body?: Uint8Array | string): Promise<Record<string, string>> {
    const { address, key } = this.#server;
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: body as BodyInit }) };
    return (await (await fetch(address + path, init)).json()) as Record<string, string>;
  }

  async importFiles(files: Uint8Array): Promise<void> {
    await this.call('PUT', `/repositories/imports?RemoteURL=${encodeURIComponent(ADDRESS)}`, files);
  }

  /** Builds the repository; returns the time from the request until the build finishes, in milliseconds. */
  async build(repositoryId: string): Promise<number> {
    const startedMs = performance.now();
    const { BuildID } = await this.call('POST', `/repositories/${repositoryId}/builds`);
    for (;;) {
      const { Status } = await this.call('GET', `/builds/${BuildID}`);
      if (Status === 'Completed') return performance.now() - startedMs;
      if (Status === 'Stopped') throw new Error('the benchmark does not build');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

export function run() {
  return inFolder(measure);
}

async function measure(dataFolder: string) {
  const start = () => startServer({ port: 0, host: '127.0.0.1', dataFolder, tell: () => undefined });
  let server = await start();
  try {
    let client = new Client(server);
    // Loads the compiler ahead of the measurement.
    const warming = { Code: 'int main(void) { return 0; }', Language: 'C' };
    const { BuildID } = await client.call('POST', '/sourcecode/builds', JSON.stringify(warming));
    while ((await client.call('GET', `/builds/${BuildID}`)).Status !== 'Completed');
    await client.importFiles(describeFiles({}));
    const config = { RemoteURL: ADDRESS, Commit: 'HEAD', Branch: '', BuildDirectory: 'src', Arguments: '' };
    const { RepositoryID = '' } = await client.call('POST', '/repositories', JSON.stringify(config));
    const firstMs = await client.build(RepositoryID);
    await client.importFiles(describeFiles({ source: 1 }));
    const secondMs = await client.build(RepositoryID);
    await client.importFiles(describeFiles({ source: 1, header: 2 }));
    const headerMs = await client.build(RepositoryID);
    await server.stop(0);
    server = await start();
    client = new Client(server);
    await client.importFiles(describeFiles({ source: 2, header: 2 }));
    const restartedMs = await client.build(RepositoryID);
    const share = (timeMs: number) => (100 * timeMs) / firstMs;
    return [
      measurement(`first build of ${SOURCES} sources`, firstMs, 'ms'),
      measurement('second build after a change of one source', secondMs, 'ms'),
      measurement('the same, relative to the first', share(secondMs), '%', 15),
      measurement(
        `after a change of a header of ${SHARING_A_HEADER} sources, of for the first`,
        share(headerMs),
        '%',
      ),
      measurement(
        'after a restart and a change of one source, with the compiler loaded again, relative to the first',
        share(restartedMs),
        '%',
      ),
    ];
  } finally {
    await server.stop(0);
  }
}
