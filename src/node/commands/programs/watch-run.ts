// `haze run --watch`: rebuilds and reruns a program whenever one of its files changes, keeping the compiler loaded. A
// program that is still running is stopped first. Ctrl-C stops everything.
import { HazeError } from '../../../errors/haze-error.ts';
import { adviseOn } from '../../files/file-advice.ts';
import { printMessage } from '../../logs/stderr-line.ts';
import type { WatchedInputs } from './watched-inputs.ts';

export interface WatchedRun<Built> {
  readonly inputs: WatchedInputs;
  /** Builds the program; returns undefined if it does not compile. */
  readonly build: () => Promise<Built | undefined>;
  /** Runs a program to completion, or until the signal fires; returns its exit status. */
  readonly run: (built: Built, signal: AbortSignal) => Promise<number>;
}

/** Exit status of a command terminated by Ctrl-C. */
const INTERRUPTED = 130;

/**
 * Runs until Ctrl-C.
 * @returns the exit status of an interrupted command
 * @throws HazeError for files that are missing on startup
 */
export async function watchRun<Built>(watched: WatchedRun<Built>): Promise<number> {
  const { inputs } = watched;
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  try {
    await inputs.read();
    for (;;) {
      // The compiler cannot be interrupted, so there is no listener during a build, and the signal terminates the
      // process.
      const built = await forgive(watched.build);
      process.on('SIGINT', interrupt);
      const changed = await untilChange(watched, built, interrupted.signal);
      if (changed === undefined) return INTERRUPTED;
      process.off('SIGINT', interrupt);
      say(`${changed} changed`);
      await forgive(() => inputs.read());
    }
  } finally {
    process.off('SIGINT', interrupt);
    inputs.close();
  }
}

/** Runs the built program, and waits for the next file change. */
async function untilChange<Built>(
  { inputs, run }: WatchedRun<Built>,
  built: Built | undefined,
  interrupted: AbortSignal,
): Promise<string | undefined> {
  const changing = inputs.nextChange(interrupted);
  if (built === undefined) say('not built; waiting for a change (Ctrl-C to stop)');
  else {
    const ending = new AbortController();
    const running = forgive(() => run(built, ending.signal)).then((status) => ({ status }));
    const ended = await Promise.race([running, changing.then(() => undefined)]);
    if (!ended) ending.abort();
    else say(`${describeEnd(ended.status)}; waiting for a change (Ctrl-C to stop)`);
    await running;
  }
  return changing;
}

/** @param status undefined if the program could not be run, for a reason already reported */
function describeEnd(status: number | undefined): string {
  return status === undefined ? 'not run' : `ended with status ${status}`;
}

/** Reports a fault that a further edit can fix, and continues. */
async function forgive<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const message = maybeMessage(error);
    if (message === undefined) throw error;
    say(message);
    return undefined;
  }
}

/** The message for a fault in a program or its files; undefined for an internal fault. */
function maybeMessage(error: unknown): string | undefined {
  if (error instanceof HazeError) return error.message;
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return undefined;
  return `${path ?? message} (${code}).${adviseOn(code, path)}`;
}

function say(line: string): void {
  printMessage(line);
}
