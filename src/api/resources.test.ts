// Cores, keys, accounts, repositories, buckets, drives and samples, each through its whole life cycle.

import { describe, expect, test } from 'vitest';
import { ApiFixture, PROGRAM } from '../../test/api/api-fixture.ts';
import { DEFAULT_CORES } from '../uncertainty/core/core-spec.ts';
import { createAccount } from './accounts/users.ts';

const CORE = {
  Name: 'mine',
  Class: 'C0',
  Microarchitecture: 'Athens',
  CorrelationTracking: 'Disable',
  MemorySize: 2 ** 20,
  Precision: 64,
};
const STORAGE = { Location: 'sd0', ResourceID: '', ResourceType: 'ServiceCloudStorage' };
const OK = { status: 200, body: { message: 'OK' } };

describe('cores', () => {
  test('default cores are listed on request, and found by ID with and without default=true', async () => {
    const fixture = await ApiFixture.open();
    const { body } = await fixture.call('GET', '/cores?default=true');
    expect(body.Cores.map((core: { Name: string }) => core.Name)).toEqual(
      DEFAULT_CORES.map((core) => core.Name),
    );
    const id = 'cor_b21e4de9927158c1a5b603c2affb8a09';
    for (const query of ['', '?default=true']) {
      expect((await fixture.call('GET', `/cores/${id}${query}`)).body).toMatchObject({
        Object: 'Core',
        Name: 'C0-S+',
        Precision: 64,
      });
    }
    expect(await fixture.call('PATCH', `/cores/${id}`, { body: { Name: 'x' } })).toMatchObject({
      status: 409,
    });
    expect(await fixture.call('DELETE', `/cores/${id}`)).toMatchObject({ status: 409 });
  });

  test('programs can be built for a device core, and its description mentions the device', async () => {
    const fixture = await ApiFixture.open();
    const [device] = (await fixture.call('GET', '/cores?default=true')).body.Cores.slice(-1);
    expect([device.Name, device.Description]).toEqual(['C0-SD-S+', expect.stringContaining('is a device')]);
    const own = await fixture.call('POST', '/cores', { body: { ...CORE, Class: 'C0-microSD' } });
    expect([own.status, own.body.Description]).toEqual([201, expect.stringContaining('is a device')]);
    const Core = 'cor_b852539c8ffd5a40a2688a0b29e344b5';
    const build = await fixture.call('POST', '/sourcecode/builds', { body: { ...PROGRAM, Core } });
    expect(build.body.BuildCoreSpecs).toMatchObject({ Class: 'C0Pro', Precision: 128 });
  });

  test('a custom core can be created, read, changed, used and deleted', async () => {
    const fixture = await ApiFixture.open();
    const created = await fixture.call('POST', '/cores', { body: CORE });
    expect(created).toMatchObject({
      status: 201,
      body: { Object: 'Core', Owner: fixture.ann.userId, ...CORE },
    });
    const { CoreID } = created.body;
    fixture.timeMs += 5000;
    expect(await fixture.call('PATCH', `/cores/${CoreID}`, { body: { Precision: 128 } })).toMatchObject(OK);
    const changed = (await fixture.call('GET', `/cores/${CoreID}`)).body;
    expect(changed).toEqual({ ...created.body, Precision: 128, UpdatedAt: created.body.CreatedAt + 5 });
    expect((await fixture.call('GET', '/cores')).body.Cores).toEqual([changed]);
    const build = await fixture.newBuild({ body: { ...PROGRAM, Core: CoreID } });
    expect(await fixture.call('DELETE', `/cores/${CoreID}`)).toMatchObject(OK);
    expect((await fixture.call('GET', `/cores/${CoreID}`)).status).toBe(404);
    expect((await fixture.call('GET', `/builds/${build}`)).body.BuildCoreSpecs.Precision).toBe(128);
  });

  test('invalid numbers and words in a core are rejected, and the error names the field', async () => {
    const fixture = await ApiFixture.open();
    const wrong = {
      Precision: 65,
      MemorySize: 1,
      Microarchitecture: 'Zeus',
      LaneCount: 300,
      CorrelationTracking: 'x',
    };
    for (const [field, value] of Object.entries(wrong)) {
      const { status, body } = await fixture.call('POST', '/cores', { body: { ...CORE, [field]: value } });
      expect([status, body.issues[0].path]).toEqual([422, field]);
    }
  });

  test('a Joint core has a lane count, tracks correlation by default, and rejects lanes that do not fit', async () => {
    const fixture = await ApiFixture.open();
    const { CorrelationTracking: _, ...untold } = CORE;
    const joint = { ...untold, Microarchitecture: 'Joint', LaneCount: 16_384 };
    const created = await fixture.call('POST', '/cores', { body: joint });
    expect(created).toMatchObject({
      status: 201,
      body: { ...joint, CorrelationTracking: 'Autocorrelation' },
    });
    const refused = [
      // 3 · (16 · 64 + 8 · 65 536) bytes are more than 1 MB.
      ['MemorySize', { ...joint, LaneCount: 65_536 }],
      ['LaneCount', { ...joint, LaneCount: 5000 }],
      ['CorrelationTracking', { ...joint, CorrelationTracking: 'Disable' }],
    ] as const;
    for (const [field, body] of refused) {
      const answer = await fixture.call('POST', '/cores', { body });
      expect([answer.status, answer.body.issues[0].path]).toEqual([422, field]);
      const patch = await fixture.call('PATCH', `/cores/${created.body.CoreID}`, { body });
      expect([patch.status, patch.body.issues[0].path]).toEqual([422, field]);
    }
  });
});

describe('keys', () => {
  test('keys from earlier installations and keys with a different prefix are accepted', async () => {
    const fixture = await ApiFixture.open({ keyPrefix: 'lab2' });
    expect(fixture.ann.key).toMatch(/^lab2_[0-9a-f]{64}_[0-9a-f]{32}$/);
    const old = `haze${'ab'.repeat(32)}_${'cd'.repeat(16)}`;
    await createAccount(fixture.services, { key: old });
    expect((await fixture.call('GET', '/tasks', { key: old })).status).toBe(200);
    expect((await fixture.call('GET', '/tasks', { key: old.replace('ab', 'ba') })).status).toBe(401);
  });

  test('a key works, is shown only once, and is rejected after its deletion', async () => {
    const fixture = await ApiFixture.open();
    const { status, body } = await fixture.call('POST', '/keys', { body: { Name: 'laptop' } });
    expect([status, body.Object, body.Name, body.Owner]).toEqual([201, 'Key', 'laptop', fixture.ann.userId]);
    // Published clients expect keys of this form: prefix, secret, KeyID.
    expect(body.Key).toMatch(/^scce_[a-f0-9_]+$/);
    expect(body.Key.split('_')[2]).toBe(body.KeyID);
    expect(body.ValidUntil).toBe(null);
    expect((await fixture.call('GET', '/tasks', { key: body.Key })).status).toBe(200);
    const list = (await fixture.call('GET', '/keys')).body;
    expect(list.Keys.map((key: { Name: string }) => key.Name)).toEqual(['laptop', 'first key']);
    expect(list.Keys[0]).toMatchObject({ KeyID: body.KeyID });
    expect(list.Keys[0]).not.toHaveProperty('Key');
    expect(await fixture.call('DELETE', `/keys/${body.KeyID}`)).toMatchObject(OK);
    expect((await fixture.call('GET', '/tasks', { key: body.Key })).status).toBe(401);
  });

  test('a key expires on time, whether given in seconds, in milliseconds or as ISO 8601', async () => {
    const fixture = await ApiFixture.open();
    const end = fixture.timeMs + 10_000;
    for (const ValidUntil of [end / 1000, end, end + 0.5, new Date(end).toISOString()]) {
      const { body } = await fixture.call('POST', '/keys', { body: { Name: 'short', ValidUntil } });
      expect(body.ValidUntil).toBe(end / 1000);
      fixture.timeMs = end - 1;
      expect((await fixture.call('GET', '/tasks', { key: body.Key })).status).toBe(200);
      fixture.timeMs = end;
      expect((await fixture.call('GET', '/tasks', { key: body.Key })).status).toBe(401);
      fixture.timeMs = end - 10_000;
    }
    for (const ValidUntil of [fixture.timeMs / 1000, fixture.timeMs, 1e300]) {
      const past = { Name: 'past', ValidUntil };
      expect((await fixture.call('POST', '/keys', { body: past })).status).toBe(422);
    }
  });

  test('the store never contains a key, only its hash with the installation’s salt', async () => {
    const fixture = await ApiFixture.open();
    const text = JSON.stringify(await fixture.readRecords());
    expect(text).not.toContain(fixture.ann.key);
    expect(text).not.toContain(fixture.ann.key.slice(4, 68));
    const other = await ApiFixture.open();
    await createAccount(other.services, { key: 'chosen-by-the-user' });
    expect((await other.call('GET', '/tasks', { key: 'chosen-by-the-user' })).status).toBe(200);
    const again = await createAccount(other.services, { key: 'chosen-by-the-user' });
    expect((await other.call('GET', '/users/me', { key: 'chosen-by-the-user' })).body.UserID).toBe(
      again.userId,
    );
  });
});

describe('the account', () => {
  test('the account can be read and changed, and its preferred core is the default for builds', async () => {
    const fixture = await ApiFixture.open();
    expect((await fixture.call('GET', '/users/me')).body).toMatchObject({
      Object: 'User',
      UserID: fixture.ann.userId,
      Username: 'ann',
      Preferences: { Execution_DefaultCore: 'C0-XS+' },
    });
    const change = { Username: 'anna', Preferences: { Execution_DefaultCore: 'C0-L', Theme: 'dark' } };
    const address = `/users/${fixture.ann.userId}`;
    expect(await fixture.call('PATCH', address, { body: change })).toMatchObject({
      status: 200,
      body: { Preferences: { ...change.Preferences, UpdatedAt: 1767225600 } },
    });
    // Clients send back the body that they read, including its time.
    const own = (await fixture.call('GET', address)).body.Preferences;
    await fixture.call('PATCH', address, { body: { Preferences: { ...own, UpdatedAt: 5 } } });
    await fixture.call('PATCH', '/users/me', { body: { Preferences: { Theme: null } } });
    const { Username, Preferences } = (await fixture.call('GET', '/users/me')).body;
    expect([Username, Preferences]).toEqual([
      'anna',
      { Execution_DefaultCore: 'C0-L', UpdatedAt: 1767225600 },
    ]);
    const build = await fixture.newBuild();
    expect((await fixture.call('GET', `/builds/${build}`)).body.BuildCoreSpecs.Precision).toBe(256);
    const unknown = { Preferences: { Execution_DefaultCore: 'C9' } };
    expect((await fixture.call('PATCH', '/users/me', { body: unknown })).status).toBe(422);
  });

  test('if the preferred core was deleted, the next build fails with an error that mentions the preferences', async () => {
    const fixture = await ApiFixture.open();
    const { CoreID } = (await fixture.call('POST', '/cores', { body: CORE })).body;
    await fixture.call('PATCH', '/users/me', { body: { Preferences: { Execution_DefaultCore: CoreID } } });
    await fixture.call('DELETE', `/cores/${CoreID}`);
    const { status, body } = await fixture.call('POST', '/sourcecode/builds', { body: PROGRAM });
    expect([status, body.message]).toEqual([422, expect.stringContaining('preferences')]);
  });
});

describe('repositories', () => {
  const CONFIG = {
    RemoteURL: 'https://github.com/owner/name',
    Commit: 'HEAD',
    Branch: '',
    BuildDirectory: 'src',
    Arguments: '-n 5',
  };

  test('a repository can be connected twice, listed, changed and disconnected', async () => {
    const fixture = await ApiFixture.open();
    const first = await fixture.call('POST', '/repositories', { body: CONFIG });
    expect(first).toMatchObject({
      status: 201,
      body: { Object: 'Repository', ...CONFIG, DataSources: [], TraceVariables: [] },
    });
    const second = await fixture.call('POST', '/repositories', { body: { ...CONFIG, Branch: 'other' } });
    const { RepositoryID } = first.body;
    expect(second.body.RepositoryID).not.toBe(RepositoryID);
    expect((await fixture.call('GET', '/repositories')).body.Count).toBe(2);
    expect(
      await fixture.call('PATCH', `/repositories/${RepositoryID}`, { body: { Commit: 'abc' } }),
    ).toMatchObject(OK);
    expect((await fixture.call('GET', `/repositories/${RepositoryID}`)).body).toMatchObject({
      ...CONFIG,
      Commit: 'abc',
    });
    expect((await fixture.call('GET', `/repositories/${RepositoryID}/builds`)).body.Builds).toEqual([]);
    expect(await fixture.call('DELETE', `/repositories/${RepositoryID}`)).toMatchObject(OK);
    expect((await fixture.call('GET', `/repositories/${RepositoryID}`)).status).toBe(404);
  });

  test('only repositories on the hosts listed in the settings are accepted, whatever the form of the git address', async () => {
    const fixture = await ApiFixture.open();
    const statusOf = async (RemoteURL: string) =>
      (await fixture.call('POST', '/repositories', { body: { ...CONFIG, RemoteURL } })).status;
    for (const url of ['https://github.com/a/b.git', 'git@github.com:a/b.git', 'ssh://git@github.com/a/b']) {
      expect(await statusOf(url)).toBe(201);
    }
    for (const url of [
      'https://example.com/a/b',
      'github.com/a/b',
      'file:///etc',
      'https://github.com.evil/a/b',
      'x',
    ]) {
      expect(await statusOf(url)).toBe(422);
    }
    const open = await ApiFixture.open({ repositoryHosts: ['*'] });
    const body = { ...CONFIG, RemoteURL: 'http://127.0.0.1:9/a' };
    const within = await open.call('POST', '/repositories', { body });
    expect([within.status, within.body.message]).toEqual([422, expect.stringContaining('or its network')]);
    const named = await ApiFixture.open({ repositoryHosts: ['*', '127.0.0.1'] });
    expect((await named.call('POST', '/repositories', { body })).status).toBe(201);
  });
});

describe('buckets and drives', () => {
  test('a bucket can be created, listed by ID, changed and deleted', async () => {
    const fixture = await ApiFixture.open();
    const { status, body } = await fixture.call('POST', '/buckets', { body: { Name: 'data' } });
    expect([status, body]).toMatchObject([
      201,
      { Object: 'Bucket', Name: 'data', MountPath: 'data', Read: true, Write: true, Account: '' },
    ]);
    const { BucketID } = body;
    expect((await fixture.call('GET', '/buckets')).body).toEqual({
      user_id: fixture.ann.userId,
      bucket_ids: [BucketID],
      bucket_count: 1,
    });
    expect(await fixture.call('PATCH', `/buckets/${BucketID}`, { body: { Write: false } })).toMatchObject(OK);
    expect((await fixture.call('GET', `/buckets/${BucketID}`)).body).toEqual({ ...body, Write: false });
    expect(await fixture.call('DELETE', `/buckets/${BucketID}`)).toMatchObject(OK);
    expect((await fixture.call('POST', '/buckets', { body: { Name: '../x' } })).status).toBe(422);
  });

  test('a drive is rejected by requests that use it if it contains itself or too many data sources', async () => {
    const fixture = await ApiFixture.open();
    const newDrive = async (DataSources: object[]) =>
      (await fixture.call('POST', '/drives', { body: { Name: 'd', DataSources } })).body.DriveID;
    const drive = (ResourceID: string) => ({ Location: 'x', ResourceID, ResourceType: 'Drive' });
    const outer = await newDrive([]);
    await fixture.call('PATCH', `/drives/${outer}`, { body: { DataSources: [drive(outer)] } });
    const large = await newDrive(Array(50).fill(drive(await newDrive(Array(50).fill(STORAGE)))));
    for (const [id, problem] of [
      [outer, 'nested deeper than 8 levels'],
      [large, 'more than 1000 data sources'],
    ] as const) {
      const body = { ...PROGRAM, DataSources: [STORAGE, drive(id)] };
      const build = await fixture.call('POST', '/sourcecode/builds', { body });
      expect([build.status, build.body.message]).toEqual([422, expect.stringContaining(problem)]);
      expect(build.body.issues[0].path).toBe('DataSources.1.ResourceID');
    }
  });

  test('a drive is a set of data sources, which need not exist yet, and paths outside the working directory are rejected', async () => {
    const fixture = await ApiFixture.open();
    const source = {
      Location: 'sd0',
      ResourceID: `storage:/${fixture.ann.userId}`,
      ResourceType: 'ServiceCloudStorage',
    };
    const drive = { Name: 'all', DataSources: [source] };
    const { status, body } = await fixture.call('POST', '/drives', { body: drive });
    expect([status, body]).toMatchObject([201, { Object: 'Drive', ...drive }]);
    expect((await fixture.call('GET', '/drives')).body.drive_ids).toEqual([body.DriveID]);
    expect(await fixture.call('PATCH', `/drives/${body.DriveID}`, { body: { Name: 'some' } })).toMatchObject(
      OK,
    );
    const statusOf = async (change: object) =>
      (await fixture.call('POST', '/drives', { body: { ...drive, DataSources: [{ ...source, ...change }] } }))
        .status;
    expect(await statusOf({ ResourceType: 'AnyCloudStorage' })).toBe(201);
    expect(await statusOf({ ResourceType: 'Gateway' })).toBe(201);
    expect(await statusOf({ ResourceType: 'Bucket', ResourceID: 'buc_none' })).toBe(201);
    expect(await statusOf({ Location: 'a/../../b' })).toBe(422);
    expect(await fixture.call('DELETE', `/drives/${body.DriveID}`)).toMatchObject(OK);
  });
});

describe('samples', () => {
  // Two deltas of mass ½ at 21.25 and 21.75, from docs/ux-format.md: the cells are 21.0 to 21.5 and 21.5 to 22.0.
  const UX =
    '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

  test('draws lie in the cells of the distribution and have its mean', async () => {
    const fixture = await ApiFixture.open();
    const { body } = await fixture.call('POST', '/samples?count=4000&seed=1', { body: { payload: UX } });
    expect([body.Count, body.Samples.length, body.ContinuationToken]).toEqual([4000, 4000, undefined]);
    const mean = body.Samples.reduce((sum: number, x: number) => sum + x, 0) / 4000;
    // Uniform(21, 22) has standard deviation 1/√12; the tolerance is five standard errors of 4 000 draws.
    expect(Math.abs(mean - 21.5)).toBeLessThan(5 / Math.sqrt(12 * 4000));
    for (const sample of body.Samples) expect(sample >= 21 && sample <= 22).toBe(true);
  });

  test('the same seed produces the same draws, whether the value is in the body or the query, and further pages continue the sequence', async () => {
    const fixture = await ApiFixture.open();
    const ask = async (path: string, body?: object) =>
      (await fixture.call(body ? 'POST' : 'GET', path, { body })).body;
    const first = await ask('/samples?count=10&seed=7', { UxValue: UX });
    expect(await ask(`/samples?count=10&seed=7&payload=${UX}`)).toEqual(first);
    expect(await ask('/samples?count=10&seed=8', { payload: UX })).not.toEqual(first);
    const page = await ask('/samples?count=10001&seed=7', { payload: UX });
    expect([page.Count, page.Samples[0]]).toEqual([10_000, first.Samples[0]]);
    const rest = await ask(`/samples?count=10001&continuationToken=${page.ContinuationToken}`, {
      payload: UX,
    });
    expect([rest.Count, rest.ContinuationToken]).toEqual([1, undefined]);
  });

  test('invalid Ux text is rejected with a reason', async () => {
    const fixture = await ApiFixture.open();
    for (const body of [{}, { payload: 'Ux04' }, { payload: 'none' }]) {
      expect((await fixture.call('POST', '/samples', { body })).status).toBe(422);
    }
    const infinite = `Ux0400000000000000017FF8000000000000000000017FF80000000000008000000000000000`;
    const { body } = await fixture.call('POST', '/samples?count=2', { body: { payload: infinite } });
    expect(body.Samples).toEqual(['NaN', 'NaN']);
  });
});
