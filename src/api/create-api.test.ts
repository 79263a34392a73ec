import { expect, test } from 'vitest';
import { ApiFixture, BASE, PROGRAM } from '../../test/api/api-fixture.ts';

test('the basic flow: build, poll, run, poll, read the output', async () => {
  const fixture = await ApiFixture.open();
  const created = await fixture.call('POST', '/sourcecode/builds', { body: PROGRAM });
  expect(created.status).toBe(202);
  expect(created.body).toMatchObject({
    Object: 'Build',
    BuildID: expect.stringMatching(/^bld_[0-9a-f]{32}$/),
    Owner: fixture.ann.userId,
    Status: 'Accepted',
    StatusTransitions: [{ Status: 'Accepted', Timestamp: 1767225600, Message: 'build accepted' }],
    CreatedAt: 1767225600,
    UpdatedAt: 1767225600,
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
  expect(task.body).toMatchObject({ Object: 'Task', BuildID, Status: 'Accepted', Arguments: '1 "2 3"' });
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

test('a trailing slash means the same path, and Bearer the same key', async () => {
  const fixture = await ApiFixture.open();
  expect((await fixture.call('GET', '/tasks/')).body).toEqual({
    UserID: fixture.ann.userId,
    Tasks: [],
    Count: 0,
  });
  const bearer = await fixture.call('GET', '/tasks', { key: `Bearer ${fixture.ann.key}` });
  expect(bearer.status).toBe(200);
});

test('a base path is cut off, and what is outside of it is not found', async () => {
  const fixture = await ApiFixture.open({ basePath: '/haze/api' });
  expect((await fixture.call('GET', '/cores')).status).toBe(200);
  expect((await fixture.call('GET', `${BASE}/cores`)).status).toBe(404);
  expect((await fixture.call('GET', `${BASE}/haze/apicores`)).status).toBe(404);
  const id = await fixture.newCompletedBuild();
  const { Build } = (await fixture.call('GET', `/builds/${id}/outputs`)).body;
  expect(Build).toContain(`${BASE}/haze/api/presigned?`);
  expect((await fixture.call('GET', Build, { key: null })).status).toBe(200);
});

test('every answer allows any origin; OPTIONS is answered on any path without a key', async () => {
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
    expect(headers.get('Access-Control-Allow-Headers')).toBe('Authorization, Content-Type');
    expect(headers.get('Access-Control-Allow-Methods')).toContain('PATCH');
  }
});

test('HEAD answers as GET does, without a body', async () => {
  const fixture = await ApiFixture.open();
  const reply = await fixture.call('HEAD', '/cores');
  expect([reply.status, reply.body]).toEqual([200, '']);
});

test('health needs no key', async () => {
  const fixture = await ApiFixture.open();
  const { status, body } = await fixture.call('GET', '/health', { key: null });
  expect(status).toBe(200);
  expect(body).toMatchObject({ timestamp: 1767225600, services: [{ service: 'api' }, { service: 'store' }] });
  await fixture.store.close();
  const closed = await fixture.call('GET', '/health', { key: null });
  expect(closed.body.services[1]).toMatchObject({ service: 'store', status: 'unhealthy' });
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
      "GET /tasks/{TaskID}/output/{Stream}",
      "GET /tasks/{TaskID}/outputs",
      "GET /tasks/{TaskID}/values/{ValueID}/samples",
      "GET /users/me",
      "PATCH /buckets/{BucketID}",
      "PATCH /cores/{CoreID}",
      "PATCH /drives/{DriveID}",
      "PATCH /repositories/{RepositoryID}",
      "PATCH /users/me",
      "POST /buckets",
      "POST /builds/{BuildID}/cancel",
      "POST /builds/{BuildID}/tasks",
      "POST /cores",
      "POST /drives",
      "POST /keys",
      "POST /plot",
      "POST /repositories",
      "POST /repositories/{RepositoryID}/builds",
      "POST /samples",
      "POST /sourcecode/builds",
      "POST /tasks/{TaskID}/cancel",
      "POST /tasks/{TaskID}/values/{ValueID}/plot",
      "PUT /files/{path}",
      "PUT /presigned",
      "PUT /repositories/imports",
    ]
  `);
});
