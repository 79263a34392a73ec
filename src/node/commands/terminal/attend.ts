// Log and signals for commands that run until a signal stops them.
import { createLineWriter } from '../../logs/line-writer.ts';
import { createTextLog, type Tell } from '../../logs/log-events.ts';

/** The log on stderr. If the terminal is closed, logging stops but the service keeps running. */
export async function openLog(format: 'text' | 'json' = 'text'): Promise<Tell> {
  const write = createLineWriter(process.stderr, (lines) => {
    log({
      what: 'said',
      message: `haze: ${lines} lines of this log did not fit and were lost`,
      isError: true,
    });
  });
  const log =
    format === 'json' ? (await import('../../logs/json-log.ts')).createJsonLog(write) : createTextLog(write);
  return log;
}

/**
 * Keeps SIGUSR1 from opening Node's inspector: any user allowed to send a signal could then run code here. `--inspect`
 * still works.
 */
export function ignoreInspectorSignal(): void {
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
}

/** Resolves on the first signal to stop. */
export function untilSignal(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
}
