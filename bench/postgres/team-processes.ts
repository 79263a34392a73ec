// The processes of a team's service, which are restarted as soon as they exit, and a function that calls any available
// server.
import { type HazeChild, type Place, spawnHaze } from '../../test/postgres/haze-processes.ts';

export interface Team {
  /** Number of processes. */
  readonly size: number;
  /** Last output of processes that exited without being killed. */
  readonly deaths: readonly string[];
  /** Kills one process with SIGKILL; the process is restarted. */
  kill(index: number): Promise<void>;
  /**
   * Calls any server, or another server if the first does not respond or the database is unavailable. Returns the
   * body of a successful response.
   */
  // biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as clients do
  call(key: string, method: string, path: string, body?: object): Promise<any>;
  end(): Promise<void>;
}

const SERVERS = 2;
const WORKERS = 3;
const LEASE = ['--lease', '3'];
const PATIENCE_MS = 60_000;
const CALL_MS = 20_000;

interface Slot {
  readonly words: readonly string[];
  child: HazeChild;
  isKilled: boolean;
}

export async function startTeam(place: Place, sealKeyFile: string): Promise<Team> {
  const deaths: string[] = [];
  let isOver = false;
  const common = ['--seal-key-file', sealKeyFile, ...LEASE];
  const begin = (slot: Slot) => {
    slot.isKilled = false;
    slot.child = spawnHaze(slot.words, place);
    const { child } = slot;
    void child.ended.then((status) => {
      if (isOver) return;
      if (!slot.isKilled)
        deaths.push(`haze ${slot.words[0]} ended with ${status}: ${child.said.slice(-5).join(' / ')}`);
      begin(slot);
    });
  };
  const words = [
    ...Array.from({ length: SERVERS }, () => ['serve', '--port', '0', '--jobs', '0', ...common]),
    ...Array.from({ length: WORKERS }, () => ['work', '--jobs', '2', '--memory-limit', '4000', ...common]),
  ];
  const slots = words.map((each) => ({ words: each, isKilled: false }) as unknown as Slot);
  const servers = slots.slice(0, SERVERS);
  const baseOf = ({ child }: Slot) =>
    child.said.some((line) => line.startsWith('curl ')) ? child.read('base address') : undefined;
  begin(slots[0]!);
  // The first server creates the tables and the key.
  while (baseOf(slots[0]!) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const slot of slots.slice(1)) begin(slot);
  return {
    size: slots.length,
    deaths,
    async kill(index) {
      const slot = slots[index]!;
      const { child } = slot;
      slot.isKilled = true;
      await child.end('SIGKILL');
    },
    async call(key, method, path, body) {
      const untilMs = performance.now() + PATIENCE_MS;
      for (let turn = Math.floor(Math.random() * SERVERS); ; turn += 1) {
        const base = baseOf(servers[turn % SERVERS]!);
        const reply = base === undefined ? undefined : await ask(base + path, { key, method, body });
        if (reply?.ok) return reply.json().catch(() => undefined);
        const said = reply ? `${reply.status} ${await reply.text()}` : 'no answer';
        if (reply && reply.status !== 503) throw new Error(`${method} ${path}: ${said}`);
        if (performance.now() > untilMs) throw new Error(`${method} ${path}: ${said} for a minute`);
        await new Promise((resolve) => setTimeout(resolve, 100 + 200 * Math.random()));
      }
    },
    async end() {
      isOver = true;
      await Promise.all(slots.map(({ child }) => child.end('SIGKILL')));
    },
  };
}

/** Returns undefined if no server responds. */
async function ask(
  url: string,
  { key, method, body }: { key: string; method: string; body: object | undefined },
): Promise<Response | undefined> {
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  try {
    const answer = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(CALL_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    // Reads the whole body, because a server may be killed partway through.
    return new Response(await answer.text(), { status: answer.status });
  } catch {
    return undefined;
  }
}
