// Requests and expectations of published clients that go beyond the documented interface.
import { describe, expect, test } from 'vitest';
import { ApiFixture, PROGRAM } from '../../test/api/api-fixture.ts';
import { builds } from '../jobs/records/records.ts';

const STORAGE = {
  Object: 'DataSource',
  ResourceType: 'ServiceCloudStorage',
  ResourceID: '',
  Location: '/data',
};

describe('lists', () => {
  test('filters accept every form in which clients write multiple states', async () => {
    const fixture = await ApiFixture.open();
    const waiting = await fixture.newBuild();
    const completed = await fixture.newCompletedBuild();
    const cancelled = await fixture.newBuild();
    await fixture.call('POST', `/builds/${cancelled}/cancel`);
    const idsOf = async (query: string) =>
      (await fixture.call('GET', `/builds?${query}`)).body.Builds.map(
        ({ BuildID }: { BuildID: string }) => BuildID,
      );
    for (const query of [
      'status=Accepted&status=Completed',
      'status[]=Accepted&status[]=Completed',
      'status%5B%5D=Accepted&status%5B%5D=Completed',
      'status=Accepted,Completed',
    ]) {
      expect((await idsOf(query)).sort()).toEqual([waiting, completed].sort());
    }
    expect((await fixture.call('GET', '/builds?status[]=Done')).status).toBe(422);
  });

  test('a page has at most 25 full records or 500 short ones, and requests for more get a notice', async () => {
    const fixture = await ApiFixture.open();
    const ids = [];
    for (let count = 0; count < 30; count += 1) ids.push(await fixture.newBuild());
    const page = await fixture.call('GET', '/builds?limit=500');
    expect([page.body.Count, page.headers.get('Haze-Notice')]).toEqual([
      25,
      'limit is 500, but a page has at most 25 records, or up to 500 with noexpand=true',
    ]);
    const short = await fixture.call('GET', '/builds?noexpand=true&limit=500');
    expect(short.body.Builds).toHaveLength(30);
    expect(short.body.Builds[0]).toEqual({
      BuildID: ids.at(-1),
      Owner: fixture.ann.userId,
      CreatedAt: 1767225600000,
    });
    expect(short.headers.get('Haze-Notice')).toBe(null);
  });
});

describe('data sources', () => {
  test('a drive accepts data sources that do not exist and returns them unchanged', async () => {
    const fixture = await ApiFixture.open();
    const DataSources = [
      { ...STORAGE, Note: 'own' },
      { Object: 'DataSource', ResourceType: 'Gateway', ResourceID: 'gtw_1', Location: 'stream' },
      { ResourceType: 'Bucket', ResourceID: `buc_${'0'.repeat(32)}` },
    ];
    const { status, body } = await fixture.call('POST', '/drives', { body: { Name: 'd', DataSources } });
    expect([status, body.DataSources]).toEqual([201, DataSources]);
    expect((await fixture.call('GET', `/drives/${body.DriveID}`)).body.DataSources).toEqual(DataSources);
    // A build that uses the drive then fails with an error.
    const source = { ResourceType: 'Drive', ResourceID: body.DriveID };
    const build = await fixture.call('POST', '/sourcecode/builds', {
      body: { ...PROGRAM, DataSources: [source] },
    });
    expect([build.status, build.body.message]).toEqual([422, expect.stringContaining('Gateway')]);
  });

  test('absolute paths are accepted', async () => {
    const fixture = await ApiFixture.open();
    const bucket = await fixture.call('POST', '/buckets', {
      body: { Name: 'b', Account: 'x', MountPath: '/test/path' },
    });
    expect([bucket.status, bucket.body.MountPath]).toEqual([201, '/test/path']);
    const body = { ...PROGRAM, DataSources: [STORAGE] };
    const build = await fixture.call('POST', '/sourcecode/builds', { body });
    expect([build.status, build.body.DefaultDataSources]).toEqual([202, [STORAGE]]);
    for (const Location of ['/../x', 'C:\\x', 'a\\b']) {
      const wrong = { ...PROGRAM, DataSources: [{ ...STORAGE, Location }] };
      expect((await fixture.call('POST', '/sourcecode/builds', { body: wrong })).status).toBe(422);
    }
  });
});

describe('records', () => {
  const config = {
    RemoteURL: 'https://github.com/a/b',
    Commit: 'HEAD',
    Branch: '',
    BuildDirectory: 'src',
    Arguments: '-x',
  };

  test('a new repository gets the default core, and PATCH returns the changed repository', async () => {
    const fixture = await ApiFixture.open();
    const { body } = await fixture.call('POST', '/repositories', { body: config });
    expect(body.Core).toMatch(/^cor_/);
    const cores = (await fixture.call('GET', '/cores?default=true')).body.Cores;
    expect(cores.find(({ Name }: { Name: string }) => Name === 'C0-XS+').CoreID).toBe(body.Core);
    const changed = await fixture.call('PATCH', `/repositories/${body.RepositoryID}`, {
      body: { Branch: 'dev' },
    });
    expect(changed.body).toEqual({ ...body, Branch: 'dev', message: 'OK' });
  });

  test('a repository build contains the complete configuration of its repository', async () => {
    const fixture = await ApiFixture.open();
    const { RepositoryID, Core } = (await fixture.call('POST', '/repositories', { body: config })).body;
    const address = `/repositories/${RepositoryID}/builds`;
    const { BuildID } = (await fixture.call('POST', address, { body: {} })).body;
    const build = (await fixture.call('GET', `/builds/${BuildID}`)).body;
    expect(build.RepositoryID).toBe(RepositoryID);
    expect(build.Application).toEqual({
      Type: 'Repository',
      Repository: {
        Object: 'Repository',
        RepositoryID,
        Owner: fixture.ann.userId,
        ...config,
        Core,
        DataSources: [],
        TraceVariables: [],
        CreatedAt: 1767225600,
        UpdatedAt: 1767225600,
      },
    });
    expect((await fixture.call('GET', address)).body).toMatchObject({ RepositoryID, Count: 1 });
  });

  test('a build without DiscoverVariables returns an empty list of variables, with a notice', async () => {
    const fixture = await ApiFixture.open();
    const BuildID = await fixture.newBuild();
    const { status, body, headers } = await fixture.call('GET', `/builds/${BuildID}/variables`);
    expect([status, body]).toEqual([200, { BuildID, Variables: [], Count: 0 }]);
    expect(headers.get('Haze-Notice')).toContain('DiscoverVariables=true');
  });

  test.each(['Zurich', 'Jupiter', 'Atlas', 'Europa'])(
    'a core for %s computes like Athens, and the core’s description says so',
    async (name) => {
      const fixture = await ApiFixture.open();
      const wish = {
        Name: 'c',
        Class: 'C0Pro',
        Microarchitecture: name,
        CorrelationTracking: 'Disable',
        MemorySize: 65536,
        Precision: 32,
      };
      const { status, body } = await fixture.call('POST', '/cores', { body: wish });
      expect([status, body.Microarchitecture]).toEqual([201, name]);
      expect(body.Description).toBe(`${name} is not simulated here: this core computes like Athens`);
      const CoreID = body.CoreID;
      await fixture.call('PATCH', `/cores/${CoreID}`, { body: { Precision: 64 } });
      expect((await fixture.call('GET', `/cores/${CoreID}`)).body).toMatchObject({
        Microarchitecture: name,
        Precision: 64,
      });
      const build = await fixture.call('POST', '/sourcecode/builds', { body: { ...PROGRAM, CoreID } });
      expect(build.body.BuildCoreSpecs.Microarchitecture).toBe(name);
      expect((await fixture.store.get(builds, build.body.BuildID))?.body.Core).toMatchObject({
        Microarchitecture: 'Athens',
        StandsFor: name,
      });
      await fixture.call('PATCH', `/cores/${CoreID}`, { body: { Microarchitecture: 'Bypass' } });
      expect((await fixture.call('GET', `/cores/${CoreID}`)).body.Description).toBe(undefined);
    },
  );
});

test.each([
  ['GET', '/things'],
  ['PATCH', '/things/thg_1'],
  ['GET', '/things/thg_1/files'],
  ['GET', '/subscriptions'],
  ['PUT', '/subscriptions'],
  ['GET', '/organizations/invitations'],
  ['POST', '/organizations/org_1/users'],
  ['GET', '/users/usr_1/customization'],
  ['GET', '/users/usr_1/logs'],
  ['POST', '/users/usr_1/logout-all-sessions'],
  ['PUT', '/users/usr_1/integrations/github'],
  ['GET', '/proxy/github/user/repos'],
  ['DELETE', '/users/usr_1'],
  ['PATCH', '/tasks/tsk_1'],
  ['POST', '/tasks'],
])('%s %s returns 501 with the reason', async (method, path) => {
  const fixture = await ApiFixture.open();
  const { status, body } = await fixture.call(method, path);
  expect([status, body.code]).toEqual([501, 'not-supported']);
  expect(body.message).toMatch(/ here[:.] |cannot be/);
  expect((await fixture.call(method, `${path}x/y/z/q`)).status).not.toBe(500);
});
