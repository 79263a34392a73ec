// Tasks on C0-Joint are rerun with more lanes if a figure is too coarse, as in the library and the command.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '../../src/node/server-library.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { openHaze } from '../programs/build-and-run.ts';
import { type Call, callOf, untilEnded } from './client.ts';

const WALK = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = 1;
  printf("a walk\\n");
  for (int i = 0; i < 60; i++) x += 0.1 * x * UxHwDoubleGaussDist(0, 1);
  printf("97.5 %%: %P.4lf\\n", UxHwDoubleQuantile(x, 0.975));
}`;

const haze = openHaze();
let server: Server;
let call: Call;
beforeAll(async () => {
  server = await startServer();
  call = callOf(server);
});
afterAll(() => server.close());

test.each([
  ["prints the library's output", {}, true],
  ['makes only one run if contributions are requested', { Contributions: true }, false],
])('a task on C0-Joint %s', async (_, wish, isRefined) => {
  const core = findDefaultCore('C0-Joint');
  const source = { Language: 'C', Code: WALK, CoreID: core.CoreID };
  const { body: build } = await call('POST', '/sourcecode/builds', source);
  await untilEnded(call, `/builds/${build.BuildID}`);
  const { body } = await call('POST', `/builds/${build.BuildID}/tasks`, { Seed: 1, ...wish });
  const { body: task } = await untilEnded(call, `/tasks/${body.TaskID}`);
  expect(task).toMatchObject({ Status: 'Completed', ExitCode: 0 });
  const { text } = await call('GET', `/tasks/${body.TaskID}/output/Stdout`);
  const run = await haze.runSource(WALK, {
    core: 'C0-Joint',
    seed: 1,
    ...(isRefined ? {} : { accuracy: 1 }),
  });
  expect(run.refinedLanes).toBe(isRefined ? 32_768 : undefined);
  expect(text).toBe(run.stdout);
});
