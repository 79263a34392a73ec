// Tests SourceOverrides for tasks through a server's REST interface, from the request to the output.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/node/server-library.ts';
import { findUx } from '../../src/uncertainty/core/ux-text.ts';

const CODE = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double voltage = UxHwDoubleGaussDist(5, 0.06);
  double resistance = UxHwDoubleGaussDist(10, 0.2);
  printf("%lf\\n", voltage * resistance);
}
`;

/** A program with many kinds of sources: two with the same name, samples, and Ux text in an argument and in a file. */
const MANY = `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
static double north(void) {
  double offset = UxHwDoubleGaussDist(1, 0.1);
  return 2 * offset;
}
static double south(void) {
  double offset = UxHwDoubleGaussDist(2, 0.1);
  return 3 * offset;
}
int main(int argc, char **argv) {
  double measured = UxHwDoubleDistFromSamples((double[]){1, 2, 3, 4}, 4);
  double first = atof(argv[1]), second = 0;
  FILE *file = fopen("data/in.txt", "r");
  fscanf(file, "%lf", &second);
  printf("%lf\\n", north() + south());
  printf("%lf\\n", measured);
  printf("%lf\\n", first);
  printf("%lf\\n", second);
}
`;

describe('SourceOverrides', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let build = '';

  // biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as clients do
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

  async function buildProgram(Code: string): Promise<string> {
    const { body: list } = await call('GET', '/cores?default=true');
    const { CoreID } = list.Cores.find(({ Name }: { Name: string }) => Name === 'C0-S+');
    const { body } = await call('POST', '/sourcecode/builds', { Language: 'C', Code, CoreID });
    expect((await ended(`/builds/${body.BuildID}`)).Status).toBe('Completed');
    return body.BuildID;
  }

  async function runTask(wish: object, program = build) {
    const { body } = await call('POST', `/builds/${program}/tasks`, wish);
    const task = await ended(`/tasks/${body.TaskID}`);
    return { task, stdout: (await call('GET', `/tasks/${body.TaskID}/output/Stdout`)).body as string };
  }

  beforeAll(async () => {
    server = await startServer();
    build = await buildProgram(CODE);
  });

  afterAll(() => server.close());

  test('overrides are applied without another build, and appear in the task', async () => {
    const SourceOverrides = { voltage: 'fixed', resistance: 4 };
    const { task, stdout } = await runTask({ SourceOverrides });
    expect(task).toMatchObject({ Status: 'Completed', SourceOverrides });
    // A plain number is printed with a count of 0.
    expect(findUx(stdout)[0]!.value).toMatchObject({ count: 0, particle: 20 });
  });

  test('an override with an unknown name stops the task with a message that gives the closest known name', async () => {
    const { task } = await runTask({ SourceOverrides: { voltag: 1 } });
    expect(task.Status).toBe('Stopped');
    expect(task.StatusTransitions.at(-1).Message).toContain('Did you mean "voltage"?');
  });

  test('a task with overrides and Contributions has a budget, and without Contributions, an error explains how to request a budget', async () => {
    const { task } = await runTask({
      Contributions: true,
      SourceOverrides: { resistance: 'gauss(10, 0.4)' },
    });
    expect(task).toMatchObject({ Status: 'Completed', Contributions: true });
    const { status, body } = await call('GET', `/tasks/${task.TaskID}/contributions`);
    expect(status).toBe(200);
    const [value] = body.values;
    // The standard deviations due to voltage and resistance are 10 · 0.06 and 5 · 0.4: variances 0.36 and 4.
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

  test('overrides with invalid values are rejected', async () => {
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

  describe('sources that share a name, are made from samples, or come from Ux text', () => {
    let program = '';
    let inputs: object = {};

    beforeAll(async () => {
      const ux = (await runTask({ SourceOverrides: { resistance: 'fixed' } })).stdout.trim();
      await fetch(`${server.base}/files/in.txt`, {
        method: 'PUT',
        headers: { Authorization: server.key, 'Content-Type': 'text/plain' },
        body: `${ux}\n`,
      });
      const storage = { Location: 'data', ResourceID: '', ResourceType: 'ServiceCloudStorage' };
      inputs = { Arguments: ux, DataSources: [storage] };
      program = await buildProgram(MANY);
    });

    /** The means in the program's output, one per line. */
    const meansWith = async (SourceOverrides: object) => {
      const { task, stdout } = await runTask({ ...inputs, SourceOverrides }, program);
      expect(task.StatusTransitions.at(-1)).toMatchObject({ Status: 'Completed' });
      return stdout
        .trim()
        .split('\n')
        .map((line) => findUx(line)[0]?.value.particle ?? Number(line));
    };

    const refusalOf = async (SourceOverrides: object) => {
      const { task } = await runTask({ ...inputs, SourceOverrides }, program);
      expect(task.Status).toBe('Stopped');
      return task.StatusTransitions.at(-1).Message as string;
    };

    test('a name shared by two sources is rejected, the error gives their locations, and each location selects its source', async () => {
      expect(await refusalOf({ offset: 5 })).toMatch(
        /^"offset" matches 2 sources: "(\S+)" \(main\.c:5\), "(\S+)" \(main\.c:9\)\. Specify one of them/,
      );
      const means = await meansWith({ 'main.c:5': 5, 'main.c:9': 7 });
      expect(means[0]).toBe(2 * 5 + 3 * 7);
    });

    test('a source made from samples is rejected with a reason', async () => {
      expect(await refusalOf({ measured: 'gauss(1, 1)' })).toMatch(
        /^Source "measured" \(.+\) was created from samples: only parametric distributions and Ux text/,
      );
    });

    test('Ux text in an argument or in a file is set through the variable that it is read into', async () => {
      expect((await meansWith({ first: 4, second: 6 })).slice(2)).toEqual([4, 6]);
      expect(await refusalOf({ '&second': 6 })).toContain('Did you mean "second"?');
    });
  });
});
