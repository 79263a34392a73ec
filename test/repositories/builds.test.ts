// Repositories that the service builds and runs: cloned from a real git server, compiled in workers, and run as tasks.
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GitServer, type ServedRepository } from './git-server.ts';
import { BROKEN, PARTS, PROGRAMS, type ProgramRepository } from './programs.ts';
import { TestService } from './service.ts';

const BYTES = { headers: { Accept: 'application/octet-stream' } };

const UX_TEXT = /Ux[0-9A-F]+/g;

let server: GitServer;
let service: TestService;
const served = new Map<string, ServedRepository>();

function serve({
  name,
  files,
  submodules = {},
}: Pick<ProgramRepository, 'name' | 'files' | 'submodules'>): ServedRepository {
  const repository = server.repository(name);
  repository.commit(files);
  for (const [folder, part] of Object.entries(submodules)) {
    repository.addSubmodule(folder, `../${part}.git`, served.get(part)!.head());
  }
  served.set(name, repository);
  return repository;
}

/** The repository of a program, which may already exist on the server from an earlier test. */
function servedProgram(name: string): ServedRepository {
  return served.get(name) ?? serve(PROGRAMS.find((program) => program.name === name)!);
}

async function coreId(name: string): Promise<string> {
  const { body } = await service.fixture.call('GET', '/cores?default=true');
  return body.Cores.find((core: { Name: string }) => core.Name === name).CoreID;
}

beforeAll(async () => {
  server = await GitServer.start();
  service = await TestService.open();
  for (const part of PARTS) serve(part);
});

afterAll(async () => {
  await service.close();
  await server.stop();
});

test.each(PROGRAMS)('$name', async (program) => {
  const { url } = serve(program);
  const { directory: BuildDirectory = 'src', arguments: Arguments = '', core, expected } = program;
  const id = await service.connect({ RemoteURL: url, BuildDirectory, Arguments });
  const build = await service.build(id, core === undefined ? {} : { CoreID: await coreId(core) });
  expect(`${build.status}\n${build.log}`).toMatch(/^Completed\n/);
  for (const line of program.log ?? []) expect(build.log).toMatch(line);
  const task = await service.run(build.id);
  expect(`${task.message}: ${task.stderr}`).toMatch(/^StatusController: .* 'Completed'/);
  const printed = task.stdout.replace(UX_TEXT, '');
  if (typeof expected === 'string') expect(printed).toBe(expected);
  else expect(printed).toMatch(expected);
});

test.each(BROKEN)('a broken program stops the build: $name', async (program) => {
  const { url } = serve(program);
  const id = await service.connect({ RemoteURL: url, BuildDirectory: program.directory ?? 'src' });
  const build = await service.build(id);
  expect(build.status).toBe('Stopped');
  expect(build.message).toMatch(program.message);
  expect(build.log).toMatch(program.log ?? program.message);
});

test('the record contains the commit of the build, and a missing repository stops the build with a log', async () => {
  const repository = servedProgram('linked-source');
  const id = await service.connect({ RemoteURL: repository.url });
  const { record, log } = await service.build(id);
  expect(record.Application.Repository.ResolvedCommit).toBe(repository.head());
  expect(log).toContain(`${repository.url}, commit ${repository.head()}`);
  const gone = await service.build(await service.connect({ RemoteURL: `${server.address}/gone.git` }));
  expect(gone.status).toBe('Stopped');
  expect(gone.message).toMatch(/There is no readable repository .*gone\.git/);
  expect(gone.log).toContain(gone.message);
});

test('the second build fetches nothing and compiles only changed sources, taking headers into account', async () => {
  const repository = serve({
    name: 'incremental',
    files: {
      'src/value.h': '#define VALUE 1\n',
      'src/a.c': '#include <stdio.h>\nint b(void);\nint main(void) { printf("%d\\n", b()); return 0; }\n',
      'src/b.c': '#include "value.h"\nint b(void) { return VALUE; }\n',
    },
  });
  const id = await service.connect({ RemoteURL: repository.url });
  await service.build(id);
  repository.commit({ 'src/value.h': '#define VALUE 2\n' });
  const { id: second, log } = await service.build(id);
  expect(log).toMatch(/-c a\.c .*# unchanged, taken from the cache/);
  expect(log).not.toMatch(/-c b\.c .*unchanged/);
  expect((await service.run(second)).stdout).toBe('2\n');
});

test('a private repository is built with its token', async () => {
  server.token = 'tok-789';
  try {
    const RemoteURL = servedProgram('linked-source').url;
    const refused = await service.build(
      await service.connect({ RemoteURL: servedProgram('streams').url, Commit: 'f'.repeat(40) }),
    );
    expect(refused.message).toMatch(/a private repository needs a Token/);
    const build = await service.build(await service.connect({ RemoteURL, Token: 'tok-789' }));
    expect(build.status).toBe('Completed');
    expect(JSON.stringify(build)).not.toContain('tok-789');
  } finally {
    server.token = undefined;
  }
});

test('an imported zip is built without the network', async () => {
  const RemoteURL = 'https://nowhere.example/ann/imported';
  const text = '#include <stdio.h>\nint main(void) { puts("imported"); return 0; }\n';
  const body = zipSync({ 'imported-1.0/src/main.c': new TextEncoder().encode(text) });
  await service.fixture.call('PUT', `/repositories/imports?RemoteURL=${encodeURIComponent(RemoteURL)}`, {
    body,
  });
  const build = await service.build(await service.connect({ RemoteURL }));
  expect(build.log).toMatch(/its imported copy/);
  expect((await service.run(build.id)).stdout).toBe('imported\n');
});

test('a program writes, renames and deletes files in its data sources, and these changes are applied if it ends successfully', async () => {
  const repository = serve({
    name: 'data-sources',
    files: {
      'src/main.c': `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  FILE *in = fopen("box/in.txt", "r"), *out = fopen("sd0/new/out.txt", "w");
  if (!out) out = fopen("sd0/out.txt", "w");
  int value;
  if (!in || !out || fscanf(in, "%d", &value) != 1) return 2;
  fprintf(out, "%d\\n", value * 2);
  if (remove("sd0/old.txt") || rename("sd0/first.txt", "sd0/moved/second.txt") || remove("box/in.txt")) return 4;
  return argc > 1 ? atoi(argv[1]) : 0;
}
`,
    },
  });
  const { fixture } = service;
  const { body: bucket } = await fixture.call('POST', '/buckets', {
    body: { Name: 'measurements', Write: false },
  });
  await fixture.call('PUT', '/files/measurements/in.txt', { body: '21' });
  for (const name of ['old.txt', 'first.txt', 'moved/other.txt'])
    await fixture.call('PUT', `/files/${name}`, { body: name });
  const statusOf = async (name: string) => (await fixture.call('GET', `/files/${name}`)).status;
  const DataSources = [
    { Location: 'sd0', ResourceID: '', ResourceType: 'ServiceCloudStorage' },
    { Location: 'box', ResourceID: bucket.BucketID, ResourceType: 'Bucket' },
  ];
  const id = await service.connect({ RemoteURL: repository.url, DataSources });
  const build = await service.build(id);
  expect((await service.run(build.id, { Arguments: '3' })).message).toBe('exit status 3');
  const names = ['out.txt', 'old.txt', 'first.txt', 'moved/second.txt', 'measurements/in.txt'];
  expect(await Promise.all(names.map(statusOf))).toEqual([404, 200, 200, 404, 200]);
  expect((await service.run(build.id)).message).toMatch(/ 'Completed'$/);
  expect((await fixture.call('GET', '/files/out.txt', BYTES)).body).toBe('42\n');
  // The bucket is read-only, so its files have not changed.
  expect(await Promise.all(names.map(statusOf))).toEqual([200, 404, 404, 200, 200]);
  expect((await fixture.call('GET', '/files/moved/second.txt', BYTES)).body).toBe('first.txt');
});

test('a build that is cancelled while its repository is being fetched stays cancelled', async () => {
  const repository = serve({
    name: 'cancelled-build',
    files: { 'src/main.c': 'int main(void) { return 0; }\n' },
  });
  const id = await service.connect({ RemoteURL: repository.url });
  const { body } = await service.fixture.call('POST', `/repositories/${id}/builds`, {});
  const cancelled = await service.fixture.call('POST', `/builds/${body.BuildID}/cancel`);
  expect(cancelled.body.Status).toBe('Cancelled');
  const next = await service.build(id);
  expect(next.status).toBe('Completed');
  expect((await service.fixture.call('GET', `/builds/${body.BuildID}`)).body.Status).toBe('Cancelled');
});

const PRINTS = '#include <stdio.h>\nint main(void) { puts("done"); return 0; }\n';
const SETTINGS = `MinimumCore:
  Microarchitecture: Athens
  CorrelationTracking: Autocorrelation
  Precision: 128
TraceVariables:
  - { File: main.c, LineNumber: 2, Expression: x }
`;

test('signaloid.yaml gives a build the core and the traces that neither the request nor the connection specifies', async () => {
  const repository = server.repository('with-settings');
  repository.commit({ 'src/main.c': PRINTS, 'signaloid.yaml': SETTINGS });
  const id = await service.connect({ RemoteURL: repository.url });
  const { record, log } = await service.build(id);
  expect(record.CoreID).toBe(await coreId('C0-M+'));
  expect(record.TraceVariables).toEqual([{ File: 'main.c', LineNumber: 2, Expression: 'x' }]);
  expect(log).toContain('signaloid.yaml: the build is for C0-M+');
  const asked = await service.build(id, { CoreID: await coreId('C0-S'), TraceVariables: [] });
  expect([asked.record.CoreID, asked.record.TraceVariables]).toEqual([await coreId('C0-S'), []]);
  const own = await service.connect({ RemoteURL: repository.url, Core: await coreId('C0-XS') });
  expect((await service.build(own)).record.CoreID).toBe(await coreId('C0-XS'));
});

test('the log names a signaloid.yaml that cannot be read, and the build continues', async () => {
  const repository = server.repository('with-broken-settings');
  repository.commit({ 'src/main.c': PRINTS, 'signaloid.yaml': 'MinimumCore: [\n' });
  const { status, record, log } = await service.build(await service.connect({ RemoteURL: repository.url }));
  expect([status, record.CoreID]).toEqual(['Completed', await coreId('C0-XS+')]);
  expect(log).toContain('haze: signaloid.yaml is ignored:');
});
