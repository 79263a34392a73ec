// Log lines about requests and errors that contain text from clients.

import { expect, test } from 'vitest';
import { usageError } from '../../errors/haze-error.ts';
import { createTextLog, type LogEvent } from './log-events.ts';

function linesOf(event: LogEvent): string {
  const lines: string[] = [];
  createTextLog((line) => void lines.push(line))(event);
  return lines.join('\n');
}

const HOSTILE = 'a\u001b[2J\u009b31m\u202eb';
const ESCAPED = String.raw`a\u001b[2J\u009b31m\u202eb`;

test('control characters in a request are escaped, and its entry stays on one line', () => {
  const request = { what: 'request', requestId: '1', method: 'GET', status: 404, tookMs: 1 } as const;
  const path = `/${HOSTILE}\n2026-01-01T00:00:00.000Z GET /admin 200 1.0 ms`;
  const line = linesOf({ ...request, path });
  expect(line).toContain(`${ESCAPED}\\u000a2026`);
  expect(line).not.toMatch(/[\n\u202e\p{Cc}]/u);
  const notice = linesOf({ what: 'notice', method: 'GET', path: '/', notice: `unknown: ${HOSTILE}\nx` });
  expect(notice).toBe(`notice GET / unknown: ${ESCAPED}\\u000ax`);
});

test('an error cannot imitate a log line', () => {
  const error = usageError(`bad ${HOSTILE}\n2026-01-01T00:00:00.000Z GET /admin 200 1.0 ms`);
  expect(linesOf({ what: 'error', error })).toBe(
    `error bad ${ESCAPED}\n    2026-01-01T00:00:00.000Z GET /admin 200 1.0 ms`,
  );
});

test('tabs, accents and stack frames are kept', () => {
  const error = new TypeError('naïve\tvalue');
  expect(linesOf({ what: 'error', error })).toBe(`error ${error.stack}`);
});
