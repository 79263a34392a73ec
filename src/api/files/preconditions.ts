// Preconditions of file requests: If-Match and If-None-Match (RFC 9110, section 13). They let a client write a file
// only if it does not exist yet, or overwrite it only if it is the version that the client has read.
import { HazeError } from '../../errors/haze-error.ts';

/** Conditions on the file's version; empty if the request has neither header. */
export interface Preconditions {
  /** Accepted versions of the file; `*` means any. */
  readonly match?: string | undefined;
  /** Rejected versions of the file. */
  readonly noneMatch?: string | undefined;
}

/** Reads the preconditions of a request. */
export function readPreconditions(headers: Headers): Preconditions {
  return {
    match: headers.get('If-Match') ?? undefined,
    noneMatch: headers.get('If-None-Match') ?? undefined,
  };
}

/**
 * Tests whether a list of entity tags contains a version. A weak comparison suffices, because a version identifies
 * exact bytes and is never reused.
 */
function names(list: string, version: string | undefined): boolean {
  if (version === undefined) return false;
  if (list.trim() === '*') return true;
  return Array.from(list.matchAll(/(?:W\/)?"([^"]*)"/g), ([, tag]) => tag).includes(version);
}

/** Tests whether a reader already has the file. @param version undefined if there is no file */
export function isKnown({ noneMatch }: Preconditions, version: string): boolean {
  return noneMatch !== undefined && names(noneMatch, version);
}

/**
 * Checks the preconditions of a change against the stored file.
 * @throws HazeError `precondition-failed`
 */
export function checkPreconditions(
  { match, noneMatch }: Preconditions,
  version: string | undefined,
  path: string,
): void {
  const file = `"${path.slice(0, 80)}"`;
  if (match !== undefined && !names(match, version)) {
    const what = version === undefined ? 'is not there' : 'has changed in the meantime';
    throw failed(`If-Match: the file ${file} ${what}. Read it again, and change the current version.`);
  }
  if (noneMatch !== undefined && names(noneMatch, version)) {
    throw failed(`If-None-Match: the file ${file} already exists. Read it, or choose another path.`);
  }
}

function failed(message: string): HazeError {
  return new HazeError('precondition-failed', `${message} Nothing was changed.`);
}
