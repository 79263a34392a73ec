import { describe, expect, test } from 'vitest';
import { ApiFixture, BASE, PROGRAM } from '../../../test/api/api-fixture.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { Store } from '../../store/contract/store.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { createRequestRate } from './request-rate.ts';

const NOBODY = 'bld_00000000000000000000000000000000';

/** Sends a request, and checks what all failures have in common. */
async function fail(fixture: ApiFixture, ...call: Parameters<ApiFixture['call']>) {
  const reply = await fixture.call(...call);
  expect(reply.body.message).toBe(reply.body.Message);
  expect(reply.body.message.length).toBeGreaterThan(10);
  return [reply.status, reply.body.code];
}

describe('every status in the interface', () => {
  test('400: a body that is not JSON or not UTF-8', async () => {
    const fixture = await ApiFixture.open();
    for (const body of ['{"Code": "x"', '', 'undefined', '{} {}']) {
      expect(await fail(fixture, 'POST', '/sourcecode/builds', { body })).toEqual([400, 'malformed-request']);
    }
    const body = new Uint8Array([0x7b, 0xff, 0x7d]);
    expect(await fail(fixture, 'POST', '/sourcecode/builds', { body })).toEqual([400, 'malformed-request']);
    expect(await fail(fixture, 'GET', '/files/%E0%A4%A')).toEqual([400, 'malformed-request']);
  });

  test.each([
    ['PUT', '/files/half'],
    ['POST', '/sourcecode/builds'],
  ])('400: %s %s with a truncated body does not cause an internal error', async (method, path) => {
    const fixture = await ApiFixture.open();
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        controller.error(new Error('aborted'));
      },
    });
    const headers = { Authorization: fixture.ann.key, 'Content-Type': 'application/json' };
    const init = { method, headers, body, duplex: 'half' };
    const reply = await fixture.api.fetch(new Request(BASE + path, init));
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { code: 'malformed-request', message: expect.stringContaining('before the whole body arrived') },
    ]);
    expect(fixture.reports).toEqual([]);
    expect(JSON.stringify((await fixture.call('GET', '/files')).body)).not.toContain('half');
  });

  test('401: a missing or unknown key, a key with a wrong secret, or a scheme other than Bearer', async () => {
    const fixture = await ApiFixture.open();
    const forged = `haze${'0'.repeat(64)}_${fixture.ann.key.split('_')[1]}`;
    for (const key of [null, '', 'Bearer', 'nonsense', forged, `Basic ${fixture.ann.key}`]) {
      expect(await fail(fixture, 'GET', '/tasks', { key })).toEqual([401, 'unauthorized']);
    }
  });

  test('403: a signed URL that was tampered with or has expired', async () => {
    const fixture = await ApiFixture.open();
    const id = await fixture.newCompletedBuild();
    const { Build } = (await fixture.call('GET', `/builds/${id}/outputs`)).body;
    const tamper = (name: string, change: (value: string) => string) => {
      const address = new URL(Build);
      address.searchParams.set(name, change(address.searchParams.get(name)!));
      return address.href;
    };
    const tampered = [
      tamper('expires', (seconds) => String(Number(seconds) + 1)),
      tamper('object', (object) => object.replace('build-log', 'build-module')),
      tamper('signature', (hex) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)),
      tamper('signature', () => ''),
      Build.split('?')[0],
    ];
    for (const address of tampered) {
      expect(await fail(fixture, 'GET', address, { key: null })).toEqual([403, 'bad-signature']);
    }
    expect(await fail(fixture, 'PUT', Build, { key: null, body: 'x' })).toEqual([403, 'bad-signature']);
    fixture.timeMs += 3599_000;
    expect((await fixture.call('GET', Build, { key: null })).status).toBe(200);
    fixture.timeMs += 1000;
    expect(await fail(fixture, 'GET', Build, { key: null })).toEqual([403, 'signature-expired']);
    // The URL does not become valid again when the clock is set back.
    fixture.timeMs -= 24 * 3600 * 1000;
    expect(await fail(fixture, 'GET', Build, { key: null })).toEqual([403, 'signature-expired']);
  });

  test('404: unknown paths, and unknown or malformed IDs', async () => {
    const fixture = await ApiFixture.open();
    for (const path of ['/', '/nowhere', '/builds/x/y/z']) {
      expect(await fail(fixture, 'GET', path)).toEqual([404, 'unknown-path']);
    }
    for (const path of [
      `/builds/${NOBODY}`,
      '/builds/bld_x',
      `/tasks/${NOBODY}`,
      `/builds/${NOBODY}/tasks`,
    ]) {
      expect(await fail(fixture, 'GET', path)).toEqual([404, 'unknown-resource']);
    }
  });

  test('405: the response to a wrong method lists the allowed methods', async () => {
    const fixture = await ApiFixture.open();
    expect(await fail(fixture, 'PUT', '/tasks')).toEqual([405, 'unknown-method']);
    expect((await fixture.call('PUT', '/users/me')).headers.get('Allow')).toBe('GET, PATCH, HEAD, OPTIONS');
  });

  test('409: a task for a build that is not Completed, and outputs that do not exist yet', async () => {
    const fixture = await ApiFixture.open();
    const build = await fixture.newBuild();
    expect(await fail(fixture, 'POST', `/builds/${build}/tasks`)).toEqual([409, 'wrong-state']);
    expect(await fail(fixture, 'GET', `/builds/${build}/outputs`)).toEqual([409, 'wrong-state']);
    const task = await fixture.newTask();
    expect(await fail(fixture, 'GET', `/tasks/${task}/outputs`)).toEqual([409, 'wrong-state']);
    expect((await fixture.call('GET', `/tasks/${task}/outputs`)).body.error).toContain('Accepted');
    expect(await fail(fixture, 'GET', `/tasks/${task}/output/Stdout`)).toEqual([409, 'wrong-state']);
  });

  test('413: a body over its limit, whether or not its size is declared', async () => {
    const fixture = await ApiFixture.open({ maxBodyBytes: 1000, maxFileBytes: 2000 });
    const body = { ...PROGRAM, Code: 'x'.repeat(1001) };
    expect(await fail(fixture, 'POST', '/sourcecode/builds', { body })).toEqual([413, 'body-too-large']);
    expect(await fail(fixture, 'PUT', '/files/a?size=2001')).toEqual([413, 'body-too-large']);
    expect(await fail(fixture, 'PUT', '/files/a', { body: 'x'.repeat(2001) })).toEqual([
      413,
      'body-too-large',
    ]);
    expect((await fixture.call('GET', '/files')).body.count).toBe(0);
  });

  test('415: a body that is not declared as JSON', async () => {
    const fixture = await ApiFixture.open();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'nonsense']) {
      const call = { body: JSON.stringify(PROGRAM), headers: { 'Content-Type': type } };
      expect(await fail(fixture, 'POST', '/sourcecode/builds', call)).toEqual([
        415,
        'unsupported-content-type',
      ]);
    }
    const zipped = { body: JSON.stringify(PROGRAM), headers: { 'Content-Encoding': 'gzip' } };
    const refused = await fixture.call('POST', '/sourcecode/builds', zipped);
    expect([refused.status, refused.body.message]).toEqual([
      415,
      'Request bodies with "Content-Encoding: gzip" are not accepted. Send the JSON uncompressed.',
    ]);
    const utf8 = {
      body: JSON.stringify(PROGRAM),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    };
    expect((await fixture.call('POST', '/sourcecode/builds', utf8)).status).toBe(202);
  });

  test('422: a body that is well-formed but invalid, with every invalid field named', async () => {
    const fixture = await ApiFixture.open();
    const { status, body } = await fixture.call('POST', '/sourcecode/builds', {
      body: { Code: 5, CoreID: 'x' },
    });
    expect([status, body.code]).toEqual([422, 'invalid-request']);
    expect(body.issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
      'Code',
      'CoreID',
      'Language',
    ]);
    for (const sent of [[], 'x', 5, null]) {
      const call = { body: JSON.stringify(sent) };
      expect((await fail(fixture, 'POST', '/sourcecode/builds', call))[0]).toBe(422);
    }
  });

  test('422 rather than 500 for JSON that is too deeply nested to serialise', async () => {
    const fixture = await ApiFixture.open();
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const body = `{"Preferences": {"a": ${deep}}}`;
    expect(await fail(fixture, 'PATCH', '/users/me', { body })).toEqual([422, 'invalid-request']);
    const unread = `{"Name": "x", "Unknown": ${deep}}`;
    expect(await fail(fixture, 'POST', '/keys', { body: unread })).toEqual([422, 'invalid-request']);
  });

  test('429: daily quotas for builds and tasks, and quotas for unfinished jobs and storage', async () => {
    const quotas = { buildsPerDay: 2, tasksPerDay: 3, unfinishedJobs: 2, storageBytes: 100 };
    const fixture = await ApiFixture.open({ quotas });
    const build = await fixture.newCompletedBuild();
    await fixture.newBuild();
    expect(await fail(fixture, 'POST', '/sourcecode/builds', { body: PROGRAM })).toEqual([
      429,
      'quota-exceeded',
    ]);
    expect(
      (await fixture.call('POST', '/sourcecode/builds', { body: PROGRAM, key: fixture.bob.key })).status,
    ).toBe(202);
    const tasks = [1, 2].map(() => fixture.call('POST', `/builds/${build}/tasks`));
    const first = (await Promise.all(tasks))[0]!.body.TaskID;
    expect(await fail(fixture, 'POST', `/builds/${build}/tasks`)).toEqual([429, 'quota-exceeded']);
    await fixture.executor.completeTask(first);
    expect((await fixture.call('POST', `/builds/${build}/tasks`)).status).toBe(202);
    expect(await fail(fixture, 'POST', `/builds/${build}/tasks`)).toEqual([429, 'quota-exceeded']);
    fixture.timeMs += 24 * 3600 * 1000 + 1;
    expect((await fixture.call('POST', '/sourcecode/builds', { body: PROGRAM })).status).toBe(202);
    expect((await fixture.call('PUT', '/files/a', { body: 'x'.repeat(60) })).status).toBe(200);
    expect(await fail(fixture, 'PUT', '/files/b?size=41')).toEqual([429, 'quota-exceeded']);
    expect(await fail(fixture, 'PUT', '/files/b', { body: 'x'.repeat(41) })).toEqual([429, 'quota-exceeded']);
    expect((await fixture.call('GET', '/files')).body.count).toBe(1);
  });

  test("429: sources, inputs and outputs count towards the account's storage quota, and deleting them frees space", async () => {
    const fixture = await ApiFixture.open({ quotas: { storageBytes: 10_000 } });
    const build = (size: number) =>
      fixture.call('POST', '/sourcecode/builds', { body: { ...PROGRAM, Code: `//${'x'.repeat(size)}` } });
    expect((await build(11_000)).body.code).toBe('quota-exceeded');
    const first = await build(6000);
    expect(first.status).toBe(202);
    expect((await build(6000)).body.code).toBe('quota-exceeded');
    expect((await fixture.call('PUT', '/files/a', { body: 'x'.repeat(5000) })).status).toBe(429);
    const done = await fixture.newCompletedBuild();
    const run = (size: number) =>
      fixture.call('POST', `/builds/${done}/tasks`, { body: { Stdin: 'x'.repeat(size) } });
    expect((await run(6000)).body.code).toBe('quota-exceeded');
    const task = (await run(1000)).body.TaskID;
    expect((await fixture.call('GET', `/tasks/${task}`)).body.Stdin).toHaveLength(1000);
    await fixture.executor.completeTask(task, Array.from({ length: 3000 }, (_, i) => i * 7919).join());
    expect((await fixture.call('PUT', '/files/a?size=5000')).status).toBe(429);
    await fixture.call('DELETE', `/tasks/${task}`);
    await fixture.call('POST', `/builds/${first.body.BuildID}/cancel`);
    await fixture.call('DELETE', `/builds/${first.body.BuildID}`);
    expect((await build(6000)).status).toBe(202);
  });

  test('507: builds and tasks are rejected when the storage of all accounts combined is full', async () => {
    const fixture = await ApiFixture.open({ limits: { maxStorageBytes: 3000 } });
    const done = await fixture.newCompletedBuild();
    const Code = 'x'.repeat(4000);
    expect(await fail(fixture, 'POST', '/sourcecode/builds', { body: { ...PROGRAM, Code } })).toEqual([
      507,
      'storage-full',
    ]);
    expect(await fail(fixture, 'POST', `/builds/${done}/tasks`, { body: { Stdin: Code } })).toEqual([
      507,
      'storage-full',
    ]);
  });

  test('429 and 422: limits on a task’s runs and memory', async () => {
    const quotas = { runsPerTask: 30_000, runsPerDay: 50_000, taskMemoryBytes: 64 * 2 ** 20 };
    const fixture = await ApiFixture.open({ quotas });
    const build = (Core: string) =>
      fixture.newCompletedBuild({ body: { ...PROGRAM, CoreID: findDefaultCore(Core).CoreID } });
    const [many, large, small] = [await build('C0-Reference'), await build('C0-M'), await build('C0-S')];
    const ask = (id: string, Runs?: number) =>
      fixture.call('POST', `/builds/${id}/tasks`, Runs === undefined ? {} : { body: { Runs } });
    expect((await ask(large)).body).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('C0-M, the core of this build'),
    });
    // The limit on runs applies only to Reference cores.
    expect((await ask(small, 40_000)).status).toBe(202);
    expect((await ask(many, 30_001)).body).toMatchObject({ issues: [{ path: 'Runs' }] });
    // A request without a number of runs counts as 10 000 runs.
    for (const runs of [30_000, undefined, 10_000]) expect((await ask(many, runs)).status).toBe(202);
    fixture.timeMs += 5 * 3600 * 1000;
    const refused = await ask(many, 1);
    expect([refused.status, refused.body.code]).toEqual([429, 'quota-exceeded']);
    expect(refused.headers.get('Retry-After')).toBe(String(19 * 3600));
    fixture.timeMs += 19 * 3600 * 1000;
    expect((await ask(many, 30_000)).status).toBe(202);
  });

  test('429: jobs created while the clock was a year ahead do not use up the daily limits', async () => {
    const quotas = { buildsPerDay: 2, runsPerDay: 1000 };
    const fixture = await ApiFixture.open({ quotas });
    const body = { ...PROGRAM, CoreID: findDefaultCore('C0-Reference').CoreID };
    const build = () => fixture.call('POST', '/sourcecode/builds', { body });
    const yearMs = 365 * 24 * 3600 * 1000;
    fixture.timeMs += yearMs;
    const id = await fixture.newCompletedBuild({ body });
    const run = () => fixture.call('POST', `/builds/${id}/tasks`, { body: { Runs: 1000 } });
    expect([(await build()).status, (await build()).status]).toEqual([202, 429]);
    expect([(await run()).status, (await run()).status]).toEqual([202, 429]);
    // The jobs still count after the clock is set back an hour.
    fixture.timeMs -= 3600 * 1000;
    expect([(await build()).status, (await run()).status]).toEqual([429, 429]);
    fixture.timeMs -= yearMs;
    expect([(await run()).status, (await run()).status]).toEqual([202, 429]);
    expect([(await build()).status, (await build()).status, (await build()).status]).toEqual([202, 202, 429]);
  });

  test('429 and 422: the daily limit on the runs of all accounts combined', async () => {
    const fixture = await ApiFixture.open({ limits: { maxRunsPerDay: 50_000 } });
    const bob = { key: fixture.bob.key };
    const body = { ...PROGRAM, CoreID: findDefaultCore('C0-Reference').CoreID };
    const [hers, his] = [
      await fixture.newCompletedBuild({ body }),
      await fixture.newCompletedBuild({ body, ...bob }),
    ];
    const plain = await fixture.newCompletedBuild();
    const ask = (Runs: number) => fixture.call('POST', `/builds/${hers}/tasks`, { body: { Runs } });
    const askBob = (Runs: number) => fixture.call('POST', `/builds/${his}/tasks`, { body: { Runs }, ...bob });
    expect((await ask(50_001)).body).toMatchObject({ issues: [{ path: 'Runs' }] });
    expect((await ask(30_000)).status).toBe(202);
    fixture.timeMs += 3600 * 1000;
    expect((await askBob(20_000)).status).toBe(202);
    const refused = await askBob(1);
    expect([refused.status, refused.body.code]).toEqual([429, 'quota-exceeded']);
    expect(refused.body.message).toContain('all accounts combined: 50000 runs a day');
    expect(refused.headers.get('Retry-After')).toBe(String(23 * 3600));
    // Tasks whose runs are not counted are not limited.
    expect((await fixture.call('POST', `/builds/${plain}/tasks`)).status).toBe(202);
    fixture.timeMs += 23 * 3600 * 1000;
    expect((await askBob(30_000)).status).toBe(202);
    expect((await ask(1)).status).toBe(429);
  });

  test('429 and 507: limits for all accounts combined', async () => {
    const limits = { maxQueuedJobs: 3, maxStorageBytes: 100, maxRequestsPerMinute: 20 };
    const fixture = await ApiFixture.open({ limits });
    const bob = { key: fixture.bob.key };
    const build = await fixture.newCompletedBuild(bob);
    await fixture.newBuild();
    await fixture.newBuild(bob);
    const task = (await fixture.call('POST', `/builds/${build}/tasks`, bob)).body.TaskID;
    for (const path of ['/sourcecode/builds', `/builds/${build}/tasks`]) {
      const refused = await fixture.call('POST', path, { body: PROGRAM, ...bob });
      expect([refused.status, refused.body.code]).toEqual([429, 'quota-exceeded']);
      expect(refused.body.message).toContain('3 waiting jobs');
      expect(refused.headers.get('Retry-After')).toBe('5');
    }
    await fixture.executor.stepTask(task, 'Initialising');
    await fixture.newBuild();
    expect((await fixture.call('PUT', '/files/a', { body: 'x'.repeat(60) })).status).toBe(200);
    for (const [path, body] of [['/files/b?size=41'], ['/files/b', 'x'.repeat(41)]] as const)
      expect(await fail(fixture, 'PUT', path, { body, ...bob })).toEqual([507, 'storage-full']);
    Object.assign(fixture.services, { totalRate: createRequestRate(() => 0) });
    for (let n = 0; n < 20; n += 1) expect((await fixture.call('GET', '/tasks')).status).toBe(200);
    expect(await fail(fixture, 'GET', '/tasks', bob)).toEqual([429, 'quota-exceeded']);
  });

  test('500: an internal error has an ID, and is reported with its cause', async () => {
    const broken: Store = {
      ...createMemoryStore(),
      list: async () => {
        throw new TypeError('cannot be');
      },
    };
    const fixture = await ApiFixture.open({}, broken);
    expect(await fail(fixture, 'GET', '/tasks')).toEqual([500, 'internal-error']);
    expect(fixture.reports).toMatchObject([
      { method: 'GET', path: '/tasks', error: { message: 'cannot be' } },
    ]);
    const { body } = await fixture.call('GET', '/tasks');
    expect(body.message).toContain(body.id);
    expect(body.id).toBe(fixture.reports[1]?.id);
    expect(JSON.stringify(body)).not.toContain('cannot be');
  });

  test('503: a store that fails while a data source is checked', async () => {
    const store = createMemoryStore();
    const away = () => Promise.reject(new HazeError('storage-away', 'The database is not responding.'));
    const fixture = await ApiFixture.open(
      {},
      {
        ...store,
        transaction: (work) =>
          store.transaction((tx) =>
            work({ ...tx, get: (type, id) => (type.kind === 'bucket' ? away() : tx.get(type, id)) }),
          ),
      },
    );
    const body = { ...PROGRAM, DataSources: [{ ResourceType: 'Bucket', ResourceID: 'buc_1' }] };
    expect(await fail(fixture, 'POST', '/sourcecode/builds', { body })).toEqual([503, 'storage-away']);
  });

  test('503 and 507: a closed or full store', async () => {
    const store = createMemoryStore();
    const fixture = await ApiFixture.open({}, store);
    store.transaction = async () => {
      throw new HazeError('storage-full', 'The storage is full.');
    };
    expect(await fail(fixture, 'POST', '/sourcecode/builds', { body: PROGRAM })).toEqual([
      507,
      'storage-full',
    ]);
    await store.close();
    expect(await fail(fixture, 'GET', '/tasks')).toEqual([503, 'store-closed']);
  });
});
