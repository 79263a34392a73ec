import { expect, test } from 'vitest';
import { ApiFixture, BASE, PROGRAM } from '../../test/api/api-fixture.ts';
import { createAccount } from './accounts/users.ts';

test('the basic flow works: build, poll, run, poll, read the output', async () => {
  const fixture = await ApiFixture.open();
  const created = await fixture.call('POST', '/sourcecode/builds', { body: PROGRAM });
  expect(created.status).toBe(202);
  expect(created.body).toMatchObject({
    Object: 'Build',
    BuildID: expect.stringMatching(/^bld_[0-9a-f]{32}$/),
    Owner: fixture.ann.userId,
    Status: 'Accepted',
    StatusTransitions: [{ Status: 'Accepted', Timestamp: 1767225600000, Message: 'Build accepted.' }],
    CreatedAt: 1767225600000,
    UpdatedAt: 1767225600000,
    DefaultArguments: '',
    DefaultDataSources: [],
    Application: { Type: 'SourceCode', SourceCode: { ...PROGRAM, Arguments: '', ConfigMk: '' } },
    BuildArtifactAvailable: false,
    BuildCoreSpecs: {
      Class: 'C0',
      Precision: 32,
      MemorySize: 64 * 1024 * 1024,
      Microarchitecture: 'Athens',
      CorrelationTracking: 'Autocorrelation',
    },
    TraceVariables: [],
  });
  expect(fixture.announcements).toBe(1);
  const { BuildID } = created.body;
  await fixture.executor.completeBuild(BuildID);
  expect((await fixture.call('GET', `/builds/${BuildID}`)).body.Status).toBe('Completed');
  const { Build } = (await fixture.call('GET', `/builds/${BuildID}/outputs`)).body;
  expect(await fixture.call('GET', Build, { key: null })).toMatchObject({
    status: 200,
    body: 'clang main.c\nbuild completed\n',
  });
  const task = await fixture.call('POST', `/builds/${BuildID}/tasks`, { body: { Arguments: '1 "2 3"' } });
  expect(task.status).toBe(202);
  expect(task.body).toMatchObject({ BuildID, Status: 'Accepted', Arguments: '1 "2 3"' });
  const { TaskID } = task.body;
  await fixture.executor.completeTask(TaskID, 'first\n', 'second\n');
  expect((await fixture.call('GET', `/tasks/${TaskID}`)).body).toMatchObject({
    TaskID,
    Status: 'Completed',
    StatusTransitions: ['Accepted', 'Initialising', 'In Progress', 'Completed'].map((Status) => ({ Status })),
  });
  const outputs = (await fixture.call('GET', `/tasks/${TaskID}/outputs`)).body;
  expect(outputs.StdoutChunks).toHaveLength(2);
  expect((await fixture.call('GET', outputs.Stdout, { key: null })).body).toBe('first\nsecond\n');
  expect((await fixture.call('GET', outputs.Stderr, { key: null })).body).toBe('');
  const text = await fixture.call('GET', `/tasks/${TaskID}/output/Stdout`);
  expect(text).toMatchObject({ status: 200, body: 'first\nsecond\n' });
  expect(text.headers.get('Content-Type')).toMatch(/^text\/plain/);
});

test('a trailing slash in the path is accepted, and so is "Bearer" before the key', async () => {
  const fixture = await ApiFixture.open();
  expect((await fixture.call('GET', '/tasks/')).body).toEqual({
    UserID: fixture.ann.userId,
    Tasks: [],
    Count: 0,
  });
  const bearer = await fixture.call('GET', '/tasks', { key: `Bearer ${fixture.ann.key}` });
  expect(bearer.status).toBe(200);
});

test('the base path is removed from requests, and paths outside it return 404', async () => {
  const fixture = await ApiFixture.open({ basePath: '/haze/api' });
  expect((await fixture.call('GET', '/cores')).status).toBe(200);
  expect((await fixture.call('GET', `${BASE}/cores`)).status).toBe(404);
  expect((await fixture.call('GET', `${BASE}/haze/apicores`)).status).toBe(404);
  const id = await fixture.newCompletedBuild();
  const { Build } = (await fixture.call('GET', `/builds/${id}/outputs`)).body;
  expect(Build).toContain(`${BASE}/haze/api/presigned?`);
  expect((await fixture.call('GET', Build, { key: null })).status).toBe(200);
});

test('every response allows any origin, and OPTIONS is answered on any path without a key', async () => {
  const fixture = await ApiFixture.open();
  const replies = [
    await fixture.call('GET', '/cores'),
    await fixture.call('GET', '/cores', { key: null }),
    await fixture.call('GET', '/nowhere'),
    await fixture.call('OPTIONS', '/tasks/x/cancel', { key: null }),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([200, 401, 404, 204]);
  for (const { headers } of replies) {
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Haze-Notice');
  }
});

test('a preflight response allows the requested headers, and access from public sites to a private network', async () => {
  const fixture = await ApiFixture.open();
  const asked = 'authorization,content-type,x-requested-with,baggage';
  const { status, headers } = await fixture.call('OPTIONS', '/files/a/b', {
    key: null,
    headers: {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': asked,
      'Access-Control-Request-Private-Network': 'true',
    },
  });
  expect(status).toBe(204);
  expect(headers.get('Access-Control-Allow-Headers')).toBe(asked);
  expect(headers.get('Access-Control-Allow-Methods')).toContain('PATCH');
  expect(headers.get('Access-Control-Allow-Private-Network')).toBe('true');
});

test('an unknown field is reported, and rejected in strict mode', async () => {
  const reported: string[] = [];
  const ask = async (isStrict: boolean) => {
    const fixture = await ApiFixture.open({ isStrict });
    Object.assign(fixture.services, {
      reportNotice: ({ notice }: { notice: string }) => reported.push(notice),
    });
    const DataSources = [{ ResourceType: 'ServiceCloudStorage', ResourceID: '', Object: 'DataSource' }];
    const body = { ...PROGRAM, DataSources, TraceVariables: [], IsOpen: true, naïve: 1 };
    return fixture.call('POST', '/sourcecode/builds?DiscoverVariables=true&verbose=1', { body });
  };
  const lenient = await ask(false);
  expect(lenient.status).toBe(202);
  expect(lenient.headers.get('Haze-Notice')).toBe(
    'the query parameter "verbose" is unknown here and has no effect; ' +
      'the field "IsOpen" is unknown here and has no effect; ' +
      'the field "na?ve" is unknown here and has no effect',
  );
  expect(reported).toHaveLength(3);
  const strict = await ask(true);
  expect([strict.status, strict.body.code]).toEqual([422, 'invalid-request']);
  expect(strict.body.issues.map(({ path }: { path: string }) => path)).toEqual([
    'verbose',
    'IsOpen',
    'naïve',
  ]);
});

test('HEAD responds like GET, without a body', async () => {
  const fixture = await ApiFixture.open();
  const reply = await fixture.call('HEAD', '/cores');
  expect([reply.status, reply.body]).toEqual([200, '']);
});

test('the health endpoint needs no key', async () => {
  const fixture = await ApiFixture.open();
  const { status, body } = await fixture.call('GET', '/health', { key: null });
  expect(status).toBe(200);
  const timestamp = '2026-01-01T00:00:00.000Z';
  const healthy = (service: string) => ({
    service,
    status: 'healthy',
    timestamp,
    details: { responseTime: expect.any(Number) },
  });
  expect(body).toEqual({ timestamp, services: [healthy('api'), healthy('store')] });
  await fixture.store.close();
  const closed = await fixture.call('GET', '/health', { key: null });
  expect(closed.body.services[1]).toMatchObject({ service: 'store', status: 'unhealthy' });
});

test('the health response counts only the builds and tasks of the requesting account', async () => {
  const fixture = await ApiFixture.open();
  await fixture.newTask();
  const detailsFor = async (key: string | null) =>
    (await fixture.call('GET', '/health', { key })).body.services[1].details;
  const responseTime = expect.any(Number);
  expect(await detailsFor(fixture.ann.key)).toEqual({ responseTime, builds: 1, tasks: 1 });
  expect(await detailsFor(fixture.bob.key)).toEqual({ responseTime, builds: 0, tasks: 0 });
  for (const key of [null, 'unknown', `${fixture.ann.key}0`]) {
    expect(await detailsFor(key)).toEqual({ responseTime });
  }
});

test('/openapi.json describes every endpoint of the interface', async () => {
  const fixture = await ApiFixture.open();
  const { status, body } = await fixture.call('GET', '/openapi.json', { key: null });
  expect(status).toBe(200);
  const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toMatchInlineSnapshot(`
    [
      "DELETE /buckets/{BucketID}",
      "DELETE /builds/{BuildID}",
      "DELETE /cores/{CoreID}",
      "DELETE /drives/{DriveID}",
      "DELETE /files/{path}",
      "DELETE /keys/{KeyID}",
      "DELETE /repositories/imports",
      "DELETE /repositories/{RepositoryID}",
      "DELETE /tasks/{TaskID}",
      "DELETE /webhooks/{webhookId}",
      "GET /buckets",
      "GET /buckets/{BucketID}",
      "GET /builds",
      "GET /builds/{BuildID}",
      "GET /builds/{BuildID}/binary",
      "GET /builds/{BuildID}/diagnostics",
      "GET /builds/{BuildID}/outputs",
      "GET /builds/{BuildID}/tasks",
      "GET /builds/{BuildID}/variables",
      "GET /cores",
      "GET /cores/{CoreID}",
      "GET /drives",
      "GET /drives/{DriveID}",
      "GET /files",
      "GET /files/{path}",
      "GET /health",
      "GET /keys",
      "GET /openapi.json",
      "GET /presigned",
      "GET /repositories",
      "GET /repositories/imports",
      "GET /repositories/{RepositoryID}",
      "GET /repositories/{RepositoryID}/builds",
      "GET /samples",
      "GET /tasks",
      "GET /tasks/{TaskID}",
      "GET /tasks/{TaskID}/contributions",
      "GET /tasks/{TaskID}/output/{Stream}",
      "GET /tasks/{TaskID}/outputs",
      "GET /tasks/{TaskID}/outputs/public",
      "GET /tasks/{TaskID}/public",
      "GET /tasks/{TaskID}/values/{ValueID}/samples",
      "GET /users/{UserID}",
      "GET /webhooks",
      "GET /webhooks/{webhookId}",
      "GET /webhooks/{webhookId}/deliveries",
      "PATCH /buckets/{BucketID}",
      "PATCH /builds/{BuildID}",
      "PATCH /cores/{CoreID}",
      "PATCH /drives/{DriveID}",
      "PATCH /repositories/{RepositoryID}",
      "PATCH /users/{UserID}",
      "POST /buckets",
      "POST /builds/{BuildID}/cancel",
      "POST /builds/{BuildID}/tasks",
      "POST /builds/{BuildID}/tasks/public",
      "POST /cores",
      "POST /drives",
      "POST /files/{path}",
      "POST /keys",
      "POST /plot",
      "POST /repositories",
      "POST /repositories/{RepositoryID}/builds",
      "POST /samples",
      "POST /sourcecode/builds",
      "POST /tasks/{TaskID}/cancel",
      "POST /tasks/{TaskID}/values/{ValueID}/plot",
      "POST /webhooks",
      "PUT /files/{path}",
      "PUT /presigned",
      "PUT /repositories/imports",
      "PUT /webhooks/{webhookId}",
    ]
  `);
});

test('a response opened as a page cannot run scripts or be framed', async () => {
  const fixture = await ApiFixture.open();
  for (const path of ['/cores?default=true', '/nowhere']) {
    const { headers } = await fixture.call('GET', path);
    expect(headers.get('Content-Security-Policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'.*sandbox/,
    );
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

test('replacing all data also replaces the valid keys', async () => {
  const fixture = await ApiFixture.open();
  const other = new ApiFixture();
  // Skips a random byte, so that the other installation gets a different salt.
  other.services.random(1);
  const { key } = await createAccount(other.services, { username: 'cleo' });
  const statusWith = async (given: string) => (await fixture.call('GET', '/tasks', { key: given })).status;
  expect([await statusWith(fixture.ann.key), await statusWith(key)]).toEqual([200, 401]);
  const theirs = other.store.readAll();
  await fixture.store.replaceAll(theirs);
  await theirs.end?.();
  expect([await statusWith(fixture.ann.key), await statusWith(key)]).toEqual([401, 200]);
});

test('errors do not reveal whether another account has a record; with a forged key, they reveal no record at all', async () => {
  const fixture = await ApiFixture.open();
  const id = await fixture.newBuild();
  const read = async (key: string, of: string) => {
    const { status, body } = await fixture.call('GET', `/builds/${of}`, { key });
    return [status, body.message.replaceAll(of, 'ID')];
  };
  const none = `bld_${'0'.repeat(32)}`;
  expect(await read(fixture.bob.key, id)).toEqual(await read(fixture.bob.key, none));
  const forged = fixture.ann.key.replace(/[0-9a-f]{64}/, '0'.repeat(64));
  expect(await read(forged, id)).toEqual(await read(forged, none));
  expect((await read(forged, id))[0]).toBe(401);
});

test('the OpenAPI description lists status 422 for invalid query parameters', async () => {
  const fixture = await ApiFixture.open();
  const [core] = (await fixture.call('GET', '/cores?default=true')).body.Cores;
  // The fixture rejects any status that the description does not list.
  const unknown = await fixture.call('GET', `/cores/${core.CoreID}?default=perhaps`);
  expect([unknown.status, unknown.body.code]).toEqual([422, 'invalid-request']);
  const signed = await fixture.call('GET', '/presigned?object=a&object=b', { key: null });
  expect(signed.status).toBe(422);
});
