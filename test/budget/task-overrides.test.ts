// SourceOverrides of tasks, by the REST interface of a server: whole way from request to output.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/node/server-library.ts';
import { findUx } from '../../src/uncertainty/ux-text.ts';

const CODE = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double voltage = UxHwDoubleGaussDist(5, 0.06);
  double resistance = UxHwDoubleGaussDist(10, 0.2);
  printf("%lf\\n", voltage * resistance);
}
`;

describe('SourceOverrides', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let build = '';

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field, as clients do
  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
    const answer = await fetch(server.base + path, {
      method,
      headers: { Authorization: server.key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async function ended(path: string): Promise<any> {
    for (;;) {
      const { body } = await call('GET', path);
      if (['Completed', 'Stopped', 'Cancelled'].includes(body.Status)) return body;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function runTask(wish: object) {
    const { body } = await call('POST', `/builds/${build}/tasks`, wish);
    const task = await ended(`/tasks/${body.TaskID}`);
    return { task, stdout: (await call('GET', `/tasks/${body.TaskID}/output/Stdout`)).body as string };
  }

  beforeAll(async () => {
    server = await startServer();
    const { body: list } = await call('GET', '/cores?default=true');
    const core = list.Cores.find(({ Name }: { Name: string }) => Name === 'C0-S+');
    const { body } = await call('POST', '/sourcecode/builds', {
      ...{ Language: 'C', Code: CODE, CoreID: core.CoreID },
    });
    build = body.BuildID;
    expect((await ended(`/builds/${build}`)).Status).toBe('Completed');
  });

  afterAll(() => server.close());

  test('are applied without another build, and stand in the task', async () => {
    const SourceOverrides = { voltage: 'fixed', resistance: 4 };
    const { task, stdout } = await runTask({ SourceOverrides });
    expect(task).toMatchObject({ Status: 'Completed', SourceOverrides });
    // A plain number, in the form that the core prints it.
    expect(findUx(stdout)[0]!.value).toMatchObject({ count: 0, particle: 20 });
  });

  test('with a name that the program does not have the task is stopped, and says which there are', async () => {
    const { task } = await runTask({ SourceOverrides: { voltag: 1 } });
    expect(task.Status).toBe('Stopped');
    expect(task.StatusTransitions.at(-1).Message).toContain('Did you mean "voltage"?');
  });

  test('with Contributions the task has its budget, and without it says how to get it', async () => {
    const { task } = await runTask({
      Contributions: true,
      SourceOverrides: { resistance: 'gauss(10, 0.4)' },
    });
    expect(task).toMatchObject({ Status: 'Completed', Contributions: true });
    const { status, body } = await call('GET', `/tasks/${task.TaskID}/contributions`);
    expect(status).toBe(200);
    const [value] = body.values;
    // 10 · 0.06 and 5 · 0.4: variances 0.36 and 4.
    expect(value.contributions.map(({ source }: { source: { name: string } }) => source.name)).toEqual([
      'resistance',
      'voltage',
    ]);
    expect(value.contributions[0].first).toBeCloseTo(4 / 4.36, 1);
    expect(value.contributions[0].source).toMatchObject({ file: 'main.c', line: 5 });
    const { task: other } = await runTask({});
    const none = await call('GET', `/tasks/${other.TaskID}/contributions`);
    expect(none).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
    expect(none.body.message).toContain('"Contributions": true');
  });

  test('that are none are refused', async () => {
    for (const [value, reason] of [
      ['gauss(1, -1)', 'must not be negative'],
      ['gaus(1, 1)', 'Did you mean gauss'],
      [true, ''],
    ]) {
      const { status, body } = await call('POST', `/builds/${build}/tasks`, {
        SourceOverrides: { voltage: value },
      });
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(reason);
    }
  });
});
