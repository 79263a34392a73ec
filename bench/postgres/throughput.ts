// Small tasks a second: one process with a folder, and a server on PostgreSQL with one worker and with two. The process
// with the folder has one processor, and so has each worker; the server and the database go where there is room, as on
// machines of their own. Rounds take turns, so that other load of the machine meets all alike. HAZE_BENCH_TASKS is the
// number of tasks a round.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type HazeChild,
  type Place,
  startHaze,
  startServer,
  startWorker,
} from '../../test/postgres/haze-processes.ts';
import { startPostgres } from '../../test/postgres/postgres-server.ts';
import { callOf, untilEnded } from '../../test/server/client.ts';
import { type Measurement, median } from '../measurement.ts';

const TASKS = Number(process.env.HAZE_BENCH_TASKS ?? 100);
const ROUNDS = 3;
const CLIENTS = 4;
/** Asking costs processor time, too. */
const LOOK_MS = 200;
const PROGRAM = {
  Code: '#include <stdio.h>\nint main(int argc, char **argv) { puts(argv[1]); return 0; }\n',
  Language: 'C',
};
const UNFINISHED = 'Accepted,Rescheduled,Initialising,In Progress';

type Call = ReturnType<typeof callOf>;

/** A service, and a program that it has built. */
interface Service {
  readonly call: Call;
  readonly buildId: string;
}

async function prepare(haze: HazeChild): Promise<Service> {
  const call = callOf({ base: haze.read('base address'), key: haze.read('API key') });
  const { body } = await call('POST', '/sourcecode/builds', PROGRAM);
  const { body: build } = await untilEnded(call, `/builds/${body.BuildID}`);
  if (build.Status !== 'Completed') throw new Error(`the build is ${build.Status}`);
  return { call, buildId: body.BuildID };
}

/** Tasks a second, from the first request to the last end. */
async function rateOf({ call, buildId }: Service): Promise<number> {
  const startedMs = performance.now();
  const ids: string[] = [];
  const send = async (client: number) => {
    for (let n = client; n < TASKS; n += CLIENTS) {
      const { status, body } = await call('POST', `/builds/${buildId}/tasks`, { Arguments: `${n}` });
      if (status !== 202) throw new Error(`a task was answered ${status}`);
      ids.push(body.TaskID);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => send(client)));
  const query = new URLSearchParams({ limit: '1', status: UNFINISHED });
  while ((await call('GET', `/tasks?${query}`)).body.Count > 0) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const seconds = (performance.now() - startedMs) / 1000;
  for (const id of ids) {
    const { Status } = (await call('GET', `/tasks/${id}`)).body;
    if (Status !== 'Completed') throw new Error(`a task is ${Status}`);
  }
  return TASKS / seconds;
}

export async function run(): Promise<Measurement[]> {
  const postgres = await startPostgres(['fsync = on']);
  const home = await mkdtemp(join(tmpdir(), 'haze-bench-'));
  const place: Place = { database: postgres.url(), home };
  const children: HazeChild[] = [];
  const keep = async (starting: Promise<HazeChild>) => {
    const haze = await starting;
    children.push(haze);
    return haze;
  };
  try {
    const words = ['serve', '--port', '0', '--data-dir', join(home, 'data')];
    const alone = await keep(startHaze(words, { home, database: '' }, 0));
    const server = await keep(startServer(place, ['--jobs', '0']));
    await keep(startWorker(place, [], 0));
    const [folder, team] = [await prepare(alone), await prepare(server)];
    // Warms up both.
    await Promise.all([rateOf(folder), rateOf(team)]);
    const rates = { folder: [] as number[], one: [] as number[], two: [] as number[] };
    for (const workers of ['one', 'two'] as const) {
      if (workers === 'two') {
        await keep(startWorker(place, [], 1 % availableParallelism()));
        await rateOf(team);
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.folder.push(await rateOf(folder));
        rates[workers].push(await rateOf(team));
      }
    }
    const [base, one, two] = [median(rates.folder), median(rates.one), median(rates.two)];
    return [
      { name: 'small tasks, one process with a folder', value: base, unit: '1/s' },
      { name: 'a server on PostgreSQL and one worker', value: one, unit: '1/s' },
      { name: 'a server on PostgreSQL and two workers', value: two, unit: '1/s' },
      { name: 'one worker, of the folder', value: one / base, unit: '', goal: 0.8 },
      { name: 'two workers, of the folder', value: two / base, unit: '', goal: 1.7 },
    ];
  } finally {
    await Promise.all(children.map((child) => child.end('SIGKILL')));
    await postgres.remove();
    await rm(home, { recursive: true, force: true });
  }
}
