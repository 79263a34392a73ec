// Builds and tasks: their states, lists and outputs.
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ApiFixture, BASE, PROGRAM } from '../../test/api/api-fixture.ts';

describe('creating builds', () => {
  test('every name for a language is accepted, as are Core and CoreID; other fields stay unchanged', async () => {
    const fixture = await ApiFixture.open();
    const names = {
      c: 'C',
      'C++': 'C++',
      cpp: 'C++',
      CXX: 'C++',
      fortran: 'Fortran',
      F77: 'Fortran',
      f90: 'Fortran',
    };
    for (const [Language, canonical] of Object.entries(names)) {
      const { body } = await fixture.call('POST', '/sourcecode/builds', { body: { ...PROGRAM, Language } });
      expect(body.Application.SourceCode.Language).toBe(canonical);
    }
    const id = 'cor_b21e4de9927158c1a5b603c2affb8a09';
    const wish = {
      ...PROGRAM,
      Core: id,
      Arguments: '-n 1',
      ConfigMk: 'CFLAGS = -O0',
      TraceVariables: [{ File: 'main.c', LineNumber: 3, Expression: 'x' }],
      Unknown: 'ignored',
    };
    const { body } = await fixture.call('POST', '/sourcecode/builds?DiscoverVariables=true', { body: wish });
    expect(body).toMatchObject({
      CoreID: id,
      DefaultArguments: '-n 1',
      TraceVariables: wish.TraceVariables,
      Application: { SourceCode: { ConfigMk: 'CFLAGS = -O0' } },
    });
  });

  test('an invalid build is rejected', async () => {
    const fixture = await ApiFixture.open();
    const wrong = [
      { Code: ' \n' },
      { Language: 'COBOL' },
      { CoreID: `cor_${'0'.repeat(32)}` },
      { CoreID: 'C0-S+' },
      { Arguments: 5 },
      { TraceVariables: [{ File: 'main.c', LineNumber: 0, Expression: 'x' }] },
      { DataSources: [{ Location: '../x', ResourceID: '', ResourceType: 'ServiceCloudStorage' }] },
    ];
    for (const change of wrong) {
      const { status, body } = await fixture.call('POST', '/sourcecode/builds', {
        body: { ...PROGRAM, ...change },
      });
      expect([status, body.message]).toEqual([422, expect.stringContaining(Object.keys(change)[0]!)]);
    }
    expect(fixture.announcements).toBe(0);
  });
});

describe('cancelling and deleting', () => {
  test('a build can be cancelled in any waiting or running state', async () => {
    const fixture = await ApiFixture.open();
    const states = [
      [],
      ['Initialising'],
      ['Initialising', 'Building'],
      ['Initialising', 'Rescheduled'],
    ] as const;
    for (const path of states) {
      const id = await fixture.newBuild();
      await fixture.executor.stepBuild(id, ...path);
      const announced = fixture.announcements;
      const { status, body } = await fixture.call('POST', `/builds/${id}/cancel`);
      expect([status, body.Status, body.StatusTransitions.at(-1).Message]).toEqual([
        200,
        'Cancelled',
        'cancelled by the user',
      ]);
      expect(fixture.announcements).toBe(announced + 1);
      expect((await fixture.call('POST', `/builds/${id}/cancel`)).status).toBe(200);
      expect((await fixture.call('GET', `/builds/${id}/outputs`)).body).toEqual({});
      expect((await fixture.call('GET', `/builds/${id}/binary`)).status).toBe(409);
    }
  });

  test('if a build is stopped without a log, its log states the reason', async () => {
    const fixture = await ApiFixture.open();
    const id = await fixture.newBuild();
    await fixture.executor.stepBuild(id, 'Initialising', 'Building', 'Stopped');
    const { Message } = (await fixture.call('GET', `/builds/${id}`)).body.StatusTransitions.at(-1);
    const { Build } = (await fixture.call('GET', `/builds/${id}/outputs`)).body;
    expect((await fixture.call('GET', Build, { key: null })).body).toBe(`haze: error: ${Message}\n`);
  });

  test('a task can be cancelled in any state until it has finished', async () => {
    const fixture = await ApiFixture.open();
    const states = [
      [],
      ['Initialising'],
      ['Initialising', 'In Progress'],
      ['Initialising', 'Rescheduled'],
    ] as const;
    for (const path of states) {
      const id = await fixture.newTask();
      await fixture.executor.stepTask(id, ...path);
      expect((await fixture.call('POST', `/tasks/${id}/cancel`)).body.Status).toBe('Cancelled');
      expect((await fixture.call('GET', `/tasks/${id}/outputs`)).body).toEqual({
        StdoutChunks: [],
        error: expect.stringContaining('cancelled by the user'),
      });
      expect((await fixture.call('GET', `/tasks/${id}/output/Stdout`)).status).toBe(404);
    }
    const id = await fixture.newTask();
    await fixture.executor.completeTask(id);
    expect((await fixture.call('POST', `/tasks/${id}/cancel`)).status).toBe(409);
  });

  test("only finished jobs can be deleted, along with their outputs, and a build's tasks remain when it is deleted", async () => {
    const fixture = await ApiFixture.open();
    const task = await fixture.newTask();
    const build = (await fixture.call('GET', `/tasks/${task}`)).body.BuildID;
    expect((await fixture.call('DELETE', `/tasks/${task}`)).status).toBe(409);
    expect((await fixture.call('DELETE', `/builds/${build}`)).status).toBe(409);
    await fixture.executor.completeTask(task, 'out');
    const { Stdout } = (await fixture.call('GET', `/tasks/${task}/outputs`)).body;
    const { Build } = (await fixture.call('GET', `/builds/${build}/outputs`)).body;
    expect(await fixture.call('DELETE', `/builds/${build}`)).toMatchObject({
      status: 200,
      body: { message: 'OK' },
    });
    expect((await fixture.call('GET', Build, { key: null })).status).toBe(404);
    expect((await fixture.call('GET', `/tasks/${task}`)).body.BuildID).toBe(build);
    expect((await fixture.call('DELETE', `/tasks/${task}`)).status).toBe(200);
    expect(await fixture.store.listBlobs({ prefix: '' })).toEqual([]);
    expect((await fixture.call('GET', Stdout, { key: null })).status).toBe(404);
    expect((await fixture.call('DELETE', `/tasks/${task}`)).status).toBe(404);
    const waiting = await fixture.newBuild();
    expect((await fixture.call('DELETE', `/builds/${waiting}`)).status).toBe(409);
  });
});

describe('tasks', () => {
  test('a task without a body, or with missing fields, inherits them from its build', async () => {
    const fixture = await ApiFixture.open();
    const DataSources = [{ Location: 'sd0', ResourceID: '', ResourceType: 'ServiceCloudStorage' }];
    const build = await fixture.newCompletedBuild({
      body: { ...PROGRAM, Arguments: 'from build', DataSources },
    });
    const path = `/builds/${build}/tasks`;
    const inherited = { status: 202, body: { Arguments: 'from build', DataSources } };
    expect(await fixture.call('POST', path)).toMatchObject(inherited);
    expect(await fixture.call('POST', path, { body: {} })).toMatchObject(inherited);
    const empty = { body: '', headers: { 'Content-Type': 'application/json' } };
    expect(await fixture.call('POST', path, empty)).toMatchObject(inherited);
    const own = await fixture.call('POST', path, { body: { Arguments: '', DataSources: [] } });
    expect(own).toMatchObject({ status: 202, body: { Arguments: '', DataSources: [] } });
    expect((await fixture.call('GET', path)).body.Count).toBe(4);
    expect((await fixture.call('POST', path, { body: '{' })).status).toBe(400);
  });

  test('the list of stdout chunks grows while the program runs', async () => {
    const fixture = await ApiFixture.open();
    const task = await fixture.newTask();
    await fixture.executor.stepTask(task, 'Initialising', 'In Progress');
    await fixture.executor.writeStdout(task, 'one\n');
    const running = (await fixture.call('GET', `/tasks/${task}/outputs`)).body;
    expect(running).toEqual({ StdoutChunks: [expect.any(String)] });
    await fixture.executor.writeStdout(task, 'two\n');
    expect((await fixture.call('GET', `/tasks/${task}/outputs`)).body.StdoutChunks).toHaveLength(2);
    await fixture.executor.stepTask(task, 'Stopped');
    const { StdoutChunks } = (await fixture.call('GET', `/tasks/${task}/outputs`)).body;
    const texts = [];
    for (const address of StdoutChunks) {
      const response = await fixture.api.fetch(new Request(address));
      expect(response.headers.get('Content-Encoding')).toBeNull();
      texts.push(gunzipSync(new Uint8Array(await response.arrayBuffer())).toString());
    }
    expect(texts).toEqual(['one\n', 'two\n']);
  });

  test('stderr chunks are listed as soon as the first one is written', async () => {
    const fixture = await ApiFixture.open();
    const task = await fixture.newTask();
    await fixture.executor.stepTask(task, 'Initialising', 'In Progress');
    await fixture.executor.writeStderr(task, 'a warning\n');
    const { StdoutChunks, StderrChunks } = (await fixture.call('GET', `/tasks/${task}/outputs`)).body;
    expect([StdoutChunks, StderrChunks]).toEqual([[], [expect.any(String)]]);
    const response = await fixture.api.fetch(new Request(StderrChunks[0]));
    expect(gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()).toBe('a warning\n');
  });

  test('the signed URLs of a deleted task return 404, even for a stream without output', async () => {
    const fixture = await ApiFixture.open();
    const task = await fixture.newTask();
    await fixture.executor.completeTask(task, 'x\n');
    const { Stdout, Stderr, StdoutChunks } = (await fixture.call('GET', `/tasks/${task}/outputs`)).body;
    const statuses = () =>
      Promise.all(
        [Stdout, Stderr, ...StdoutChunks].map(
          async (url) => (await fixture.call('GET', url, { key: null })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await fixture.call('DELETE', `/tasks/${task}`);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  test('a stream of 5 MB is returned inline, and a larger one by URL', async () => {
    const fixture = await ApiFixture.open();
    const half = 'x'.repeat(2_500_000);
    const atLimit = await fixture.newTask();
    await fixture.executor.completeTask(atLimit, half, half);
    const inline = await fixture.call('GET', `/tasks/${atLimit}/output/Stdout`);
    expect([inline.status, inline.body.length]).toEqual([200, 5_000_000]);
    const above = await fixture.newTask();
    await fixture.executor.completeTask(above, half, half, 'x');
    const { status, headers } = await fixture.call('GET', `/tasks/${above}/output/Stdout`);
    expect([status, headers.get('Location')]).toEqual([302, expect.stringContaining(`${BASE}/presigned?`)]);
    const { body } = await fixture.call('GET', headers.get('Location')!, { key: null });
    expect(body.length).toBe(5_000_001);
    const stderr = await fixture.call('GET', `/tasks/${above}/output/Stderr`);
    expect([stderr.status, stderr.body]).toEqual([200, '']);
    expect((await fixture.call('GET', `/tasks/${above}/output/Stdin`)).status).toBe(404);
  });
});

describe('other outputs of builds', () => {
  test('the module of a completed build can be downloaded from the returned URL', async () => {
    const fixture = await ApiFixture.open();
    const build = await fixture.newCompletedBuild();
    const { url } = (await fixture.call('GET', `/builds/${build}/binary`)).body;
    const response = await fixture.api.fetch(new Request(url));
    expect(response.headers.get('Content-Type')).toBe('application/wasm');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 97, 115, 109]));
  });

  test('a build with DiscoverVariables returns the variables that it found', async () => {
    const fixture = await ApiFixture.open();
    const { BuildID } = (
      await fixture.call('POST', '/sourcecode/builds?DiscoverVariables=true', { body: PROGRAM })
    ).body;
    await fixture.executor.completeBuild(BuildID);
    expect((await fixture.call('GET', `/builds/${BuildID}/variables`)).status).toBe(409);
    const variables = [
      { Object: 'Variable', Name: 'x', Type: 'double', File: 'main.c', Line: 3, Function: 'main' },
    ];
    await fixture.store.transaction((tx) =>
      tx.putBlob(`builds/${BuildID}/variables`, new TextEncoder().encode(JSON.stringify(variables))),
    );
    expect((await fixture.call('GET', `/builds/${BuildID}/variables`)).body).toEqual({
      BuildID,
      Variables: variables,
      Count: 1,
    });
  });
});

describe('lists', () => {
  test('lists are filtered by status and time, and invalid filters are rejected', async () => {
    const fixture = await ApiFixture.open();
    const ids: string[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      ids.push(await fixture.newBuild());
      fixture.timeMs += 3600_000;
    }
    await fixture.executor.stepBuild(ids[1]!, 'Initialising');
    await fixture.executor.stepBuild(ids[2]!, 'Cancelled');
    const list = async (query: string) => {
      const { body } = await fixture.call('GET', `/builds?${query}`);
      return body.Builds.map((build: { BuildID: string }) => ids.indexOf(build.BuildID));
    };
    expect(await list('')).toEqual([3, 2, 1, 0]);
    expect(await list('status=Accepted')).toEqual([3, 0]);
    expect(await list('status=Initialising&status=Cancelled')).toEqual([2, 1]);
    expect(await list('from=2026-01-01T01:00:00Z')).toEqual([3, 2, 1]);
    expect(await list('from=2026-01-01T01:00:00Z&to=2026-01-01T04:00:00%2B01:00')).toEqual([2, 1]);
    expect(await list('limit=1000')).toEqual([3, 2, 1, 0]);
    const wrong = [
      'limit=0',
      'limit=x',
      'status=Done',
      'from=yesterday',
      'to=2026-13-01',
      'startKey=rubbish',
      'limit=1&limit=2',
    ];
    for (const query of wrong) expect((await fixture.call('GET', `/builds?${query}`)).status).toBe(422);
  });
});
