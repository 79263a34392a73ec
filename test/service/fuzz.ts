// Malformed requests, including bodies up to and beyond the size limit, while another client uses the service. The
// requests are derived from the well-formed ones in the host's own /openapi.json.
import { ApiDescription } from '../api/api-description.ts';
import { RequestMaker } from '../api/request-maker.ts';
import { createRandom } from '../store/seeded-random.ts';
import { type Host, must } from './host.ts';

export const FUZZ_SEED = 2718281;
/** Number of times that each request with a body near the maximum size is sent. */
const LARGE_EVERY = 40;
const LIMIT_BYTES = 10 * 1024 * 1024;
const AT_ONCE = 8;
const PATIENCE_MS = 60_000;
/** Statuses that must each be received for some requests. */
const EXPECTED = [400, 401, 404, 405, 413, 422];

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function makeRequests(host: Host, description: ApiDescription): { small(): Sent; large(): Sent } {
  const random = createRandom(FUZZ_SEED);
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
  const { base, key } = host;
  const maker = new RequestMaker(description, random, { ids, key, base });
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  return {
    large() {
      const size = LIMIT_BYTES + Math.floor((random() - 0.5) * 2_000_000);
      const filler = 'x'.repeat(size);
      const body = random() < 0.5 ? filler : JSON.stringify({ Language: 'C', Code: 5, filler });
      return { url: `${base}/sourcecode/builds`, init: { method: 'POST', headers, body } };
    },
    small() {
      let made = maker.make();
      // Exceeds the smaller limits of another test, but not those of a host.
      while (made.rule === 'too large') made = maker.make();
      const { method, path, headers: own, body } = made;
      const sent = body !== undefined && method !== 'GET' && { body: body as string };
      return { url: path, init: { method, headers: own, ...sent } };
    },
  };
}

/**
 * Sends the requests, and counts the responses by status.
 * @throws Error with the request that got a wrong response: a 5xx, a timeout, or success
 */
export async function fuzz(host: Host, count: number): Promise<Record<number, number>> {
  const send = async (url: string, init: RequestInit) => {
    const response = await (host.fetch ?? fetch)(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, text: await response.text() };
  };
  const description = new ApiDescription(JSON.parse((await send(`${host.base}/openapi.json`, {})).text));
  const { small, large } = makeRequests(host, description);
  const statuses: Record<number, number> = {};
  let isOver = false;
  const neighbour = (async () => {
    let served = 0;
    for (; !isOver; served += 1) {
      const { status } = await send(`${host.base}/tasks`, { headers: { Authorization: host.key } });
      must(status === 200, `the neighbour was answered ${status}`);
    }
    return served;
  })();
  // Prevents an unhandled rejection, because the promise is awaited only at the end.
  neighbour.catch(() => undefined);
  try {
    for (let done = 0; done < count; done += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, (_, index) =>
        (done + index) % LARGE_EVERY === 0 ? large() : small(),
      );
      const replies = await Promise.all(
        requests.map(async ({ url, init }) => ({ url, init, ...(await send(url, init)) })),
      );
      for (const reply of replies) {
        checkReply(reply);
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      }
    }
  } finally {
    isOver = true;
  }
  must((await neighbour) > 0, 'the neighbour was never answered');
  const missing = EXPECTED.filter((status) => statuses[status] === undefined);
  must(missing.length === 0, `no request was answered ${missing.join(', ')}`);
  return statuses;
}

function checkReply({ url, init, status, text }: Sent & { status: number; text: string }): void {
  const shown = `${init.method} ${url} ${String(init.body).slice(0, 300)}: ${status} ${text.slice(0, 300)}`;
  must(status >= 400 && (status < 500 || status === 501), shown);
  const { message, Message, code } = JSON.parse(text) as Record<string, unknown>;
  must(typeof message === 'string' && message === Message, shown);
  must(status !== 501 || code === 'not-supported', shown);
}
