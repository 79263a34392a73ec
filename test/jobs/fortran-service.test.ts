// Fortran through the service's interface: the compile worker, the language's names, and the message for a failed
// build.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HazeProcess, startHaze } from './haze-process.ts';
import { createFetchClient, FORTRAN_SAMPLE, runBasicSample, type Service } from './sample-flows.ts';

let folder = '';
let haze: HazeProcess;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-fortran-'));
  haze = await startHaze(folder);
  service = { base: haze.base, key: haze.key, client: createFetchClient(fetch), waits: 0.1 };
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test.each(['Fortran', 'f90', 'F77'])('a program is built and run under the name "%s"', async (language) => {
  const result = await runBasicSample(service, { ...FORTRAN_SAMPLE, language });
  expect(result).toMatchObject({ buildStatus: 'Completed', taskStatus: 'Completed', stderr: 'done\n' });
  expect(result.stdout).toMatch(/^1\.5\d*Ux[0-9A-F]+\n$/);
});

test('the log of a failed build shows the line, the location and the closest name', async () => {
  const code = FORTRAN_SAMPLE.code.replace('x = ux_uniform', 'x = ux_unifrom');
  const { buildStatus, buildLog } = await runBasicSample(service, { ...FORTRAN_SAMPLE, code });
  expect(buildStatus).toBe('Stopped');
  expect(buildLog).toMatch(/:6:7: error: .*Did you mean "ux_uniform"\?/);
  expect(buildLog).toContain('6 |   x = ux_unifrom(1.0d0, 2.0d0)');
});
