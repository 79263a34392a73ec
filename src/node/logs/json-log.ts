// Events as JSON, one per line: pino's format (level, time in epoch milliseconds, msg), with request and job names as
// fields.
import pino from 'pino';
import { currentRequestId, describeError, type LogEvent, type Tell } from './log-events.ts';

/** A log of events. @param write receives one line */
export function createJsonLog(write: (line: string) => void): Tell {
  const logger = pino({ base: { pid: process.pid } }, { write: (line: string) => write(line.trimEnd()) });
  return (event) => {
    const line = maybeDescribe(event);
    if (!line) return;
    const { level, message, fields } = line;
    const requestId = currentRequestId();
    logger[level]({ ...(requestId !== undefined && { requestId }), ...fields }, message);
  };
}

interface Line {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: object;
}

/** Log line for an event; undefined for events that are only counted. */
function maybeDescribe(event: LogEvent): Line | undefined {
  switch (event.what) {
    case 'request': {
      const { requestId, method, path, status, tookMs } = event;
      const jobId = /\b(?:bld|tsk)_[0-9a-f]{32}\b/.exec(path)?.[0];
      const fields = { requestId, method, path, status, tookMs, ...(jobId !== undefined && { jobId }) };
      return { level: 'info', message: `${method} ${path} ${status}`, fields };
    }
    case 'started': {
      const { kind, id: jobId, waitedMs, isRestart } = event;
      return { level: 'info', message: `${kind} started`, fields: { jobId, kind, waitedMs, isRestart } };
    }
    case 'ended': {
      const { kind, id: jobId, status, ranMs, build } = event;
      return {
        level: 'info',
        message: `${kind} ${status}`,
        fields: { jobId, kind, status, ranMs, ...build },
      };
    }
    case 'part': {
      const { id: jobId, result, runs, ranMs } = event;
      const level = result === 'failed' ? 'warn' : 'info';
      return { level, message: `part ${result}`, fields: { jobId, result, runs, ranMs } };
    }
    case 'compiler-ended': {
      const { reason, memory } = event;
      const level = reason === 'died' ? 'warn' : 'info';
      return { level, message: `compiler replaced: ${reason}`, fields: { reason, ...memory } };
    }
    case 'compiler-held':
      return undefined;
    case 'error': {
      const { id: errorId, jobId, method, path, error } = event;
      return { level: 'error', message: describeError(error), fields: { errorId, jobId, method, path } };
    }
    case 'notice':
      return { level: 'warn', message: event.notice, fields: { method: event.method, path: event.path } };
    case 'said':
      return { level: event.isError ? 'error' : 'info', message: event.message, fields: {} };
  }
}
