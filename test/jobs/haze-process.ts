// `haze serve` as a separate process, for tests that send requests to it and kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { distUrl } from '../../src/node/dist-url.ts';

export interface HazeProcess {
  readonly pid: number;
  readonly base: string;
  readonly key: string;
  /** The printed line that a user can paste into a shell. */
  readonly curl: string;
  /** Lines of the request log so far. */
  readonly log: readonly string[];
  /** Sends a signal and waits for the process to exit. Returns the exit status, or null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const PROGRAM = fileURLToPath(distUrl('src/packed/haze.js'));

async function readGreeting(child: ChildProcess): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout!)) {
    lines.push(line);
    if (line.startsWith('curl ')) return lines;
  }
  throw new Error(`haze serve ended before it said how to reach it:\n${lines.join('\n')}`);
}

/**
 * Starts `haze serve` on a free port, and resolves once it responds.
 * @param dataDir undefined if another option chooses where the data is stored
 */
export async function startHaze(
  dataDir: string | undefined,
  more: readonly string[] = [],
  nodeOptions: readonly string[] = [],
  program = PROGRAM,
): Promise<HazeProcess> {
  const place = dataDir === undefined ? [] : ['--data-dir', dataDir];
  const words = [...nodeOptions, program, 'serve', '--port', '0', ...place, ...more];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  createInterface(child.stderr).on('line', (line) => log.push(line));
  const ended = once(child, 'exit');
  const lines = await readGreeting(child).catch((error: Error) => {
    throw new Error(`${error.message}\n${log.join('\n')}`);
  });
  const read = (name: string) =>
    lines
      .find((line) => line.startsWith(name))!
      .slice(name.length)
      .trim();
  return {
    pid: child.pid!,
    base: read('base address'),
    key: read('API key'),
    curl: lines.at(-1)!,
    log,
    end: async (signal) => {
      child.kill(signal);
      const [status] = (await ended) as [number | null];
      return status;
    },
  };
}
