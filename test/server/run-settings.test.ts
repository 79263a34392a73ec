// The seed, lanes and time limit of tasks, from the request through to the program's output.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOfTask } from '../../src/jobs/tasks/task-seed.ts';
import { type Server, startServer } from '../../src/node/server-library.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { type Call, callOf, untilEnded } from './client.ts';

// Runs on C0-Joint, where all results depend on the number of lanes and the seed.
const DRAWS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  printf("%lf\\n", UxHwDoubleGaussDist(5, 1) * UxHwDoubleGaussDist(3, 1));
}
`;
const ENDLESS = 'int main(void) { for (volatile int i = 0;; i++) {} }';

let server: Server;
let call: Call;

beforeAll(async () => {
  server = await startServer();
  call = callOf(server);
});
afterAll(() => server.close());

async function build(code: string): Promise<string> {
  const wish = { Language: 'C', Code: code, CoreID: findDefaultCore('C0-Joint').CoreID };
  const { body } = await call('POST', '/sourcecode/builds', wish);
  await untilEnded(call, `/builds/${body.BuildID}`);
  return body.BuildID;
}

async function run(buildId: string, settings: object) {
  const { body } = await call('POST', `/builds/${buildId}/tasks`, settings);
  const { body: task } = await untilEnded(call, `/tasks/${body.TaskID}`);
  return { task, stdout: (await call('GET', `/tasks/${body.TaskID}/output/Stdout`)).text };
}

test('tasks with the same seed print the same output, while another seed, no seed or other lanes give different output', async () => {
  const id = await build(DRAWS);
  const own = await run(id, {});
  const asked = await run(id, { Seed: `0x${seedOfTask(own.task.TaskID).toString(16)}` });
  expect(asked.stdout).toBe(own.stdout);
  expect((await run(id, { Seed: 7 })).stdout).toBe((await run(id, { Seed: '7' })).stdout);
  const others = await Promise.all([run(id, {}), run(id, { Seed: 7 }), run(id, { Seed: 7, LaneCount: 256 })]);
  expect(new Set([own.stdout, ...others.map(({ stdout }) => stdout)]).size).toBe(4);
});

test('a time limit stops a task and is given as the reason', async () => {
  const { task } = await run(await build(ENDLESS), { TimeLimitInSeconds: 0.5 });
  expect([task.Status, task.ExitCode, task.TimeLimitInSeconds]).toEqual(['Stopped', 124, 0.5]);
  expect(task.StatusTransitions.at(-1).Message).toContain('time limit of 0.5 s reached');
});
