// Two accounts in one installation: neither can see, change or use anything that belongs to the other.
import { expect, test } from 'vitest';
import { ApiFixture } from '../../test/api/api-fixture.ts';

const CONFIG = {
  RemoteURL: 'https://github.com/a/b',
  Commit: 'HEAD',
  Branch: '',
  BuildDirectory: 'src',
  Arguments: '',
};
const CORE = {
  Name: 'mine',
  Class: 'C0',
  Microarchitecture: 'Athens',
  CorrelationTracking: 'Disable',
  MemorySize: 65536,
  Precision: 64,
};

/** One resource of each kind, created by ann. */
async function makeEverything(fixture: ApiFixture): Promise<Record<string, string>> {
  const task = await fixture.newTask();
  await fixture.executor.completeTask(task, 'secret\n');
  const made = async (path: string, body: object) => (await fixture.call('POST', path, { body })).body;
  await fixture.call('PUT', '/files/secret.txt', { body: 'secret' });
  return {
    TaskID: task,
    BuildID: (await fixture.call('GET', `/tasks/${task}`)).body.BuildID,
    CoreID: (await made('/cores', CORE)).CoreID,
    RepositoryID: (await made('/repositories', CONFIG)).RepositoryID,
    BucketID: (await made('/buckets', { Name: 'secret' })).BucketID,
    DriveID: (await made('/drives', { Name: 'secret' })).DriveID,
    KeyID: (await made('/keys', { Name: 'secret' })).KeyID,
    ValueID: `val_${'0'.repeat(32)}`,
    Stream: 'Stdout',
    path: 'secret.txt',
  };
}

test("a request for another account's resource returns 404 and changes nothing", async () => {
  const fixture = await ApiFixture.open();
  const ids = await makeEverything(fixture);
  const { operations } = await fixture.describe();
  const withIds = operations.filter(({ path }) => path.includes('{') && !path.startsWith('/presigned'));
  expect(withIds.length).toBeGreaterThan(30);
  let commits = 0;
  fixture.store.onChange(() => {
    commits += 1;
  });
  for (const { method, path } of withIds) {
    // Skips writes to paths in the account's own storage, which cannot affect other accounts.
    if (method === 'PUT' || `${method} ${path}` === 'POST /files/{path}') continue;
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
    const body = ['POST', 'PATCH'].includes(method) ? {} : undefined;
    const { status } = await fixture.call(method, address, { key: fixture.bob.key, body });
    expect(`${method} ${path}: ${status}`).toBe(`${method} ${path}: 404`);
  }
  expect(commits).toBe(0);
});

test('lists, usage and files show only resources of the caller’s account', async () => {
  const fixture = await ApiFixture.open();
  await makeEverything(fixture);
  const key = fixture.bob.key;
  for (const path of ['/tasks', '/builds', '/cores', '/repositories']) {
    expect((await fixture.call('GET', path, { key })).body).toMatchObject({
      UserID: fixture.bob.userId,
      Count: 0,
    });
    expect((await fixture.call('GET', path)).body.Count).toBe(1);
  }
  expect((await fixture.call('GET', '/keys', { key })).body.Count).toBe(1);
  expect((await fixture.call('GET', '/buckets', { key })).body.bucket_count).toBe(0);
  expect((await fixture.call('GET', '/drives', { key })).body.drive_count).toBe(0);
  expect((await fixture.call('GET', '/files', { key })).body.count).toBe(0);
  expect((await fixture.call('GET', '/files?startKey=../', { key })).body.count).toBe(0);
  const { ResourceUsage } = (await fixture.call('GET', '/users/me', { key })).body;
  const { KeyCount, ResetsAt, UpdatedAt, ...rest } = ResourceUsage;
  expect([KeyCount, ResetsAt, UpdatedAt]).toEqual([1, Date.UTC(2026, 1) / 1000, 1767225600]);
  expect(Object.values(rest).every((value) => value === 0)).toBe(true);
  const address = `/users/${fixture.ann.userId}`;
  expect((await fixture.call('GET', address)).body.ResourceUsage.TaskCount).toBe(1);
  expect((await fixture.call('GET', address, { key })).status).toBe(404);
  expect((await fixture.call('PATCH', address, { key, body: { Username: 'x' } })).status).toBe(404);
});

test("a body cannot use another account's core, bucket, drive or storage", async () => {
  const fixture = await ApiFixture.open();
  const ids = await makeEverything(fixture);
  const key = fixture.bob.key;
  const code = { Code: 'int main(void) {}', Language: 'C' };
  const sources = [
    { ResourceType: 'Bucket', ResourceID: ids.BucketID },
    { ResourceType: 'Drive', ResourceID: ids.DriveID },
    { ResourceType: 'ServiceCloudStorage', ResourceID: `storage:/${fixture.ann.userId}` },
  ];
  const bodies = [
    { ...code, CoreID: ids.CoreID },
    ...sources.map((source) => ({ ...code, DataSources: [source] })),
  ];
  for (const body of bodies) {
    expect((await fixture.call('POST', '/sourcecode/builds', { body, key })).status).toBe(422);
    expect((await fixture.call('POST', '/sourcecode/builds', { body })).status).toBe(202);
  }
  const preference = { Preferences: { Execution_DefaultCore: ids.CoreID } };
  expect((await fixture.call('PATCH', '/users/me', { body: preference, key })).status).toBe(422);
});
