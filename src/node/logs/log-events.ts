// Events of a server or worker, as data: lines for people, JSON lines and metrics are generated from the same events.
// No event contains a key, a URL's query, a body, or other client data.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ErrorReport, NoticeReport } from '../../api/requests/services.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { printable, printableLine } from '../../errors/printable-text.ts';
import type { ExecutorEvent } from '../../jobs/records/executor-events.ts';

export type LogEvent =
  | {
      readonly what: 'request';
      readonly requestId: string;
      readonly method: string;
      /** Path without its query, because a signed URL is as good as a key for an hour. */
      readonly path: string;
      readonly status: number;
      readonly tookMs: number;
    }
  | ExecutorEvent
  /** An internal error. If there was a response, the ID is the same as in the response. */
  | ({ readonly what: 'error'; readonly jobId?: string } & Partial<ErrorReport> & Pick<ErrorReport, 'error'>)
  | ({ readonly what: 'notice' } & NoticeReport)
  | { readonly what: 'said'; readonly message: string; readonly isError?: boolean };

export type Tell = (event: LogEvent) => void;

const requestIds = new AsyncLocalStorage<string>();
/** A proxy in front of the server may have assigned the request an ID. */
const REQUEST_ID = /^[\w.:@/+-]{1,128}$/;

/** The ID of the current request, if there is one. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore();
}

/** Runs the work under the ID from the request's `X-Request-Id`, or under a new ID. */
export function withRequestId<Result>(headers: Headers, work: (requestId: string) => Result): Result {
  const brought = headers.get('X-Request-Id') ?? '';
  const requestId = REQUEST_ID.test(brought) ? brought : randomUUID();
  return requestIds.run(requestId, () => work(requestId));
}

/** Formats an error for a log: a HazeError as its message, other errors with their stacks. */
export function describeError(error: unknown): string {
  if (error instanceof HazeError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Indents all lines of a string after the first, so that no error can imitate a log line. */
function indent(text: string): string {
  return text.replaceAll(/\n(?!\s)/g, '\n    ');
}

/** Lines for people. Records describe jobs, so the lines cover only requests and faults. */
export function createTextLog(log: (line: string) => void, logErrors = log): Tell {
  return (event) => {
    switch (event.what) {
      case 'request': {
        const { method, path, status, tookMs } = event;
        return log(
          `${new Date().toISOString()} ${method} ${printableLine(path)} ${status} ${tookMs.toFixed(1)} ms`,
        );
      }
      case 'error': {
        const { id, jobId, method, path, error } = event;
        const words = ['error', id, jobId, method, path].filter((word) => word !== undefined && word !== '');
        return logErrors(indent(printable(`${words.join(' ')} ${describeError(error)}`)));
      }
      case 'notice':
        return log(printableLine(`notice ${event.method} ${event.path} ${event.notice}`));
      case 'said':
        return (event.isError ? logErrors : log)(printable(event.message));
      case 'compiler-ended': {
        if (!event.memory) return undefined;
        const { heldBytes, mostBytes } = event.memory;
        const [held, most] = [heldBytes, mostBytes].map((bytes) => Math.ceil(bytes / 2 ** 20));
        return log(
          `haze: the compiler held ${held} MB, more than ${most} MB (--compiler-memory): it was replaced with a fresh compiler`,
        );
      }
      default:
        return undefined;
    }
  };
}
