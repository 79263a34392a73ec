// Archives with damaged and forged records, field by field: either the import rejects the record, or no request fails
// because of it.
import { expect, test } from 'vitest';
import { ApiFixture, PROGRAM } from '../../../test/api/api-fixture.ts';
import { ImportedContents } from '../../jobs/records/contents.ts';
import { buildDiagnosticsKey, taskSamplesKey, tasks, taskValuesKey } from '../../jobs/records/records.ts';
import { exportStore, importStore } from '../../store/contract/archive.ts';
import { makeOrder } from '../../store/contract/record-index.ts';
import { type ExportedRecord, recordType } from '../../store/contract/store.ts';
import { findRecordProblem } from './record-shapes.ts';

const CORE = { Name: 'mine', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Disable' };
const LISTS = [
  '/builds',
  '/tasks',
  '/tasks?status=Completed',
  '/cores',
  '/repositories',
  '/repositories/imports',
  '/buckets',
  '/drives',
  '/keys',
  '/webhooks',
  '/users/me',
  '/files',
];
const READ_FROM: Readonly<Record<string, string>> = {
  build: '/builds/',
  task: '/tasks/',
  core: '/cores/',
  repository: '/repositories/',
  bucket: '/buckets/',
  drive: '/drives/',
  webhook: '/webhooks/',
};

/** A service with a record of almost every kind, and its archive. */
async function openFull(): Promise<{ fixture: ApiFixture; records: ExportedRecord[]; archive: string }> {
  const fixture = await ApiFixture.open({ webhookHosts: ['*'], repositoryHosts: ['*'] });
  const make = async (path: string, body: object) => {
    const answer = await fixture.call('POST', path, { body });
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status) => status < 300)]);
    return answer.body;
  };
  await make('/cores', { ...CORE, MemorySize: 2 ** 20, Precision: 64 });
  const { BucketID } = await make('/buckets', {
    Name: 'b',
    Account: 'a',
    MountPath: '/m',
    Read: true,
    Write: true,
  });
  await make('/drives', { Name: 'd', DataSources: [{ ResourceType: 'Bucket', ResourceID: BucketID }] });
  await make('/webhooks', { url: 'https://hooks.example/a', events: ['task-status'] });
  const { RepositoryID } = await make('/repositories', {
    RemoteURL: 'https://git.example/a.git',
    Commit: 'HEAD',
    Branch: '',
    BuildDirectory: '.',
    Arguments: '',
    TraceVariables: [{ File: 'main.c', LineNumber: 3, Expression: 'x' }],
  });
  await make(`/repositories/${RepositoryID}/builds`, {});
  const copy = `# v2 git bundle\n${'0'.repeat(40)} HEAD\n\n`;
  const address = '/repositories/imports?RemoteURL=https://git.example/copy.git';
  expect((await fixture.call('PUT', address, { body: copy })).status).toBe(201);
  const build = await fixture.newCompletedBuild({ body: { ...PROGRAM, DiscoverVariables: true } });
  const wish = { Arguments: '-x', Seed: '0x1f', SourceOverrides: { a: 'gauss(5, 0.1)' }, Stdin: 'in' };
  const { TaskID } = await make(`/builds/${build}/tasks`, wish);
  await fixture.executor.completeTask(TaskID, 'out');
  await fixture.store.transaction(async (tx) => {
    const { body } = (await tx.get(tasks, TaskID))!;
    const Stats = { DynamicInstructions: 1, ProcessorTime: 0.1, ExecutionTimeInMilliseconds: 2 };
    const Decisions = [{ File: 'main.c', LineNumber: 2, Kind: 'Comparison' as const, Probability: 0.5 }];
    await tx.update(tasks, TaskID, { body: { ...body, Stats, Decisions, ExitCode: 0 } });
  });
  await fixture.newTask();
  const records = await fixture.readRecords();
  let archive = '';
  for await (const piece of exportStore(fixture.store)) archive += Buffer.from(piece).toString('latin1');
  return { fixture, records, archive };
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Copies of a value in which one field is missing or has a different type, to a depth of four. */
function* damagedCopies(value: unknown, depth = 4): Generator<unknown> {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  const entries = Object.entries(value);
  const withField = (name: string, part: unknown) => {
    const copy = Array.isArray(value) ? [...value] : { ...value };
    (copy as Record<string, unknown>)[name] = part;
    return copy;
  };
  for (const [name, part] of entries) {
    if (!Array.isArray(value)) yield Object.fromEntries(entries.filter(([other]) => other !== name));
    for (const wrong of [null, -1, 1e308, 'x', true, [], {}]) yield withField(name, wrong);
    for (const copy of damagedCopies(part, depth - 1)) yield withField(name, copy);
  }
}

test('a valid archive has no problems and can be imported', async () => {
  const full = await openFull();
  expect(full.records.map((record) => findRecordProblem(record)).filter((problem) => problem)).toEqual([]);
  const { store } = await ApiFixture.open();
  const { records } = await importStore(store, piecesOf(full.archive), { findProblem: findRecordProblem });
  expect(records).toBe(full.records.length);
});

test('a damaged field in a record is detected, or at least causes no internal error', async () => {
  const { fixture, records } = await openFull();
  const key = fixture.ann.key;
  const failures: string[] = [];
  let [found, passed] = [0, 0];
  for (const record of records) {
    if (record.kind === 'installation' || record.kind === 'key') continue;
    for (const body of damagedCopies(record.body)) {
      const damaged = { ...record, body: body as object };
      if (findRecordProblem(damaged)) {
        found += 1;
        continue;
      }
      passed += 1;
      const type = recordType<object>(record.kind);
      await fixture.store.transaction((tx) => tx.update(type, record.id, { body: damaged.body }));
      const read = READ_FROM[record.kind];
      for (const path of read ? [`${read}${record.id}`, ...LISTS.slice(0, 2)] : LISTS) {
        const response = await fixture.api.fetch(
          new Request(`https://api.example${path}`, { headers: { Authorization: key } }),
        );
        if (response.status >= 500) failures.push(`${path}: ${JSON.stringify(body).slice(0, 200)}`);
      }
      await fixture.store.transaction((tx) => tx.update(type, record.id, { body: record.body }));
    }
  }
  expect(failures).toEqual([]);
  expect(found).toBeGreaterThan(1000);
  expect(passed).toBeGreaterThan(50);
});

test('a rejected import names the line and the record, and changes nothing', async () => {
  const full = await openFull();
  const { store } = await ApiFixture.open();
  const before = await store.count(recordType('user'), {});
  const lines = full.archive.split('\n');
  const at = lines.findIndex((line) => line.includes('"kind":"task"'));
  const id = JSON.parse(lines[at]!).record.id;
  const importWith = (line: string) =>
    importStore(store, piecesOf(lines.with(at, line).join('\n')), { findProblem: findRecordProblem });
  const message = (text: string) => ({ code: 'bad-export', message: expect.stringContaining(text) });
  const change = (part: object) => {
    const { record } = JSON.parse(lines[at]!);
    return JSON.stringify({ record: { ...record, ...part } });
  };
  const place = `Line ${at + 1} of the export, the record task "${id}", is damaged: `;
  await expect(importWith(lines[at]!.replace('"Arguments":"-x"', '"Arguments":[1]'))).rejects.toMatchObject(
    message(`${place}Arguments must be a string, not an array. Nothing was imported.`),
  );
  await expect(importWith(change({ status: 'Done' }))).rejects.toMatchObject(message('no status "Done"'));
  await expect(importWith(change({ parent: 'bld_1' }))).rejects.toMatchObject(
    message('not its parent "bld_1"'),
  );
  await expect(importWith(change({ id: '../x' }))).rejects.toMatchObject(
    message('its ID has an invalid format'),
  );
  await expect(importWith(change({ kind: 'tasks' }))).rejects.toMatchObject(
    message('no records of this kind'),
  );
  await expect(importWith(change({ body: null }))).rejects.toMatchObject(message('it lacks required fields'));
  await expect(importWith('null')).rejects.toMatchObject(message('a line is not an object'));
  // After this record, sequence numbers would overflow, so no continuation key could represent the position of a
  // later record.
  const { createdAt } = JSON.parse(lines[at]!).record;
  await expect(importWith(change({ order: makeOrder(createdAt, 2 ** 40 - 1) }))).rejects.toMatchObject(
    message('its position in the order'),
  );
  expect(await store.count(recordType('user'), {})).toBe(before);
});

test('a list reports a damaged record and still contains all other records', async () => {
  const fixture = await ApiFixture.open();
  const first = await fixture.newBuild();
  const second = await fixture.newCompletedBuild();
  const third = await fixture.newBuild();
  const type = recordType<object>('build');
  await fixture.store.transaction((tx) => tx.update(type, second, { body: { Application: {} } }));
  const list = await fixture.call('GET', '/builds');
  expect([list.status, list.body.Count]).toEqual([200, 2]);
  expect(list.body.Builds.map(({ BuildID }: { BuildID: string }) => BuildID)).toEqual([third, first]);
  expect(list.body.Damaged).toEqual([{ ID: second, Message: expect.stringContaining(`"${second}"`) }]);
  const response = await fixture.api.fetch(
    new Request(`https://api.example/builds/${second}`, { headers: { Authorization: fixture.ann.key } }),
  );
  expect([response.status, (await response.json()).code]).toEqual([500, 'record-damaged']);
  expect((await fixture.call('DELETE', `/builds/${second}`)).status).toBe(200);
  expect((await fixture.call('GET', '/builds')).body.Damaged).toBeUndefined();
});

test('damaged diagnostics of a build and damaged values of a task are reported as damaged', async () => {
  const fixture = await ApiFixture.open();
  const TaskID = await fixture.newTask();
  await fixture.executor.completeTask(TaskID, 'out');
  const { BuildID } = (await fixture.call('GET', `/tasks/${TaskID}`)).body;
  const read = async (path: string) => {
    const headers = { Authorization: fixture.ann.key };
    const response = await fixture.api.fetch(new Request(`https://api.example${path}`, { headers }));
    return [response.status, (await response.json()).code];
  };
  const put = (key: string, text: string) =>
    fixture.store.transaction((tx) => tx.putBlob(key, new TextEncoder().encode(text)));
  for (const text of ['[{', 'null', '{"length": 1}', '[null]']) {
    await put(buildDiagnosticsKey(BuildID), text);
    expect(await read(`/builds/${BuildID}/diagnostics`)).toEqual([500, 'record-damaged']);
  }
  const ValueID = `val_${'0'.repeat(32)}`;
  await put(taskSamplesKey(TaskID), '12345678');
  for (const [Runs, Offset] of [
    [1, 5],
    [5, 0],
    [1e9, 0],
    [-1, 0],
    [1, 0.5],
    [null, 0],
  ]) {
    await put(taskValuesKey(TaskID), JSON.stringify([{ ValueID, Kind: 'Printed', Runs, Offset }]));
    expect(await read(`/tasks/${TaskID}/values/${ValueID}/samples`)).toEqual([500, 'record-damaged']);
  }
});

test('an import rejects malformed contents, and samples that do not match the list of values', async () => {
  const fixture = await ApiFixture.open();
  const TaskID = await fixture.newTask();
  await fixture.executor.completeTask(TaskID, 'out');
  const ValueID = `val_${'0'.repeat(32)}`;
  const list = (Runs: number, Offset = 0) => JSON.stringify([{ ValueID, Kind: 'Printed', Runs, Offset }]);
  const importWith = async (values: string, samples: string) => {
    await fixture.store.transaction(async (tx) => {
      await tx.putBlob(taskValuesKey(TaskID), new TextEncoder().encode(values));
      await tx.putBlob(taskSamplesKey(TaskID), new TextEncoder().encode(samples));
    });
    const { store } = await ApiFixture.open();
    return importStore(store, exportStore(fixture.store), { contents: new ImportedContents() });
  };
  expect((await importWith(list(2), '1234567812345678')).blobs).toBeGreaterThan(1);
  expect((await importWith('[]', '')).blobs).toBeGreaterThan(0);
  const damaged = (problem: string) => ({
    code: 'bad-export',
    message: expect.stringContaining(`"${taskValuesKey(TaskID)}" of the export is damaged: ${problem}`),
  });
  for (const [values, problem] of [
    [list(3), 'it lists 3 samples, but the export has 2'],
    [list(1, 2), 'it lists 3 samples, but the export has 2'],
    [list(-1), 'it has an invalid format'],
    ['{}', 'it has an invalid format'],
    ['[', 'it is not JSON'],
  ] as const)
    await expect(importWith(values, '1234567812345678')).rejects.toMatchObject(damaged(problem));
});
