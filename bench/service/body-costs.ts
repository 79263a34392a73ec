// Sends expensive request bodies (test/api/costly-bodies.ts) one after another, and measures how long each blocks the
// main thread, in CPU time, so that other programs on the machine do not affect the result.

import { type Measurement, measurement, quantile } from '../../scripts/measurement.ts';
import { ApiFixture } from '../../test/api/api-fixture.ts';
import { CostlyBodies } from '../../test/api/costly-bodies.ts';
import { createRandom } from '../../test/store/seeded-random.ts';

const SEED = 39;
const BODIES = 10_000;
const MOST_BYTES = 10_000_000;
const GOAL_MS = 200;
/** Number of requests per store: accepted bodies of several megabytes stay in the store's memory. */
const REQUESTS_OF_A_STORE = 200;

export async function run(): Promise<Measurement[]> {
  const random = createRandom(SEED);
  const times: number[] = [];
  let worst = { tookMs: 0, name: '' };
  for (let first = 0; first < BODIES; first += REQUESTS_OF_A_STORE) {
    const fixture = await ApiFixture.open();
    const ids = { BuildID: await fixture.newCompletedBuild(), UserID: 'me', TaskID: `tsk_${'0'.repeat(32)}` };
    const bodies = new CostlyBodies(await fixture.describe(), { random, ids, mostBytes: MOST_BYTES });
    for (let i = 0; i < REQUESTS_OF_A_STORE; i++) {
      const { name, ...wish } = bodies.make();
      const tookMs = await measure(fixture, wish);
      times.push(tookMs);
      if (tookMs > worst.tookMs) worst = { tookMs, name };
      if (tookMs > GOAL_MS) console.error(`${tookMs.toFixed(0)} ms: ${name}, ${wish.body.length} characters`);
    }
  }
  console.error(`the most: ${worst.name}`);
  const over = times.filter((tookMs) => tookMs > GOAL_MS).length;
  const name = `${BODIES} bodies that look for work`;
  return [
    measurement(`${name}, longest`, worst.tookMs, 'ms', GOAL_MS),
    measurement(`${name}, above ${GOAL_MS} ms`, over, '', 0),
    measurement(`${name}, 99 %`, quantile(times, 0.99), 'ms'),
  ];
}

/** CPU time in user code from the request to its response, in milliseconds. */
async function measure(
  fixture: ApiFixture,
  { method, path, body }: { method: string; path: string; body: string },
): Promise<number> {
  const bytes = new TextEncoder().encode(body);
  const headers = { Authorization: fixture.ann.key, 'Content-Type': 'application/json' };
  const request = new Request(`https://api.example${path}`, { method, headers, body: bytes });
  const started = process.cpuUsage();
  const answer = await fixture.api.fetch(request);
  const { user } = process.cpuUsage(started);
  await answer.body?.cancel();
  return user / 1000;
}
