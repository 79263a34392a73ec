// A PostgreSQL server for tests: in a temporary folder, on a free port of this machine, with a socket in the folder.
// Installs PostgreSQL if it is missing. PostgreSQL refuses to run as root, so in that case it runs as its own user.
import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { maybePostgresPrograms } from '../../scripts/install-test-packages.ts';

const USER = 'haze';
const PASSWORD = 'a+password/of its:own';

export interface PostgresServer {
  /** The URL of a database, including its user and password. */
  url(database?: string): string;
  readonly port: number;
  readonly password: string;
  /** Creates a database. */
  createDatabase(name: string): Promise<void>;
  /** Runs a single statement in a database. */
  query(text: string, database?: string): Promise<pg.QueryResult>;
  start(): Promise<void>;
  /** Stops the server: `fast` as an administrator would, `immediate` as in a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Stops the server permanently and removes it. */
  remove(): Promise<void>;
}

function findPrograms(): string {
  const folder = maybePostgresPrograms();
  if (folder === undefined) throw new Error('PostgreSQL is not there, and could not be installed.');
  return folder;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

function idOf(flag: '-u' | '-g'): number {
  const { stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  return Number(stdout);
}

/** Runs a program to completion as the user who may run PostgreSQL. */
function run(
  command: string,
  words: readonly string[],
  settings: { ids: { uid: number; gid: number } | undefined; cwd: string },
) {
  return new Promise<void>((done, fail) => {
    const child = spawn(command, words, {
      ...settings.ids,
      cwd: settings.cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    let said = '';
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    child.once('exit', (status) => {
      // Closes the pipe, because a server that the program has started would keep it open.
      child.stderr.destroy();
      if (status === 0) done();
      else fail(new Error(`${command} ${words.join(' ')} ended with ${status}: ${said}`));
    });
  });
}

/** Starts a server. @param settings lines of postgresql.conf */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const programs = findPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'haze-postgres-'));
  const ids = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (ids) await chown(folder, ids.uid, ids.gid);
  await chmod(folder, 0o700);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${PASSWORD}\n`, { mode: 0o644 });
  let port = 0;
  const call = (program: string, words: readonly string[]) =>
    run(join(programs, program), words, { ids, cwd: folder });
  const options = ['-D', data, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  await call('initdb', [...options, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  const lines = [
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = '${folder}'`,
    `shared_buffers = '64MB'`,
    // These tests need no protection against a power failure of the machine.
    'fsync = off',
    ...settings,
  ];
  const url = (database = 'postgres') =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const query = async (text: string, database?: string) => {
    const client = new pg.Client({ connectionString: url(database) });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  const log = join(folder, 'log');
  const server: PostgresServer = {
    url,
    get port() {
      return port;
    },
    password: PASSWORD,
    query,
    createDatabase: async (name) => void (await query(`CREATE DATABASE "${name}"`)),
    start: () => call('pg_ctl', ['-D', data, '-l', log, '-w', '-s', 'start']),
    stop: (how) => call('pg_ctl', ['-D', data, '-m', how, '-w', '-s', 'stop']),
    remove: async () => {
      await server.stop('immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
  for (;;) {
    port = await findFreePort();
    await writeFile(join(data, 'postgresql.auto.conf'), `${[`port = ${port}`, ...lines].join('\n')}\n`);
    try {
      await server.start();
      return server;
    } catch (error) {
      // Another process took the port in the meantime.
      const said = await readFile(log, 'utf8').catch(() => '');
      if (!said.includes('Address already in use')) throw error;
      await rm(log);
    }
  }
}
