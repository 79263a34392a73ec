// Tasks for programs that make decisions on uncertain values. Most of the service's cores follow the particle, and the
// task's record lists the locations. On C0-Joint, every draw takes its own path, in threads and in processes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { openTaskRooms } from '../../src/node/isolation/task-room.ts';
import { type Server, startServer } from '../../src/node/server-library.ts';
import { runAndFollow } from '../../src/program/run-and-follow.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { runProgram } from '../../src/runtime/running/run-program.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';
import { type Call, callOf, untilEnded } from './client.ts';

const CLAMP = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0.1, 1);
  double y = x > 0 ? x : 0;
  printf("%lf\\n", y);
}
`;

/** The same clamp as a branch that the compiler does not turn into a select instruction. */
const BRANCH = `#include <stdio.h>
#include <uxhw.h>
static volatile int branches;
int main(void) {
  double x = UxHwDoubleGaussDist(0.1, 1), y = 0;
  if (x > 0) {
    branches++;
    y = x;
  }
  printf("%lf\\n", y);
}
`;

function meanOf(stdout: string): number {
  return parseUx(stdout.slice(stdout.indexOf('Ux')).trim()).mean;
}

describe('over the REST interface', () => {
  let server: Server;
  let call: Call;
  beforeAll(async () => {
    server = await startServer();
    call = callOf(server);
  });
  afterAll(() => server.close());

  async function runOn(core: string, Code = CLAMP) {
    const wish = { Language: 'C', Code, CoreID: findDefaultCore(core).CoreID };
    const { body: build } = await call('POST', '/sourcecode/builds', wish);
    await untilEnded(call, `/builds/${build.BuildID}`);
    const { body } = await call('POST', `/builds/${build.BuildID}/tasks`, { Seed: 1 });
    const { body: task } = await untilEnded(call, `/tasks/${body.TaskID}`);
    const read = async (stream: string) =>
      (await call('GET', `/tasks/${body.TaskID}/output/${stream}`)).text ?? '';
    return { task, stdout: await read('Stdout'), stderr: await read('Stderr') };
  }

  test('a service core follows the particle, and the record contains the decision', async () => {
    const { task, stdout, stderr } = await runOn('C0-S+');
    expect(task.Status).toBe('Completed');
    expect(task.Decisions).toEqual([
      {
        File: 'main.c',
        LineNumber: 5,
        Kind: 'Comparison',
        Probability: expect.closeTo(0.54, 2),
        Followed: true,
      },
    ]);
    expect(meanOf(stdout)).toBeCloseTo(0.1, 6);
    expect(stderr).toContain('main.c:5: `x > 0` holds for');
  });

  test('C0-Joint follows every draw', async () => {
    for (const [code, decisions] of [
      [BRANCH, [expect.objectContaining({ LineNumber: 6 })]],
      // Each draw takes its own branch, so nothing is left to report.
      [CLAMP, undefined],
    ] as const) {
      const { task, stdout, stderr } = await runOn('C0-Joint', code);
      expect(task.Status).toBe('Completed');
      expect(task.Decisions).toEqual(decisions);
      expect(meanOf(stdout)).toBeCloseTo(0.451, 2);
      expect(stderr).toBe('');
    }
  });
});

test.each(['process', 'thread'] as const)('in a %s, every draw follows its own path', async (isolation) => {
  const kernels = await loadKernels();
  const built = await createKeptHaze().build(BRANCH);
  if (!built.ok) throw new Error(built.log);
  const rooms = openTaskRooms({ isolation, memoryBytes: 2 ** 30, say: () => undefined });
  try {
    const core = findDefaultCore('C0-Joint');
    const room = rooms.open({ core }, core.MemorySize);
    const printed: Uint8Array[] = [];
    const { end, paths } = await runAndFollow(
      {
        core,
        module: rewriteProgram(built.module).module,
        onStdout: (bytes) => printed.push(bytes.slice()),
      },
      { linked: built.module },
      'lanes',
      {
        kernels: () => kernels,
        run: (request) => runProgram(request, { kernels, createWorker: room.createRunWorker }),
        runReference: (request) =>
          runReference(request, { kernels, createWorker: room.createReferenceWorker, parallelism: 2 }),
        placeOf: async () => undefined,
        placesOf: async (_program, offsets) => offsets.map(() => []),
      },
    );
    expect(end).toEqual({ kind: 'exited', exitStatus: 0 });
    expect(paths).toMatchObject({ followed: 4096 });
    expect(meanOf(Buffer.concat(printed).toString())).toBeCloseTo(0.451, 2);
  } finally {
    rooms.close();
  }
});
