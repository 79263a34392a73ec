// Sources that exhaust resources, sent to `haze serve`: each build stops with a message, the server stays within its
// memory limit, and the next honest build succeeds. `npm run bench hostile` tests all sources; only the quick ones are
// tested here.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';
import { HOSTILE_COMPILATIONS } from './compilations.ts';
import { maybeComplaint, tryCompilation } from './try-compilation.ts';

const MOST_BYTES = 1.5 * 1024 ** 3;
const PATIENCE_MS = scaleLimit(100_000);
const SLOW_PATIENCE_MS = 3000;

let folder = '';
let haze: HazeProcess;
let honest = 0;

/** A program that has not been built before. */
const honestProgram = () => ({ language: 'C' as const, code: `int main(void) { return ${++honest}; }\n` });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-hostile-'));
  haze = await startHaze(folder);
  await tryCompilation(haze, honestProgram(), PATIENCE_MS);
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
  expect(await tryCompilation(haze, honestProgram(), PATIENCE_MS)).toMatchObject({ status: 'Completed' });
});

const quick = HOSTILE_COMPILATIONS.filter(({ isQuick }) => isQuick);

test.each(quick)('$name ($language)', { timeout: scaleLimit(300_000) }, async (compilation) => {
  const ending = await tryCompilation(
    haze,
    compilation,
    compilation.ends === 'slow' ? SLOW_PATIENCE_MS : PATIENCE_MS,
  );
  expect(maybeComplaint(compilation, ending)).toBeUndefined();
  expect(ending.peakBytes).toBeLessThan(MOST_BYTES);
});
