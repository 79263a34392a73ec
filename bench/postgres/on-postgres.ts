// Set-up for benchmarks with processes on a PostgreSQL database.
import type { HazeChild } from '../../test/postgres/haze-processes.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { inFolder } from '../harness.ts';

/** A database, a home folder for processes, and the processes to kill at the end. */
export interface Team {
  readonly postgres: PostgresServer;
  readonly home: string;
  readonly children: HazeChild[];
}

/** Runs `work` with a database that, as on a production server, writes commits to disk. */
export async function onPostgres<T>(work: (team: Team) => Promise<T>): Promise<T> {
  const postgres = await startPostgres(['fsync = on']);
  const children: HazeChild[] = [];
  const killAll = () => Promise.all(children.map((child) => child.end('SIGKILL')));
  try {
    return await inFolder((home) => work({ postgres, home, children }).finally(killAll));
  } finally {
    await postgres.remove();
  }
}
