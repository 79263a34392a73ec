// Malformed requests over real connections to `haze serve`, with bodies up to the limit and beyond it, while somebody else uses
// the service. Some hundred of them here; `HAZE_FUZZ=10000 npx vitest run --project program test/service/fuzz-server.test.ts`
// sends as many as that says.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiDescription } from '../api/api-description.ts';
import { RequestMaker } from '../api/request-maker.ts';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';
import { createRandom } from '../store/seeded-random.ts';

const SEED = 2718281;
const REQUESTS = Number(process.env.HAZE_FUZZ ?? 600);
/** One request in so many has a body about as large as allowed. */
const LARGE_EVERY = 40;
const LIMIT_BYTES = 10 * 1024 * 1024;
const AT_ONCE = 8;
const PATIENCE_MS = 30_000;

let folder = '';
let haze: HazeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-fuzz-'));
  haze = await startHaze(folder);
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function send(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  return { status: response.status, text: await response.text() };
}

test(`${REQUESTS} malformed requests: no 5xx, no hang, no neighbour lost (seed ${SEED})`, async () => {
  const headers = { Authorization: haze.key, 'Content-Type': 'application/json' };
  const description = new ApiDescription(JSON.parse((await send(`${haze.base}/openapi.json`, {})).text));
  const random = createRandom(SEED);
  const none = '0'.repeat(32);
  const ids = {
    BuildID: `bld_${none}`,
    TaskID: `tsk_${none}`,
    CoreID: `cor_${none}`,
    RepositoryID: `rep_${none}`,
    BucketID: `buc_${none}`,
    DriveID: `drv_${none}`,
    ValueID: `val_${none}`,
    UserID: `usr_${none}`,
    webhookId: `whk_${none}`,
    KeyID: none,
    path: 'none.txt',
  };
  const maker = new RequestMaker(description, random, { ids, key: haze.key, base: haze.base });
  const large = (): { url: string; init: RequestInit } => {
    const size = LIMIT_BYTES + Math.floor((random() - 0.5) * 2_000_000);
    const body =
      random() < 0.5
        ? 'x'.repeat(size)
        : JSON.stringify({ Language: 'C', Code: 5, filler: 'x'.repeat(size) });
    return { url: `${haze.base}/sourcecode/builds`, init: { method: 'POST', headers, body } };
  };
  const small = (): { url: string; init: RequestInit } => {
    let made = maker.make();
    // Too large for the limits of that test, and not for those of a server.
    while (made.rule === 'too large') made = maker.make();
    const { method, path, headers: own, body } = made;
    const sent = body !== undefined && method !== 'GET' && { body: body as string };
    return { url: path, init: { method, headers: own, ...sent } };
  };
  const statuses = new Map<number, number>();
  let isOver = false;
  const neighbour = (async () => {
    let count = 0;
    for (; !isOver; count += 1) expect((await send(`${haze.base}/tasks`, { headers })).status).toBe(200);
    return count;
  })();
  // It is awaited at the end.
  neighbour.catch(() => undefined);
  try {
    for (let done = 0; done < REQUESTS; done += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, (_, index) =>
        (done + index) % LARGE_EVERY === 0 ? large() : small(),
      );
      const replies = await Promise.all(
        requests.map(async ({ url, init }) => ({ url, init, ...(await send(url, init)) })),
      );
      for (const { url, init, status, text } of replies) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const isAbsent = status === 501 && JSON.parse(text).code === 'not-supported';
        if (status >= 400 && (status < 500 || isAbsent)) continue;
        throw new Error(
          `${init.method} ${url} ${String(init.body).slice(0, 300)}: ${status} ${text.slice(0, 300)}`,
        );
      }
    }
  } finally {
    isOver = true;
  }
  expect(await neighbour).toBeGreaterThan(0);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 401, 404, 405, 413, 422]));
  console.log(`answers by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
}, 3_600_000);
