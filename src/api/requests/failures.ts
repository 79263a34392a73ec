// Error responses: one table that maps an error's code to its HTTP status, and one body with every field spelling that
// clients read. An error outside the table is a fault of Haze: it is reported, and the response is a 500 with the
// report's ID.
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AnsweredCode, ErrorCode } from '../../errors/error-codes.ts';
import { type ErrorData, HazeError } from '../../errors/haze-error.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import type { Services } from './services.ts';

/** HTTP status for every error code that the API returns. */
const STATUS_OF_CODE: Readonly<Record<AnsweredCode, number>> = {
  'malformed-request': 400,
  unauthorized: 401,
  'bad-signature': 403,
  'signature-expired': 403,
  'unknown-resource': 404,
  'unknown-path': 404,
  'unknown-method': 405,
  'wrong-state': 409,
  'default-core': 409,
  'name-taken': 409,
  'precondition-failed': 412,
  'body-too-large': 413,
  'unsupported-content-type': 415,
  'invalid-request': 422,
  'bad-start-key': 422,
  'malformed-ux': 422,
  'quota-exceeded': 429,
  'internal-error': 500,
  'record-damaged': 500,
  'not-supported': 501,
  'picture-unavailable': 503,
  'storage-away': 503,
  'storage-busy': 503,
  'storage-read-only': 503,
  'store-too-new': 503,
  'storage-evicted': 503,
  'store-closed': 503,
  'storage-full': 507,
};

/** Body of every unsuccessful response. */
export interface FailureBody {
  readonly message: string;
  readonly Message: string;
  /** Identifies the kind of failure, and does not change between versions. */
  readonly code: string;
  /** Present on the task outputs endpoint only. */
  readonly error?: string;
  /** Invalid fields of the request, each with a message. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** ID in the log, if the error is a fault of Haze. */
  readonly id?: string;
}

/** An error that is in the table. */
interface Answerable {
  readonly code: AnsweredCode;
  readonly message: string;
  readonly data: ErrorData;
}

const TASK_OUTPUTS_PATH = /\/tasks\/[^/]+\/outputs(?:\/public)?\/?$/;

function fromHttpException(error: HTTPException): Answerable {
  if (error.status === 415) {
    const message = 'A request with a body needs "Content-Type: application/json".';
    return { code: 'unsupported-content-type', message, data: {} };
  }
  return { code: 'malformed-request', message: 'The body is not well-formed JSON.', data: {} };
}

function isAnswered(code: ErrorCode): code is AnsweredCode {
  return Object.hasOwn(STATUS_OF_CODE, code);
}

/** Converts an error for a response, and reports every error that was not caused by the request. */
function toAnswerable(error: unknown, c: Context, services: Services): Answerable {
  if (error instanceof HTTPException && error.status < 500) return fromHttpException(error);
  if (error instanceof HazeError && isAnswered(error.code)) return { ...error.toJSON(), code: error.code };
  const id = toHex(services.random(8));
  services.reportError({ id, method: c.req.method, path: c.req.path, error });
  const message = `An internal error occurred. It is in the log as ${id}; nothing in the request was carried out.`;
  return { code: 'internal-error', message, data: { id } };
}

/** Responds to a request with an error. */
export function answerFailure(error: unknown, c: Context, services: Services): Response {
  const { code, message, data } = toAnswerable(error, c, services);
  const body: FailureBody = {
    message,
    Message: message,
    code,
    ...(TASK_OUTPUTS_PATH.test(c.req.path) && { error: message }),
    ...(Array.isArray(data.issues) && { issues: data.issues }),
    ...(typeof data.id === 'string' && { id: data.id }),
  };
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (typeof data.allow === 'string') headers.set('Allow', data.allow);
  if (typeof data.retryAfter === 'number') headers.set('Retry-After', String(data.retryAfter));
  return new Response(JSON.stringify(body), { status: STATUS_OF_CODE[code], headers });
}

/** Error for a well-formed request with a disallowed value. `path`: path of the field. */
export function invalidRequest(path: string, message: string): HazeError {
  return new HazeError('invalid-request', `${path}: ${message}`, { data: { issues: [{ path, message }] } });
}

/** Error for an ID that does not match any of the caller's records of that kind. */
export function unknownResource(kind: string, id: string): HazeError {
  return new HazeError('unknown-resource', `There is no ${kind} "${id.slice(0, 80)}".`);
}

/** Error for a feature of the interface that Haze does not (yet) support. */
export function notSupported(message: string): HazeError {
  return new HazeError('not-supported', message);
}

/** Error for a request that comes too early or too late in a resource's life cycle. */
export function wrongState(message: string): HazeError {
  return new HazeError('wrong-state', message);
}
