// Paths of files in the account's storage: no leading or trailing slash, and no empty, `.` or `..` component.
import { HazeError } from '../../errors/haze-error.ts';
import { invalidRequest } from '../requests/failures.ts';

const MAX_PATH_LENGTH = 1500;
const UNSAFE_PART = /^(\.{1,2}|)$/;

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((letter) => letter < ' ' || letter === '\u007f' || letter === '\uffff');
}

/**
 * Checks a path, and drops leading and trailing slashes.
 * @throws HazeError `invalid-request`
 */
export function checkFilePath(path: string): string {
  const trimmed = path.replace(/^\/+|(?<!\/)\/+$/g, '');
  const isSafe = !trimmed.split('/').some((part) => UNSAFE_PART.test(part)) && !hasControlCharacter(trimmed);
  if (isSafe && trimmed.length <= MAX_PATH_LENGTH) return trimmed;
  throw invalidRequest(
    'path',
    `"${path.slice(0, 80)}" is not a file path: use folders and a name joined by slashes`,
  );
}

/** Path after `/files/` in a request's URL. @throws HazeError `malformed-request`, `invalid-request` */
export function readFilePath(requestPath: string): string {
  const encoded = requestPath.slice('/files/'.length);
  let decoded: string;
  try {
    decoded = decodeURIComponent(encoded);
  } catch (error) {
    throw new HazeError('malformed-request', `"${encoded.slice(0, 80)}" is not percent-encoded text.`, {
      cause: error,
    });
  }
  return checkFilePath(decoded);
}
