// Thousands of malformed requests, generated from /openapi.json, each of which breaks one rule. Every response is a
// 4xx, never a 5xx, and the store stays unchanged.
import { expect, test } from 'vitest';
import { createRandom } from '../store/seeded-random.ts';
import { ApiFixture, BASE } from './api-fixture.ts';
import { RequestMaker } from './request-maker.ts';

const SEED = 3141592;
const REQUESTS = 5000;
async function makeOwn(fixture: ApiFixture): Promise<Record<string, string>> {
  const config = {
    RemoteURL: 'https://github.com/a/b',
    Commit: 'HEAD',
    Branch: '',
    BuildDirectory: '',
    Arguments: '',
  };
  const core = { Name: 'mine', Microarchitecture: 'Athens', MemorySize: 65536, Precision: 64 };
  const made = async (path: string, body: object) => (await fixture.call('POST', path, { body })).body;
  await fixture.call('PUT', '/files/own.txt', { body: 'own' });
  const BuildID = await fixture.newCompletedBuild();
  return {
    BuildID,
    TaskID: (await made(`/builds/${BuildID}/tasks`, {})).TaskID,
    CoreID: (await made('/cores', core)).CoreID,
    Core: 'cor_b21e4de9927158c1a5b603c2affb8a09',
    RepositoryID: (await made('/repositories', config)).RepositoryID,
    RemoteURL: config.RemoteURL,
    BucketID: (await made('/buckets', { Name: 'own' })).BucketID,
    DriveID: (await made('/drives', { Name: 'own' })).DriveID,
    KeyID: (await made('/keys', { Name: 'own' })).KeyID,
    ValueID: `val_${'0'.repeat(32)}`,
    UserID: fixture.ann.userId,
    path: 'own.txt',
  };
}

test(`${REQUESTS} malformed requests get a 4xx and change nothing (seed ${SEED})`, async () => {
  const fixture = await ApiFixture.open({ maxBodyBytes: 15_000 });
  const ids = await makeOwn(fixture);
  const own = { ids, key: fixture.ann.key, base: BASE };
  const maker = new RequestMaker(await fixture.describe(), createRandom(SEED), own);
  const commits: unknown[] = [];
  fixture.store.onChange((changes) => {
    commits.push(...changes);
  });
  const statuses = new Map<number, number>();
  for (let index = 0; index < REQUESTS; index += 1) {
    const { method, path, headers, body, rule } = maker.make();
    const init = { method, headers, ...(body !== undefined && method !== 'GET' && { body: body as string }) };
    const response = await fixture.api.fetch(new Request(path, init));
    const text = await response.text();
    const shown = `${index}: ${method} ${path.slice(0, 200)} (${rule}) ${String(body).slice(0, 300)}`;
    // Status 501 is expected for methods of the real service that Haze does not support.
    const isAbsent = response.status === 501 && rule === 'method';
    if (response.status < 400 || (response.status >= 500 && !isAbsent) || commits.length > 0) {
      throw new Error(`${shown}: ${response.status} ${text.slice(0, 500)}`);
    }
    expect(JSON.parse(text).message).toBe(JSON.parse(text).Message);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
  expect([...statuses.keys()].sort()).toEqual([400, 401, 403, 404, 405, 413, 415, 422, 501]);
  expect(fixture.reports).toEqual([]);
});
