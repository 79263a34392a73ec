// Kind of an imported copy of a repository, determined from its first bytes. A separate file, so that code that only
// accepts copies does not load the readers.
import { HazeError } from '../../errors/haze-error.ts';

/** The kinds of copies. */
export type ImportKind = 'zip' | 'bundle';

const BUNDLE_MAGIC = /^# v[23] git bundle\n/;

/**
 * Determines the kind of copy that begins with these bytes.
 * @throws HazeError `bad-import` if it is of neither kind
 */
export function findImportKind(start: Uint8Array): ImportKind {
  const text = new TextDecoder('latin1').decode(start.subarray(0, 32));
  if (BUNDLE_MAGIC.test(text)) return 'bundle';
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) return 'zip';
  throw new HazeError(
    'bad-import',
    'This is neither a zip nor a git bundle. Zip the repository folder, or create a bundle with "git bundle create FILE --all".',
  );
}
