// Errors from PostgreSQL and from the connection, in the store's terms. No message contains the configured URL, which
// may include a password.

import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { codeOf, storageEvicted, storageFull, toStoreError } from '../contract/store-errors.ts';

/** Seconds until a retry if the database cannot be reached or takes too long. */
const RETRY_AFTER_S = 2;

/** Socket errors, and PostgreSQL error classes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const AWAY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
  // Shutting down, starting up, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '53300',
]);
const AWAY_PATTERN =
  /connection (terminated|ended|closed)|timeout exceeded when trying to connect|timeout expired|client has encountered a connection error|client was closed/i;

const NO_ROOM_TO_CONNECT = /could not write init file/i;
/** Messages about a full disk, which may have no error code. */
const FULL_PATTERN = /No space left on device|could not write init file/i;

/** Tests whether a full disk prevents a new connection; existing connections keep working. */
export function isNoRoomToConnect(error: unknown): boolean {
  return error instanceof Error && NO_ROOM_TO_CONNECT.test(error.message);
}

/** Tests whether the connection is lost, or no connection is available. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (AWAY_CODES.has(code) || code.startsWith('08')) return true;
  if (error instanceof AggregateError) return error.errors.some(isAway);
  return code === '' && error instanceof Error && AWAY_PATTERN.test(error.message);
}

/** Tests whether the transaction conflicted with another one, and may succeed if repeated. */
export function isMeeting(error: unknown): boolean {
  // Two transactions that add the same row may first conflict on its key. A long wait for a lock is more often a
  // deadlock than a long transaction.
  return ['40001', '40P01', '23505', '55P03'].includes(codeOf(error));
}

/** Error for a database that does not respond. @param why reason, such as `ECONNREFUSED` */
function storageAway(why: string, cause?: unknown): HazeError {
  return new HazeError('storage-away', `The database is not responding (${why}). Try again in a moment.`, {
    cause,
    data: { retryAfter: RETRY_AFTER_S },
  });
}

/** Error for a connection that was lost during a commit, so that the result of the commit is unknown. */
export function storageUnsure(cause?: unknown): HazeError {
  return new HazeError(
    'storage-away',
    'The database became unavailable while it was storing this, so it may or may not have been stored. Check before you try again.',
    { cause, data: { retryAfter: RETRY_AFTER_S } },
  );
}

/** Error for a transaction that conflicts repeatedly, because too many transactions are changing the same records. */
export function storageBusy(cause?: unknown): HazeError {
  return new HazeError(
    'storage-busy',
    'Too many other requests are changing the same data. Try again in a moment.',
    { cause, data: { retryAfter: RETRY_AFTER_S } },
  );
}

/** Short reason for a failed connection. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const code = codeOf(error);
  if (code !== '') return code;
  return messageOf(error);
}

function refused(message: string, cause: unknown): HazeError {
  return new HazeError('database-refused', message, { cause });
}

/** Converts a database error. @param place name such as `haze at db.lan:5432`, without any password */
export function toPostgresError(error: unknown, place: string): HazeError {
  if (error instanceof HazeError) return error;
  if (isAway(error)) return storageAway(reasonOf(error), error);
  if (isMeeting(error)) return storageBusy(error);
  const { message = '' } = error as Error;
  if (FULL_PATTERN.test(message)) return storageFull(error);
  switch (codeOf(error)) {
    case '57014':
      return storageAway('it took too long', error);
    case '53100':
      return storageFull(error);
    case '25006':
      return new HazeError(
        'storage-read-only',
        'The database is currently read-only: it is a standby, or was made read-only.',
        { cause: error, data: { retryAfter: RETRY_AFTER_S } },
      );
    case '28000':
    case '28P01':
      return refused(
        `The database ${place} rejects this user: wrong user or password, or pg_hba.conf does not allow the connection.`,
        error,
      );
    case '3D000':
      return refused(`There is no database ${place}. Create it first: createdb.`, error);
    case '42501':
      return refused(
        `The database ${place} does not give this user the permissions that the store needs: ${message}.`,
        error,
      );
    case '3F000':
    case '42P01':
      return storageEvicted(error);
    case '54000':
      return new HazeError('storage-failed', 'A name is too long for the database.', { cause: error });
    default:
      return toStoreError(error);
  }
}
