// Repository builds as records: inherited values, rejections, and fields that no response contains.
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ApiFixture } from '../../test/api/api-fixture.ts';
import { importBlobKey, maybeToken } from '../jobs/cloning/repository-store.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';

const CONFIG = {
  RemoteURL: 'https://github.com/owner/name',
  Commit: 'abc123',
  Branch: 'dev',
  BuildDirectory: 'src',
  Arguments: '-n 5',
};

async function connect(fixture: ApiFixture, change: object = {}): Promise<string> {
  const { status, body } = await fixture.call('POST', '/repositories', { body: { ...CONFIG, ...change } });
  expect(status).toBe(201);
  return body.RepositoryID;
}

test('a build inherits missing fields from its repository, and uses C0-XS+ if neither specifies a core', async () => {
  const fixture = await ApiFixture.open();
  const { body: cores } = await fixture.call('GET', '/cores?default=true');
  const core = (name: string) => cores.Cores.find((one: { Name: string }) => one.Name === name).CoreID;
  const DataSources = [{ Location: 'sd0', ResourceID: '', ResourceType: 'ServiceCloudStorage' }];
  const TraceVariables = [{ File: 'src/main.c', LineNumber: 3, Expression: 'x' }];
  const plain = await connect(fixture);
  const rich = await connect(fixture, { Core: core('C0-M'), DataSources, TraceVariables });
  const build = async (id: string, body?: object) =>
    fixture.call('POST', `/repositories/${id}/builds`, body === undefined ? {} : { body });
  const first = await build(plain);
  expect(first.status).toBe(202);
  expect(first.body).toMatchObject({
    Status: 'Accepted',
    CoreID: core('C0-XS+'),
    DefaultArguments: '-n 5',
    DefaultDataSources: [],
    Application: { Type: 'Repository', Repository: { RepositoryID: plain, ...CONFIG } },
  });
  expect((await build(rich, { RepositoryID: rich })).body).toMatchObject({
    CoreID: core('C0-M'),
    DefaultDataSources: DataSources,
    TraceVariables,
  });
  const own = { CoreID: core('C0-S'), Arguments: '', DataSources: [], TraceVariables: [], Branch: 'main' };
  expect((await build(rich, own)).body).toMatchObject({
    CoreID: core('C0-S'),
    DefaultArguments: '',
    DefaultDataSources: [],
    TraceVariables: [],
    Application: { Repository: { Branch: 'main', Commit: 'HEAD' } },
  });
  expect((await build(rich, { CoreID: `cor_${'0'.repeat(32)}` })).status).toBe(422);
  expect((await build(`rep_${'0'.repeat(32)}`)).status).toBe(404);
  expect(fixture.announcements).toBe(3);
  const { body } = await fixture.call('GET', `/repositories/${rich}/builds`);
  expect(body.Count).toBe(2);
});

test('two connections to one repository have separate configurations', async () => {
  const fixture = await ApiFixture.open();
  const ids = [await connect(fixture, { Arguments: 'a' }), await connect(fixture, { Arguments: 'b' })];
  const builds = await Promise.all(ids.map((id) => fixture.call('POST', `/repositories/${id}/builds`)));
  expect(builds.map(({ body }) => body.DefaultArguments)).toEqual(['a', 'b']);
  for (const id of ids) expect((await fixture.call('GET', `/repositories/${id}/builds`)).body.Count).toBe(1);
});

test('a token is stored, changed and removed, but never returned', async () => {
  const fixture = await ApiFixture.open();
  const id = await connect(fixture, { Token: 'tok-secret' });
  const kept = () => maybeToken(fixture.store, id);
  expect(await kept()).toBe('tok-secret');
  const answers = [
    await fixture.call('GET', `/repositories/${id}`),
    await fixture.call('GET', '/repositories'),
    await fixture.call('POST', `/repositories/${id}/builds`),
    await fixture.call('GET', `/repositories/${id}/builds`),
  ];
  expect(JSON.stringify(answers)).not.toContain('tok-secret');
  await fixture.call('PATCH', `/repositories/${id}`, { body: { Token: 'tok-other' } });
  expect(await kept()).toBe('tok-other');
  await fixture.call('PATCH', `/repositories/${id}`, { body: { Token: '' } });
  expect(await kept()).toBeUndefined();
  await fixture.call('PATCH', `/repositories/${id}`, { body: { Token: 'tok-again' } });
  await fixture.call('DELETE', `/repositories/${id}`);
  expect(await kept()).toBeUndefined();
  const withUser = await connect(fixture, { RemoteURL: 'https://tok-user@github.com/a/b' });
  const reply = await fixture.call('GET', `/repositories/${withUser}`);
  expect(reply.body.RemoteURL).toBe('https://github.com/a/b');
  await fixture.call('PATCH', `/repositories/${withUser}`, {
    body: { RemoteURL: 'https://tok-u@github.com/c' },
  });
  expect((await fixture.call('GET', `/repositories/${withUser}`)).body.RemoteURL).toBe(
    'https://github.com/c',
  );
  const withPassword = { ...CONFIG, RemoteURL: 'https://ann:hidden@github.com/a/b' };
  const refused = await fixture.call('POST', '/repositories', { body: withPassword });
  expect([refused.status, JSON.stringify(refused.body).includes('hidden')]).toEqual([422, false]);
});

test('changing RemoteURL keeps the token only if the host stays the same', async () => {
  const fixture = await ApiFixture.open({ repositoryHosts: ['github.com', 'git.example'] });
  const id = await connect(fixture, { Token: 'tok-secret' });
  const change = async (body: object) => {
    expect((await fixture.call('PATCH', `/repositories/${id}`, { body })).status).toBe(200);
    return maybeToken(fixture.store, id);
  };
  expect(await change({ RemoteURL: 'git@github.com:ann/other.git' })).toBe('tok-secret');
  expect(await change({ RemoteURL: 'https://git.example/ann/sums' })).toBeUndefined();
  expect(await change({ RemoteURL: 'https://github.com/ann/sums', Token: 'tok-new' })).toBe('tok-new');
});

test('a token requires HTTPS, except on this machine', async () => {
  const fixture = await ApiFixture.open({ repositoryHosts: ['git.example', '127.0.0.1'] });
  const RemoteURL = 'http://git.example/ann/sums';
  const body = { ...CONFIG, RemoteURL, Token: 'tok-secret' };
  const refused = await fixture.call('POST', '/repositories', { body });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringContaining('is accessed over plain HTTP, where anyone along the way can read the Token'),
  ]);
  const open = await connect(fixture, { RemoteURL });
  const path = `/repositories/${open}`;
  expect((await fixture.call('PATCH', path, { body: { Token: 'tok-secret' } })).status).toBe(422);
  await connect(fixture, { RemoteURL: 'http://127.0.0.1:3000/ann/sums', Token: 'tok-secret' });
  const safe = await connect(fixture, { RemoteURL: 'https://git.example/a/b', Token: 'tok-secret' });
  await fixture.call('PATCH', `/repositories/${safe}`, { body: { RemoteURL } });
  expect(await maybeToken(fixture.store, safe)).toBeUndefined();
});

test('a URL can be connected after a copy of its repository is imported', async () => {
  const fixture = await ApiFixture.open();
  const RemoteURL = 'https://far.example/ann/sums';
  const address = `/repositories/imports?RemoteURL=${encodeURIComponent(RemoteURL)}`;
  expect((await fixture.call('POST', '/repositories', { body: { ...CONFIG, RemoteURL } })).status).toBe(422);
  const zip = zipSync({ 'src/main.c': new TextEncoder().encode('int main(void) { return 0; }') });
  const imported = await fixture.call('PUT', address, { body: zip });
  expect(imported).toMatchObject({
    status: 201,
    body: { Object: 'RepositoryImport', RemoteURL, Kind: 'zip', SizeInBytes: zip.length },
  });
  await connect(fixture, { RemoteURL: `${RemoteURL}.git` });
  const bundle = '# v2 git bundle\n0000000000000000000000000000000000000000 HEAD\n\n';
  expect((await fixture.call('PUT', address, { body: bundle })).body.Kind).toBe('bundle');
  expect((await fixture.call('GET', '/repositories/imports')).body).toMatchObject({
    Count: 1,
    Imports: [{ Kind: 'bundle' }],
  });
  expect((await fixture.call('GET', '/repositories/imports', { key: fixture.bob.key })).body.Count).toBe(0);
  for (const body of ['something else, longer than the beginning of an archive', 'x', '']) {
    expect((await fixture.call('PUT', address, { body })).status).toBe(422);
  }
  expect((await fixture.call('GET', '/repositories/imports')).body.Imports[0].Kind).toBe('bundle');
  expect((await fixture.call('DELETE', address)).status).toBe(200);
  expect((await fixture.call('DELETE', address)).status).toBe(404);
  expect(await fixture.store.listBlobs({ prefix: importBlobKey(fixture.ann.userId, '') })).toEqual([]);
  expect((await fixture.call('PUT', '/repositories/imports?RemoteURL=x', { body: zip })).status).toBe(422);
});

test('an imported copy and its entry are stored together', async () => {
  const store = createMemoryStore();
  let isLost = false;
  const transaction: typeof store.transaction = (work) =>
    isLost ? Promise.reject(new Error('the process was killed')) : store.transaction(work);
  const fixture = await ApiFixture.open({}, { ...store, transaction });
  const address = `/repositories/imports?RemoteURL=${encodeURIComponent('https://far.example/ann/sums')}`;
  isLost = true;
  await fixture.call('PUT', address, { body: zipSync({ 'main.c': new Uint8Array(1) }) });
  const copies = await store.listBlobs({ prefix: importBlobKey(fixture.ann.userId, '') });
  expect((await fixture.call('GET', '/repositories/imports')).body.Count).toBe(copies.length);
});

test('locations outside the working directory are rejected', async () => {
  const fixture = await ApiFixture.open();
  for (const Location of ['..', 'a/../..', '/../etc', '\\etc', 'a\\..\\b', 'C:/x', 'a\0b']) {
    const DataSources = [{ Location, ResourceID: '', ResourceType: 'ServiceCloudStorage' }];
    const answer = await fixture.call('POST', '/repositories', { body: { ...CONFIG, DataSources } });
    expect([Location, answer.status]).toEqual([Location, 422]);
    const bucket = await fixture.call('POST', '/buckets', { body: { Name: 'b', MountPath: Location } });
    expect([Location, bucket.status]).toEqual([Location, 422]);
  }
});
