// `haze run --watch`: builds and runs a program again whenever one of its files becomes another, with the compiler kept
// loaded. A program that still runs is ended. Ctrl-C ends it all.
import { HazeError } from '../../../errors/haze-error.ts';
import { adviseOn } from '../../files/file-advice.ts';
import { printMessage } from '../../logs/stderr-line.ts';
import type { WatchedInputs } from './watched-inputs.ts';

export interface WatchedRun<Built> {
  readonly inputs: WatchedInputs;
  /** Undefined when the program does not compile. */
  readonly build: () => Promise<Built | undefined>;
  /** Runs a program to its end, or until the signal fires; returns its exit status. */
  readonly run: (built: Built, signal: AbortSignal) => Promise<number>;
}

/** Exit status of a command that Ctrl-C has ended. */
const INTERRUPTED = 130;

/**
 * Runs until Ctrl-C.
 * @returns the exit status of an interrupted command
 * @throws HazeError for files that are not there at the start
 */
export async function watchRun<Built>(watched: WatchedRun<Built>): Promise<number> {
  const { inputs } = watched;
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  try {
    await inputs.read();
    for (;;) {
      // Nothing interrupts the compiler: without a listener the signal ends the process meanwhile.
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

/** Runs what was built, and waits for the next change of a file. */
async function untilChange<Built>(
  { inputs, run }: WatchedRun<Built>,
  built: Built | undefined,
  interrupted: AbortSignal,
): Promise<string | undefined> {
  const changing = inputs.nextChange(interrupted);
  if (built === undefined) say('not built; waiting for a change (Ctrl-C ends)');
  else {
    const ending = new AbortController();
    const running = forgive(() => run(built, ending.signal)).then((status) => ({ status }));
    const ended = await Promise.race([running, changing.then(() => undefined)]);
    if (!ended) ending.abort();
    else say(`${describeEnd(ended.status)}; waiting for a change (Ctrl-C ends)`);
    await running;
  }
  return changing;
}

/** @param status undefined when the program could not be run, and why has been said */
function describeEnd(status: number | undefined): string {
  return status === undefined ? 'not run' : `ended with status ${status}`;
}

/** Reports a fault that another edit can mend, and continues. */
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

/** The message for a fault of a program or its files; undefined for a fault of ours. */
function maybeMessage(error: unknown): string | undefined {
  if (error instanceof HazeError) return error.message;
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return undefined;
  return `${path ?? message} (${code}).${adviseOn(code, path)}`;
}

function say(line: string): void {
  printMessage(line);
}
