// `haze serve` and `haze work` as processes on a single database, for tests that send requests to them and kill them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { COMMAND } from '../command.ts';

export interface Place {
  /** The URL of the database, including its password. */
  readonly database: string;
  /** A folder for the data that this user's programs store. */
  readonly home: string;
  /** The command from another build. */
  readonly program?: string;
  /** An open file for stderr, which is then not included in `said`. */
  readonly stderr?: number;
  /** Additional environment variables. */
  readonly variables?: NodeJS.ProcessEnv;
}

export interface HazeChild {
  readonly child: ChildProcess;
  /** The lines on stdout and stderr so far. */
  readonly said: readonly string[];
  /** The text that follows a label in the startup message. */
  read(name: string): string;
  /** Sends a signal and waits for the process to exit. Returns the exit status, or null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves when the process exits. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts a command. The database URL is in its environment, not in its arguments.
 * @param processor number of the only CPU that the command may use
 */
export function spawnHaze(
  words: readonly string[],
  { database, home, program = COMMAND, stderr, variables }: Place,
  processor?: number,
): HazeChild {
  const env = { ...process.env, HAZE_DATABASE: database, XDG_DATA_HOME: home, ...variables };
  const own = [process.execPath, program, ...words];
  const [command, ...rest] = processor === undefined ? own : ['taskset', '-c', String(processor), ...own];
  const child = spawn(command!, rest, { stdio: ['ignore', 'pipe', stderr ?? 'pipe'], env });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => said.push(line));
  }
  const ended = once(child, 'close').then(([status]) => status as number | null);
  return {
    child,
    said,
    ended,
    read: (name) =>
      said
        .find((line) => line.startsWith(name))!
        .slice(name.length)
        .trim()
        .split(' ')[0]!,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a command as `spawnHaze` does, but resolves after the last startup message. */
export async function startHaze(
  words: readonly string[],
  place: Place,
  processor?: number,
): Promise<HazeChild> {
  const haze = spawnHaze(words, place, processor);
  const isStarted = () => haze.said.some((line) => /^curl |^haze runs/.test(line));
  let isOver = false;
  void haze.ended.then(() => {
    isOver = true;
  });
  while (!isStarted()) {
    if (isOver) throw new Error(`haze ${words.join(' ')} ended:\n${haze.said.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return haze;
}

/** Starts `haze serve` on a free port. */
export function startServer(place: Place, more: readonly string[] = []): Promise<HazeChild> {
  return startHaze(['serve', '--port', '0', ...more], place);
}

export function startWorker(
  place: Place,
  more: readonly string[] = [],
  processor?: number,
): Promise<HazeChild> {
  return startHaze(['work', ...more], place, processor);
}
