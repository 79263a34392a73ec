// Runs with so many lanes that a helper computes some of them (src/runtime/running/run-help.ts): their output, their
// cancellation, and a check that no worker is left over.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKernels, loadSharedKernels } from '../../src/node/engine/assets.ts';
import { openLimitedWorker } from '../../src/node/engine/limited-worker.ts';
import { build } from '../../src/node/library.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { withHelper } from '../../src/runtime/running/helped-worker.ts';
import { keepWorker } from '../../src/runtime/running/kept-worker.ts';
import type { RunMessage, StartMessage } from '../../src/runtime/running/run-messages.ts';
import { type RunRequest, type RunWorker, runProgram } from '../../src/runtime/running/run-program.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import type { HelpMessage } from '../../src/uncertainty/kernels/serve-lanes.ts';
import { countHelped } from '../../src/uncertainty/kernels/work-desk.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const LANES = 16_384;
const CORE = { ...findDefaultCore('C0-Joint'), LaneCount: LANES };

/** A loop with the given number of iterations, or an endless loop, while `keep` extra values stay alive. */
const SOURCE = `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  int rounds = atoi(argv[1]), kept = argc > 2 ? atoi(argv[2]) : 0;
  double x = UxHwDoubleGaussDist(1, 0.1), y = UxHwDoubleUniformDist(-0.5, 0.5), sum = x * y + 1;
  double *values = malloc((kept + 1) * sizeof(double));
  for (int i = 0; i < kept; i++) values[i] = x * y + i;
  for (int i = 0; i != rounds; i++) {
    sum = tanh(sum * y) + exp(-sum) * sin(x * sum) + pow(fabs(sum), y);
    if (i % 50 == 0) sum += UxHwDoubleGaussDist(0, 0.01) * values[0];
  }
  printf("%lf %lf\\n", sum, fmax(sum, x));
}
`;

let module: Uint8Array;
let kernels: WebAssembly.Module;
let folder = '';

beforeAll(async () => {
  const built = await build(SOURCE);
  if (!built.ok) throw new Error(built.log);
  module = rewriteProgram(built.module).module;
  kernels = await loadKernels();
  folder = mkdtempSync(join(tmpdir(), 'haze-two-cores-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates workers as the command does, and counts those that are alive. */
class Workers {
  alive = 0;
  helpers = 0;
  #helper: { post(message: HelpMessage): void; terminate(): void } | undefined;
  #desk: SharedArrayBuffer | undefined;

  readonly create: () => RunWorker = withHelper(() => this.#open<StartMessage, RunMessage>(), {
    countProcessors: () => 2,
    createHelper: () => {
      this.helpers++;
      const helper = this.#open<HelpMessage, never>();
      this.#helper = helper;
      return {
        ...helper,
        post: (message) => {
          this.#desk = message.shared.desk;
          helper.post(message);
        },
      };
    },
    loadShared: loadSharedKernels,
  });

  /** The number of chunks that the helper of the last run computed. */
  get helped(): number {
    return this.#desk ? countHelped(this.#desk) : 0;
  }

  killHelper(): void {
    this.#helper?.terminate();
  }

  #open<Sent, Received>() {
    const worker = openLimitedWorker<Sent, Received>('run-worker-node.js', {});
    this.alive++;
    let isOver = false;
    worker.onFailure(() => {
      if (!isOver) this.alive--;
      isOver = true;
    });
    return worker;
  }
}

function run(workers: Workers, rounds: number, options: Partial<RunRequest> = {}) {
  let stdout = '';
  const onStdout = (bytes: Uint8Array) => {
    stdout += new TextDecoder().decode(bytes);
  };
  const request = { module, core: CORE, arguments: [String(rounds)], onStdout, ...options };
  const outcome = runProgram(request, { kernels, createWorker: workers.create });
  return outcome.then(({ end }) => ({ end, stdout }));
}

describe('a run on two cores', () => {
  it('the command prints the same bytes on two cores as on one', () => {
    const path = join(folder, 'main.c');
    writeFileSync(path, SOURCE);
    const words = [COMMAND, 'run', path, '--core', 'C0-Joint', '--lanes', String(LANES), '--no-cache'];
    const args = ['--args', '150'];
    const [one, two] = [['taskset', '-c', '0', process.execPath], [process.execPath]].map(
      ([program = '', ...before]) => spawnSync(program, [...before, ...words, ...args], { encoding: 'utf8' }),
    );
    // After so many iterations, a function's error of one unit in the last place determines how accurate the spread is.
    expect(one!.stderr).toMatch(
      /^(haze: the standard deviation of the .* value on line .* is known to .*\n)*$/,
    );
    expect(one!.status).toBe(0);
    expect(one!.stdout).toMatch(/^[\d.-]+(Ux|±)/);
    expect(two).toMatchObject({ status: 0, stderr: one!.stderr, stdout: one!.stdout });
  });

  it('if a run is cancelled, or stopped at its limits, while its helper is working, both workers end', async () => {
    const workers = new Workers();
    const cancel = new AbortController();
    const cancelled = run(workers, -1, { signal: cancel.signal });
    await expect.poll(() => workers.helped).toBeGreaterThan(0);
    expect(workers.alive).toBe(2);
    cancel.abort();
    expect((await cancelled).end).toMatchObject({ code: 'cancelled' });
    await expect.poll(() => workers.alive).toBe(0);

    expect((await run(workers, -1, { timeLimitMs: 500 })).end).toMatchObject({ code: 'time-limit' });
    await expect.poll(() => workers.alive).toBe(0);

    const laneMemoryLimitBytes = 100 * 8 * LANES;
    const full = await run(workers, 1, { arguments: ['1', '200'], laneMemoryLimitBytes });
    expect(full.end).toMatchObject({ code: 'lane-memory-exhausted' });
    await expect.poll(() => workers.alive).toBe(0);
  });

  it('a run continues alone if its helper is killed, and the next run has a new helper', async () => {
    const workers = new Workers();
    const kept = keepWorker(workers.create);
    const runKept = async (rounds: number) => {
      let stdout = '';
      const onStdout = (bytes: Uint8Array) => {
        stdout += new TextDecoder().decode(bytes);
      };
      const request = { module, core: CORE, arguments: [String(rounds)], onStdout };
      const { end } = await runProgram(request, { kernels, createWorker: kept.createWorker });
      return { end, stdout };
    };
    const alone = { end: { kind: 'exited', exitStatus: 0 }, stdout: (await run(new Workers(), 400)).stdout };
    // One worker and one helper serve two consecutive runs, in the same memory.
    expect(await runKept(400)).toEqual(alone);
    expect(await runKept(400)).toEqual(alone);
    expect(workers).toMatchObject({ helpers: 1, alive: 2 });

    const orphaned = runKept(400);
    workers.killHelper();
    expect(await orphaned).toEqual(alone);
    expect(await runKept(400)).toEqual(alone);
    expect(workers).toMatchObject({ helpers: 2, alive: 2 });
    kept.close();
    await expect.poll(() => workers.alive).toBe(0);
  });
});
