import { expect, test } from 'vitest';
import { ApiFixture, BASE, PROGRAM } from '../../../test/api/api-fixture.ts';
import { tasks } from '../../jobs/records/records.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { drives } from '../drives/drives.ts';

const BYTES = { headers: { Accept: 'application/octet-stream' } };

async function listPaths(fixture: ApiFixture, query = ''): Promise<string[]> {
  const { body } = await fixture.call('GET', `/files${query}`);
  return body.items.map((item: { path: string }) => item.path);
}

test('a file is announced, uploaded to a signed URL without a key, listed, read and deleted', async () => {
  const fixture = await ApiFixture.open();
  const { body } = await fixture.call('PUT', '/files/data/in put.csv?size=5');
  expect(body).toEqual({ message: 'OK', upload_url: expect.any(String) });
  expect(await listPaths(fixture)).toEqual([]);
  expect((await fixture.call('GET', body.upload_url, { key: null })).status).toBe(403);
  expect((await fixture.call('PUT', body.upload_url, { key: null, body: '123456' })).status).toBe(413);
  expect((await fixture.call('PUT', body.upload_url, { key: null, body: '1234' })).status).toBe(422);
  expect(await listPaths(fixture)).toEqual([]);
  expect((await fixture.call('PUT', body.upload_url, { key: null, body: '12345' })).status).toBe(200);
  const { items } = (await fixture.call('GET', '/files')).body;
  expect(items).toEqual([
    { path: 'data/in put.csv', last_modified: 1767225600, size: 5, etag: expect.any(String) },
  ]);
  const file = await fixture.call('GET', '/files/data/in%20put.csv', BYTES);
  expect([file.body, file.headers.get('Content-Length')]).toEqual(['12345', '5']);
  expect((await fixture.call('DELETE', '/files/data/in%20put.csv')).body).toEqual({ message: 'OK' });
  expect((await fixture.call('GET', '/files/data/in%20put.csv')).status).toBe(404);
  fixture.timeMs += 3600_000;
  expect((await fixture.call('PUT', body.upload_url, { key: null, body: '12345' })).status).toBe(403);
});

test('behind a TLS proxy, signed URLs begin with the public URL', async () => {
  const fixture = await ApiFixture.open({ publicAddress: 'https://haze.example' });
  const { body } = await fixture.call('PUT', '/files/a.csv?size=5');
  expect(body.upload_url).toMatch(/^https:\/\/haze\.example\/.*presigned\?/);
  const { body: description } = await fixture.call('GET', '/openapi.json');
  expect(description.servers[0].url).toMatch(/^https:\/\/haze\.example/);
  const { pathname, search } = new URL(body.upload_url);
  const uploaded = await fixture.call('PUT', `${BASE}${pathname}${search}`, { key: null, body: '12345' });
  expect(uploaded.status).toBe(200);
});

test('a body can be uploaded directly and replaces the previous content', async () => {
  const fixture = await ApiFixture.open();
  for (const body of ['first', 'second'])
    expect((await fixture.call('PUT', '/files/a.txt', { body })).status).toBe(200);
  expect((await fixture.call('GET', '/files/a.txt', BYTES)).body).toBe('second');
  expect((await fixture.call('GET', '/files')).body.count).toBe(1);
});

test('a file that is replaced or deleted while it is being read is still returned in full', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const fixture = await ApiFixture.open();
    await fixture.call('PUT', '/files/a', { body: new Uint8Array(4 << 20).fill(1) });
    const get = new Request(`${BASE}/files/a`, {
      headers: { ...BYTES.headers, Authorization: fixture.ann.key },
    });
    const response = await fixture.api.fetch(get);
    await fixture.call(method, '/files/a', method === 'PUT' ? { body: 'short' } : {});
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('Content-Length')).toBe(String(4 << 20));
    expect(bytes.length).toBe(4 << 20);
    expect(bytes.every((byte) => byte === 1)).toBe(true);
  }
});

test('the headers of a GET response match its body, even during a concurrent PUT', async () => {
  const fixture = await ApiFixture.open();
  const sizes = [10, 2 << 20];
  await fixture.call('PUT', '/files/a', { body: new Uint8Array(sizes[0]!) });
  for (let turns = 0; turns < 40; turns += 1) {
    const get = new Request(`${BASE}/files/a`, {
      headers: { ...BYTES.headers, Authorization: fixture.ann.key },
    });
    const put = fixture.call('PUT', '/files/a', { body: new Uint8Array(sizes[(turns + 1) % 2]!) });
    for (let turn = 0; turn < turns; turn += 1) await null;
    const response = await fixture.api.fetch(get);
    const { byteLength } = await response.arrayBuffer();
    expect(response.headers.get('Content-Length')).toBe(String(byteLength));
    await put;
  }
});

test('a folder can be created, listed separately and deleted with its contents', async () => {
  const fixture = await ApiFixture.open();
  await fixture.call('PUT', '/files/empty?directory=true');
  for (const path of ['a/1', 'a/2', 'ab', 'b/c/d'])
    await fixture.call('PUT', `/files/${path}`, { body: path });
  expect(await listPaths(fixture)).toEqual(['a/1', 'a/2', 'ab', 'b/c/d', 'empty/']);
  expect(await listPaths(fixture, '?path=a')).toEqual(['a/1', 'a/2']);
  expect(await listPaths(fixture, '?path=/b/c/')).toEqual(['b/c/d']);
  expect((await fixture.call('DELETE', '/files/a')).status).toBe(200);
  expect((await fixture.call('DELETE', '/files/empty/')).status).toBe(200);
  expect(await listPaths(fixture)).toEqual(['ab', 'b/c/d']);
  expect((await fixture.call('DELETE', '/files/a')).status).toBe(404);
});

test('a path is a file or a folder, never both', async () => {
  const fixture = await ApiFixture.open();
  await fixture.call('PUT', '/files/a/b', { body: 'x' });
  for (const path of ['/files/a', '/files/a/b/c', '/files/a/b?directory=true', '/files/a?size=1']) {
    expect((await fixture.call('PUT', path, { body: 'x' })).status).toBe(409);
  }
});

test('long lists are split into pages', async () => {
  const fixture = await ApiFixture.open();
  const paths = Array.from({ length: 60 }, (_, index) => `f${String(index).padStart(2, '0')}`);
  for (const path of paths) await fixture.call('PUT', `/files/${path}`, { body: path });
  const seen: string[] = [];
  let startKey: string | undefined;
  do {
    const { body } = await fixture.call(
      'GET',
      `/files${startKey === undefined ? '' : `?startKey=${startKey}`}`,
    );
    seen.push(...body.items.map((item: { path: string }) => item.path));
    expect(body.count).toBeLessThanOrEqual(25);
    startKey = body.nextContinuationToken;
  } while (startKey !== undefined);
  expect(seen).toEqual(paths);
});

test('invalid paths and paths that lead outside the storage are rejected', async () => {
  const fixture = await ApiFixture.open();
  for (const path of ['..%2Fx', 'a/..%2Fb', 'a//b', 'a/%00', 'x'.repeat(2000)]) {
    const { status } = await fixture.call('PUT', `/files/${path}`, { body: 'x' });
    expect(`${path.slice(0, 20)} ${status}`).toBe(`${path.slice(0, 20)} 422`);
  }
  expect((await fixture.call('PUT', '/files/a?size=-1')).status).toBe(422);
  expect((await fixture.call('PUT', '/files/a?size=x')).status).toBe(422);
  expect(await listPaths(fixture)).toEqual([]);
});

test('an upload to a signed URL is rejected if it exceeds the quota or conflicts with a newer file', async () => {
  const fixture = await ApiFixture.open({ quotas: { storageBytes: 100 } });
  const sign = async (path: string) => (await fixture.call('PUT', `/files/${path}?size=60`)).body.upload_url;
  const addresses = [await sign('a'), await sign('b'), await sign('c')];
  const body = 'x'.repeat(60);
  expect((await fixture.call('PUT', addresses[0], { key: null, body })).status).toBe(200);
  expect((await fixture.call('PUT', addresses[1], { key: null, body })).status).toBe(429);
  await fixture.call('DELETE', '/files/a');
  await fixture.call('PUT', '/files/c/d', { body: '1' });
  expect((await fixture.call('PUT', addresses[2], { key: null, body })).status).toBe(409);
  expect(await listPaths(fixture)).toEqual(['c/d']);
});

test('the fields of every record count towards the quota, and an account can have at most 1000 records of each kind', async () => {
  const fixture = await ApiFixture.open({ quotas: { storageBytes: 20_000 } });
  const post = (path: string, body: object) => fixture.call('POST', path, { body });
  const Location = 'd'.repeat(900);
  const DataSources = Array.from({ length: 10 }, () => ({
    ResourceType: 'Bucket',
    ResourceID: '',
    Location,
  }));
  const drive = { Name: 'd', DataSources };
  const made = await post('/drives', drive);
  expect(made.status).toBe(201);
  const config = { RemoteURL: 'https://github.com/a/b', Commit: 'HEAD', Branch: '', BuildDirectory: '' };
  expect((await post('/repositories', { ...config, Arguments: 'a'.repeat(9000) })).status).toBe(201);
  const repository = (await fixture.call('GET', '/repositories')).body.Repositories[0].RepositoryID;
  for (const [path, body] of [
    [`/repositories/${repository}/builds`, { Arguments: 'a'.repeat(9000) }],
    [`/repositories/${repository}/builds`, { DataSources }],
    ['/drives', drive],
    ['/repositories', { ...config, Arguments: 'a'.repeat(9000) }],
    ['/sourcecode/builds', { ...PROGRAM, Arguments: 'a'.repeat(9000) }],
    ['/sourcecode/builds', { ...PROGRAM, DataSources }],
  ] as const)
    expect([path, (await post(path, body)).status]).toEqual([path, 429]);
  const changed = await fixture.call('PATCH', `/drives/${made.body.DriveID}`, { body: { Name: 'e' } });
  expect([changed.status, (await post('/drives', { Name: 'small' })).status]).toEqual([200, 201]);
  await fixture.store.transaction(async (tx) => {
    for (let i = 0; i < 998; i++)
      await tx.insert(drives, { id: `drv_${i}`, owner: fixture.ann.userId, createdAt: i, body: {} as never });
  });
  expect(await post('/drives', { Name: 'last' })).toMatchObject({ status: 429 });
  expect((await post('/buckets', { Name: 'b' })).status).toBe(201);
});

test('a task records its storage limits, but no response includes them', async () => {
  const fixture = await ApiFixture.open({ quotas: { storageBytes: 100 }, limits: { maxStorageBytes: 500 } });
  const build = await fixture.newCompletedBuild();
  const limitsOf = async (body: object) => {
    const answer = await fixture.call('POST', `/builds/${build}/tasks`, { body });
    const shown = await fixture.call('GET', `/tasks/${answer.body.TaskID}`);
    expect(shown.body).not.toHaveProperty('StorageLimits');
    return (await fixture.store.get(tasks, answer.body.TaskID))?.body.StorageLimits;
  };
  const source = { ResourceID: `cloud:/${fixture.ann.userId}`, ResourceType: 'ServiceCloudStorage' };
  expect(await limitsOf({ DataSources: [source] })).toEqual({ Account: 100, All: 500 });
  expect(await limitsOf({})).toEqual({ Account: 100, All: 500 });
});

test('a GET request for a file returns its description, a download URL or its bytes, as requested', async () => {
  const fixture = await ApiFixture.open();
  await fixture.call('PUT', '/files/data/a ü.csv', { body: '1,2\n' });
  const item = { path: 'data/a ü.csv', last_modified: 1767225600, size: 4, etag: expect.any(String) };
  for (const accept of ['', '*/*', 'application/json', 'application/json, text/plain, */*']) {
    const { body } = await fixture.call('GET', '/files/data/a ü.csv', { headers: { Accept: accept } });
    expect(body).toEqual(item);
  }
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const accept of ['application/octet-stream', 'text/csv', 'image/*,*/*;q=0.5', browser]) {
    const { body, headers } = await fixture.call('GET', '/files/data/a ü.csv', {
      headers: { Accept: accept },
    });
    expect([body, headers.get('Vary')]).toEqual(['1,2\n', 'Accept']);
  }
  const { body } = await fixture.call('GET', '/files/data/a ü.csv?download=true');
  expect(body).toEqual({ download_url: expect.any(String) });
  const bytes = await fixture.call('GET', body.download_url, { key: null });
  expect([bytes.body, bytes.headers.get('Content-Disposition')]).toEqual([
    '1,2\n',
    "attachment; filename*=UTF-8''a%20%C3%BC.csv",
  ]);
  expect((await fixture.call('GET', '/files/nowhere?download=true')).status).toBe(404);
  const quoted = `it's "(a)*;.txt`;
  await fixture.call('PUT', `/files/${encodeURIComponent(quoted)}`, { body: '1' });
  const address = `/files/${encodeURIComponent(quoted)}?download=true`;
  const { download_url } = (await fixture.call('GET', address)).body;
  const { headers } = await fixture.call('GET', download_url, { key: null });
  // RFC 5987 allows no quotes, parentheses or asterisks.
  const [, sent = ''] =
    /^attachment; filename\*=UTF-8''([\w.%-]+)$/.exec(headers.get('Content-Disposition') ?? '') ?? [];
  expect(decodeURIComponent(sent)).toBe(quoted);
  expect((await fixture.call('GET', '/files/data/a ü.csv?download=maybe')).status).toBe(422);
});

test.each([
  'bytes=0-1',
  'bytes=-2',
  'bytes=0-0,2-3',
  'bytes=4-',
  'bytes=3-1',
  'lines=1-2',
  `bytes=${'9'.repeat(400)}-`,
  `bytes=${'0-,'.repeat(100_000)}0-`,
])('a request for a range of a file returns the whole file: %.40s', async (Range) => {
  const fixture = await ApiFixture.open();
  await fixture.call('PUT', '/files/a.csv', { body: '1,2\n' });
  const { body } = await fixture.call('GET', '/files/a.csv?download=true');
  for (const headers of [{ Range }, { Range, 'If-Range': '"other"' }])
    for (const [address, key] of [
      ['/files/a.csv', fixture.ann.key],
      [body.download_url, null],
    ]) {
      const answer = await fixture.call('GET', address, { key, headers: { ...BYTES.headers, ...headers } });
      expect([answer.status, answer.body]).toEqual([200, '1,2\n']);
      expect(answer.headers.has('Content-Range')).toBe(false);
    }
});

test('uploads that finish together never overwrite a file that their conditions protect, nor make a path both a file and a folder', async () => {
  const fixture = await ApiFixture.open();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = 0;
  const put = async (path: string, condition: Record<string, string> = {}) => {
    const body = new ReadableStream({
      async start(controller) {
        begun += 1;
        await finished;
        controller.enqueue(new TextEncoder().encode(path));
        controller.close();
      },
    });
    const headers = { Authorization: fixture.ann.key, ...condition };
    const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
    return (await fixture.api.fetch(new Request(`${BASE}/files/${path}`, init))).status;
  };
  const create = { 'If-None-Match': '*' };
  const replies = Promise.all([put('a', create), put('a', create), put('b'), put('b/c')]);
  await expect.poll(() => begun).toBe(4);
  // The first checks, before the bodies, find no files.
  await new Promise((resolve) => setTimeout(resolve, 20));
  finish();
  expect((await replies).sort()).toEqual([200, 200, 409, 412]);
  expect(await listPaths(fixture)).toHaveLength(2);
});

test('a non-recursive delete keeps a folder that contains files', async () => {
  const fixture = await ApiFixture.open();
  await fixture.call('PUT', '/files/a/b', { body: 'x' });
  expect((await fixture.call('DELETE', '/files/a?recursive=false')).status).toBe(409);
  expect((await fixture.call('DELETE', '/files/a/b?directory=true')).status).toBe(404);
  expect((await fixture.call('DELETE', '/files/a?directory=false')).status).toBe(404);
  expect(await listPaths(fixture)).toEqual(['a/b']);
  expect((await fixture.call('DELETE', '/files/a?recursive=true&directory=true')).status).toBe(200);
  expect(await listPaths(fixture)).toEqual([]);
});

test('a HEAD request for a file closes the content it opened', async () => {
  const store = createMemoryStore();
  const open = new Set<string>();
  const openBlob = async (key: string) => {
    const found = await store.openBlob(key);
    open.add(key);
    const chunks = (async function* () {
      try {
        yield* found!.chunks;
      } finally {
        open.delete(key);
      }
    })();
    return found && { ...found, chunks };
  };
  const fixture = await ApiFixture.open({}, { ...store, openBlob });
  const bytes = 'x'.repeat(3_000_000);
  expect((await fixture.call('PUT', '/files/a.bin', { body: bytes })).status).toBe(200);
  const { status, headers, body } = await fixture.call('HEAD', '/files/a.bin', BYTES);
  expect([status, headers.get('Content-Length'), body]).toEqual([200, '3000000', '']);
  expect([...open]).toEqual([]);
});

test("simultaneous uploads together stay within their account's quota, and a rejected upload uses none of it", async () => {
  const fixture = await ApiFixture.open({ quotas: { storageBytes: 100 } });
  const paths = ['a', 'b', 'c', 'd'];
  let begun = 0;
  let begin = () => {};
  const allBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const putTogether = async (path: string) => {
    const pull = async (controller: ReadableStreamDefaultController) => {
      begun += 1;
      if (begun === paths.length) begin();
      await allBegun;
      controller.enqueue(new Uint8Array(60));
      controller.close();
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const sent = { method: 'PUT', headers: { Authorization: fixture.ann.key }, body, duplex: 'half' };
    return (await fixture.api.fetch(new Request(`${BASE}/files/${path}`, sent as RequestInit))).status;
  };
  expect((await Promise.all(paths.map(putTogether))).sort()).toEqual([200, 429, 429, 429]);
  expect(await listPaths(fixture)).toHaveLength(1);
  const put = async (length: number) =>
    (await fixture.call('PUT', '/files/e', { body: 'x'.repeat(length) })).status;
  expect([await put(41), await put(40)]).toEqual([429, 200]);
});

test('an upload that is already being stored counts only once towards the quota when another upload begins', async () => {
  const store = createMemoryStore();
  let measured = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sizeOf: typeof store.sizeOf = async (owner) => {
    measured += 1;
    return store.sizeOf(owner);
  };
  const writeBlob: typeof store.writeBlob = async (key, ...rest) => {
    const info = await store.writeBlob(key, ...rest);
    // From here on, the bytes count as stored, although the upload has not finished.
    if (key.endsWith('first')) await released;
    return info;
  };
  const fixture = await ApiFixture.open({ quotas: { storageBytes: 100 } }, { ...store, sizeOf, writeBlob });
  const put = async (path: string, size: number) =>
    (await fixture.call('PUT', `/files/${path}`, { body: 'x'.repeat(size) })).status;
  const first = put('first', 60);
  await expect.poll(() => store.sizeOf(fixture.ann.userId)).toBe(60);
  measured = 0;
  const second = put('second', 40);
  await expect.poll(() => measured).toBeGreaterThan(0);
  release();
  expect(await Promise.all([first, second])).toEqual([200, 200]);
  expect(await put('third', 1)).toBe(429);
});
