// Concurrent hostile and honest tasks on a team's service: servers that run no jobs, and workers that run each task
// in its own process. Only task processes may die.
import { type Attack, type AttackReport, attack } from '../hostile/siege.ts';
import { type HazeChild, type Place, startServer, startWorker } from './haze-processes.ts';

export interface TeamReport extends AttackReport {
  /** The last output of servers and workers that have exited. */
  readonly deaths: readonly string[];
}

const SERVERS = 2;
const WORKERS = 2;
const WORKER_MEGABYTES = 1300;

/** Starts the service, and stops it once all tasks have finished. */
export async function besiegeTeam(place: Place, wish: Attack): Promise<TeamReport> {
  const team: HazeChild[] = [];
  const deaths: string[] = [];
  const add = async (starting: Promise<HazeChild>) => {
    const haze = await starting;
    team.push(haze);
    void haze.ended.then((status) => deaths.push(`${status}: ${haze.said.slice(-5).join(' / ')}`));
    return haze;
  };
  try {
    // The first server creates the tables and the key.
    for (let n = 0; n < SERVERS; n += 1) await add(startServer(place, ['--jobs', '0']));
    const servers = team.map((haze) => ({ base: haze.read('base address'), key: haze.read('API key') }));
    const words = ['--isolation', 'process', '--jobs', '2', '--memory-limit', String(WORKER_MEGABYTES)];
    for (let n = 0; n < WORKERS; n += 1) await add(startWorker(place, words));
    const report = await attack(servers, wish);
    return { ...report, deaths: [...deaths] };
  } finally {
    await Promise.all(team.map((haze) => haze.end('SIGKILL')));
  }
}
