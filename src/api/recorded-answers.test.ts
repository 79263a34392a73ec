// Recorded responses from the real service, row by row. The recordings are in test/recordings.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Answer, ApiFixture, PROGRAM } from '../../test/api/api-fixture.ts';
import { builds, tasks } from '../jobs/records/records.ts';
import { taskSchema } from './tasks/task-view.ts';

const RECORDED = JSON.parse(
  readFileSync(new URL('../../test/recordings/task.json', import.meta.url), 'utf8'),
);
const UX =
  '0.5Ux0400000000000000003FE000000000000000000002000000000000000040000000000000003FF00000000000004000000000000000';
const START_MS = Date.UTC(2026, 0, 1);

async function endedTask(fixture: ApiFixture): Promise<string> {
  const id = await fixture.newTask();
  await fixture.executor.completeTask(id, '1\n');
  return id;
}

/** Replaces milliseconds with seconds, the unit in which earlier versions wrote times. */
function inSeconds<T>(value: T): T {
  if (typeof value === 'number' && value > 1e12) return Math.floor(value / 1000) as T;
  if (Array.isArray(value)) return value.map(inSeconds) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inSeconds(inner)])) as T;
}

describe('task records', () => {
  test('times are epoch milliseconds, and every recorded field is present', async () => {
    const fixture = await ApiFixture.open();
    fixture.timeMs = START_MS + 123;
    const { body } = await fixture.call('GET', `/tasks/${await endedTask(fixture)}`);
    for (const name of ['CreatedAt', 'StartedAt', 'FinishedAt', 'UpdatedAt'])
      expect(body[name]).toBe(START_MS + 123);
    expect(body.StatusTransitions[0]).toEqual({
      Status: 'Accepted',
      Timestamp: START_MS + 123,
      Message: 'Task accepted.',
    });
    const missing = Object.keys(RECORDED).filter((name) => name !== 'Stats' && !(name in body));
    expect(missing).toEqual([]);
    expect([body.IsPublic, body.SmallOutput, body.DataSources, 'Object' in body]).toEqual([
      false,
      null,
      [],
      false,
    ]);
  });

  test('recorded records satisfy the schema, even if In Progress comes before Initialising', () => {
    const [accepted, initialising, running, completed] = RECORDED.StatusTransitions;
    const swapped = { ...RECORDED, StatusTransitions: [accepted, running, initialising, completed] };
    for (const record of [RECORDED, swapped, { ...RECORDED, Status: 'Stopped', Stats: undefined }])
      expect(taskSchema.safeParse(record).error).toBe(undefined);
    expect(taskSchema.safeParse({ ...RECORDED, CreatedAt: '1776973892280' }).success).toBe(false);
  });

  test('the times of builds are in milliseconds as well', async () => {
    const fixture = await ApiFixture.open();
    const { body } = await fixture.call('POST', '/sourcecode/builds', { body: PROGRAM });
    expect([body.CreatedAt, body.UpdatedAt, body.IsPublic]).toEqual([START_MS, START_MS, false]);
    expect(body.StatusTransitions[0]).toMatchObject({ Timestamp: START_MS, Message: 'Build accepted.' });
  });

  test('times that earlier versions stored in seconds are returned in milliseconds', async () => {
    const fixture = await ApiFixture.open();
    const id = await endedTask(fixture);
    const { body: task } = await fixture.call('GET', `/tasks/${id}`);
    const { body: build } = await fixture.call('GET', `/builds/${task.BuildID}`);
    await fixture.store.transaction(async (tx) => {
      const [oldTask, oldBuild] = [await tx.get(tasks, id), await tx.get(builds, task.BuildID)];
      const Stats = { BuildTimeInMilliseconds: 5, BuildSizeInBytes: 4, CreatedAt: START_MS };
      await tx.update(tasks, id, { body: inSeconds(oldTask!.body) });
      await tx.update(builds, task.BuildID, { body: inSeconds({ ...oldBuild!.body, Stats }) });
    });
    expect((await fixture.call('GET', `/tasks/${id}`)).body).toEqual(task);
    expect((await fixture.call('GET', `/builds/${task.BuildID}`)).body).toEqual({
      ...build,
      Stats: { BuildTimeInMilliseconds: 5, BuildSizeInBytes: 4, CreatedAt: START_MS },
    });
  });
});

describe('public builds and tasks', () => {
  const anybody = { key: null };

  async function newPublicBuild(fixture: ApiFixture, more: object = {}): Promise<string> {
    const { body } = await fixture.call('POST', '/sourcecode/builds', {
      body: { ...PROGRAM, IsPublic: true, ...more },
    });
    expect(body.IsPublic).toBe(true);
    await fixture.executor.completeBuild(body.BuildID);
    return body.BuildID;
  }

  test('anyone can run a public build, and read the task and its outputs', async () => {
    const fixture = await ApiFixture.open();
    const id = await newPublicBuild(fixture);
    const created = await fixture.call('POST', `/builds/${id}/tasks/public`, anybody);
    expect(created).toMatchObject({ status: 202, body: { BuildID: id, IsPublic: true, Status: 'Accepted' } });
    const { TaskID } = created.body;
    await fixture.executor.completeTask(TaskID, 'seen\n');
    const read = await fixture.call('GET', `/tasks/${TaskID}/public`, anybody);
    expect(read).toMatchObject({ status: 200, body: { TaskID, Status: 'Completed' } });
    const { body: outputs } = await fixture.call('GET', `/tasks/${TaskID}/outputs/public`, anybody);
    expect((await fixture.call('GET', outputs.Stdout, anybody)).body).toBe('seen\n');
    // The task appears in the owner's list like any other.
    expect((await fixture.call('GET', `/tasks/${TaskID}`)).body).toEqual(read.body);
  });

  test('nothing else in the account is visible or reachable without a key', async () => {
    const fixture = await ApiFixture.open();
    const DataSources = [{ ResourceType: 'ServiceCloudStorage', ResourceID: '' }];
    const id = await newPublicBuild(fixture, { DataSources });
    const own = (await fixture.call('POST', `/builds/${id}/tasks`)).body.TaskID;
    const secret = await fixture.newCompletedBuild();
    for (const [method, path] of [
      ['GET', `/tasks/${own}/public`],
      ['GET', `/tasks/${own}/outputs/public`],
      ['POST', `/builds/${secret}/tasks/public`],
      ['GET', `/tasks/tsk_${'0'.repeat(32)}/public`],
    ] as const)
      expect([path, (await fixture.call(method, path, anybody)).status]).toEqual([path, 404]);
    for (const path of [`/builds/${id}`, `/builds/${id}/tasks`, `/builds/${id}/outputs`, `/tasks/${own}`])
      expect([path, (await fixture.call('GET', path, anybody)).status]).toEqual([path, 401]);
    const wish = { ...anybody, body: { DataSources } };
    expect((await fixture.call('POST', `/builds/${id}/tasks/public`, wish)).status).toBe(422);
    const task = await fixture.call('POST', `/builds/${id}/tasks/public`, anybody);
    expect([task.body.DataSources, task.headers.get('Haze-Notice')]).toEqual([
      [],
      'a public task has no data sources, but this build has some for its own tasks',
    ]);
  });

  test('only the owner can open and close a build, and a closed build returns 404', async () => {
    const fixture = await ApiFixture.open();
    const id = await fixture.newCompletedBuild();
    const path = `/builds/${id}`;
    const run = async () => (await fixture.call('POST', `${path}/tasks/public`, anybody)).status;
    expect(await run()).toBe(404);
    const other = await fixture.call('PATCH', path, { key: fixture.bob.key, body: { IsPublic: true } });
    expect([other.status, await run()]).toEqual([404, 404]);
    const opened = await fixture.call('PATCH', path, { body: { IsPublic: true } });
    expect(opened.body).toMatchObject({ BuildID: id, IsPublic: true, message: 'OK' });
    expect((await fixture.call('PATCH', path, { body: {} })).body.IsPublic).toBe(true);
    expect(await run()).toBe(202);
    await fixture.call('PATCH', path, { body: { IsPublic: false } });
    expect([await run(), (await fixture.call('GET', path)).body.IsPublic]).toEqual([404, false]);
    expect((await fixture.call('PATCH', path, { body: { IsPublic: 'yes' } })).status).toBe(422);
  });

  test('public tasks count towards the quotas of the build’s owner', async () => {
    const fixture = await ApiFixture.open({ quotas: { tasksPerDay: 1 } });
    const path = `/builds/${await newPublicBuild(fixture)}/tasks/public`;
    expect((await fixture.call('POST', path, anybody)).status).toBe(202);
    expect((await fixture.call('POST', path, anybody)).status).toBe(429);
  });
});

describe('requests of published clients', () => {
  test('filtering by In Progress also finds builds that are Building', async () => {
    const fixture = await ApiFixture.open();
    const id = await fixture.newBuild();
    await fixture.executor.stepBuild(id, 'Initialising', 'Building');
    const { body } = await fixture.call('GET', '/builds?status=In%20Progress');
    expect(body.Builds.map(({ BuildID }: { BuildID: string }) => BuildID)).toEqual([id]);
    expect((await fixture.call('GET', '/builds?status=Accepted')).body.Count).toBe(0);
  });

  test('empty filters, and task bodies "" and null, count as absent', async () => {
    const fixture = await ApiFixture.open();
    const id = await fixture.newCompletedBuild();
    expect((await fixture.call('GET', '/builds?startKey=&from=&to=')).body.Count).toBe(1);
    expect((await fixture.call('GET', '/files?startKey=&path=')).status).toBe(200);
    for (const body of ['""', 'null', ' null '])
      expect((await fixture.call('POST', `/builds/${id}/tasks`, { body })).status).toBe(202);
    expect((await fixture.call('POST', `/builds/${id}/tasks`, { body: '"x"' })).status).toBe(422);
    expect((await fixture.call('POST', '/sourcecode/builds', { body: 'null' })).status).toBe(422);
  });

  test('query parameters that have no effect here are accepted without a notice', async () => {
    const fixture = await ApiFixture.open({ isStrict: true });
    const id = await endedTask(fixture);
    for (const path of [
      `/tasks/${id}/output/Stdout?skipCache=true`,
      `/tasks/${id}/outputs?sanitized=false`,
    ]) {
      const { status, headers } = await fixture.call('GET', path);
      expect([path, status, headers.get('Haze-Notice')]).toEqual([path, 200, null]);
    }
  });

  test('POST writes a file, just like PUT', async () => {
    const fixture = await ApiFixture.open();
    expect((await fixture.call('POST', '/files/a/b.txt', { body: 'hi' })).body).toEqual({ message: 'OK' });
    const headers = { Accept: 'application/octet-stream' };
    expect((await fixture.call('GET', '/files/a/b.txt', { headers })).body).toBe('hi');
    const { body } = await fixture.call('POST', '/files/c.txt?size=2');
    expect(body.upload_url).toContain('/presigned?');
    expect((await fixture.call('POST', '/files/folder?directory=true')).status).toBe(200);
  });

  test('an unknown core is reported with its field name', async () => {
    const fixture = await ApiFixture.open();
    const unknown = `cor_${'1'.repeat(32)}`;
    for (const field of ['Core', 'CoreID']) {
      const { status, body } = await fixture.call('POST', '/sourcecode/builds', {
        body: { ...PROGRAM, [field]: unknown },
      });
      expect([status, body.issues[0].path]).toEqual([422, field]);
    }
  });

  test('a storage ID is empty, or consists of "cloud_storage:/", the account’s own user ID and optionally a folder', async () => {
    const fixture = await ApiFixture.open();
    const { userId } = fixture.ann;
    const statusOf = async (ResourceID: string) => {
      const DataSources = [{ ResourceType: 'ServiceCloudStorage', ResourceID }];
      return (await fixture.call('POST', '/sourcecode/builds', { body: { ...PROGRAM, DataSources } })).status;
    };
    for (const id of ['', `cloud_storage:/${userId}`, `cloud_storage:/${userId}/data/in`])
      expect([id, await statusOf(id)]).toEqual([id, 202]);
    for (const id of ['x', userId, 'cloud_storage:/', `cloud_storage:/${fixture.bob.userId}`])
      expect([id, await statusOf(id)]).toEqual([id, 422]);
    expect(await statusOf(`cloud_storage:/${userId}/../${fixture.bob.userId}`)).toBe(422);
  });

  test('a request to delete a key can contain the key with or without its prefix', async () => {
    const fixture = await ApiFixture.open();
    for (const textOf of [(key: string) => key, (key: string) => key.slice('scce_'.length)]) {
      const { Key } = (await fixture.call('POST', '/keys', { body: { Name: 'leaked' } })).body;
      const path = `/keys/${textOf(Key)}`;
      expect((await fixture.call('DELETE', path, { key: fixture.bob.key })).status).toBe(404);
      expect((await fixture.call('DELETE', path)).status).toBe(200);
      expect((await fixture.call('GET', '/tasks', { key: Key })).status).toBe(401);
      const again = await fixture.call('DELETE', path);
      expect([again.status, again.body.message.includes(Key.slice(5, 30))]).toEqual([404, false]);
    }
  });

  test('"remove" resets fields of a repository to their defaults, and deletes account preferences', async () => {
    const fixture = await ApiFixture.open();
    const config = {
      RemoteURL: 'https://github.com/a/b',
      Commit: 'HEAD',
      Branch: 'dev',
      BuildDirectory: 'src',
      Arguments: '-x',
      Core: 'cor_b21e4de9927158c1a5b603c2affb8a09',
    };
    const { RepositoryID, Core } = (await fixture.call('POST', '/repositories', { body: config })).body;
    const path = `/repositories/${RepositoryID}`;
    const changed = await fixture.call('PATCH', `${path}?remove=Core,Arguments`, {
      body: { remove: ['Branch'] },
    });
    expect(changed.body).toMatchObject({ Arguments: '', Branch: '', BuildDirectory: 'src' });
    expect(changed.body.Core).not.toBe(Core);
    expect((await fixture.call('GET', path)).body.Core).toBe(changed.body.Core);
    const wrong = await fixture.call('PATCH', `${path}?remove=RemoteURL`, { body: {} });
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([422, 'remove']);
    await fixture.call('PATCH', '/users/me', { body: { Preferences: { Editor_Theme: 'dark', Other: 1 } } });
    const { body } = await fixture.call('PATCH', '/users/me?remove=Editor_Theme', {
      body: { remove: 'Preferences.Other' },
    });
    expect(Object.keys(body.Preferences).sort()).toEqual(['Execution_DefaultCore', 'UpdatedAt']);
  });

  test('a request to build a repository may repeat the ID of that repository', async () => {
    const fixture = await ApiFixture.open({ isStrict: true });
    const config = { RemoteURL: 'https://github.com/a/b', Commit: 'HEAD', Branch: '', BuildDirectory: '' };
    const { RepositoryID } = (
      await fixture.call('POST', '/repositories', { body: { ...config, Arguments: '' } })
    ).body;
    const path = `/repositories/${RepositoryID}/builds`;
    const build = await fixture.call('POST', path, { body: { RepositoryID, IsPublic: true } });
    expect([build.status, build.body.IsPublic]).toEqual([202, true]);
    const other = { RepositoryID: `rep_${'0'.repeat(32)}` };
    expect((await fixture.call('POST', path, { body: other })).status).toBe(422);
  });

  test('an empty parameter in any request counts as absent, and flags are case-insensitive', async () => {
    const fixture = await ApiFixture.open();
    const TaskID = await endedTask(fixture);
    const { BuildID } = (await fixture.call('GET', `/tasks/${TaskID}`)).body;
    const ids = { TaskID, BuildID, UserID: fixture.ann.userId, Stream: 'Stdout', path: 'a', ValueID: '' };
    const { paths } = (await fixture.call('GET', '/openapi.json', { key: null })).body;
    let count = 0;
    for (const [pattern, methods] of Object.entries<Answer>(paths)) {
      const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name as keyof typeof ids] ?? 'none');
      // Skips signed URLs, which are rejected without their signature.
      if (path.startsWith('/presigned')) continue;
      for (const method of ['get', 'post'].filter((name) => name in methods)) {
        for (const { name, in: place, schema } of methods[method].parameters ?? []) {
          if (place !== 'query') continue;
          count += 1;
          const value = path === '/samples' && name !== 'payload' ? `payload=${UX}&` : '';
          const send = (query: string) => fixture.call(method.toUpperCase(), `${path}?${value}${query}`);
          const { status } = await send('');
          expect([path, name, (await send(`${name}=`)).status]).toEqual([path, name, status]);
          if (schema.enum?.[0] !== 'true') continue;
          expect([path, name, (await send(`${name}=False`)).status]).toEqual([path, name, status]);
        }
      }
    }
    expect(count).toBeGreaterThan(30);
    const listed = await fixture.call('GET', '/tasks?noexpand=True');
    expect(Object.keys(listed.body.Tasks[0])).toEqual(['TaskID', 'Owner', 'CreatedAt']);
    expect((await fixture.call('GET', '/cores?default=True')).body.Count).toBeGreaterThan(20);
    // An empty seed differs from seed 0.
    const draw = (seed: string) => fixture.call('GET', `/samples?count=40&seed=${seed}&payload=${UX}`);
    expect((await draw('')).body.Samples).not.toEqual((await draw('0')).body.Samples);
  });

  test('the OpenAPI description covers data sources, with an example of each kind', async () => {
    const fixture = await ApiFixture.open();
    const { body } = await fixture.call('GET', '/openapi.json', { key: null });
    const { properties, examples } = body.components.schemas.DataSource;
    expect(Object.keys(properties)).toEqual(['Location', 'ResourceID', 'ResourceType', 'KeepWhenStopped']);
    expect(examples.map(({ ResourceType }: { ResourceType: string }) => ResourceType)).toEqual([
      'Bucket',
      'Drive',
      'ServiceCloudStorage',
    ]);
  });
});
