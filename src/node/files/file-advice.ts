// Advice, as a sentence, for a file or folder that the system refuses.

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'Look at its name, and whether the folder is there that it lies in.',
  ENOTDIR: 'A part of its path is a file. Name another place.',
  EISDIR: 'It is a folder. Name a file.',
  EEXIST: 'Something else has that name. Name another place.',
  EACCES: 'Name another place, or make rights for this one.',
  EPERM: 'Name another place, or make rights for this one.',
  EROFS: 'Its file system can only be read. Name another place.',
  ENOSPC: 'Make room there, or name another place.',
  EDQUOT: 'Make room there, or name another place.',
  EMFILE: 'Let this process open more files (ulimit -n), or name fewer.',
  ENFILE: 'The whole system has too many files open. Try again later.',
  ELOOP: 'Its links lead round in a circle.',
  ENAMETOOLONG: 'Name it shorter.',
};

const NOT_UTF_8 = 'Its name is not UTF-8, and Node cannot open it. Rename it.';
/** Replacement for each byte of a name that is not UTF-8. */
const REPLACEMENT = '\ufffd';

/** The advice, after a blank; empty for codes that have none. @param path that the system refuses */
export function adviseOn(code: string, path = ''): string {
  const advice = code === 'ENOENT' && path.includes(REPLACEMENT) ? NOT_UTF_8 : ADVICE[code];
  return advice === undefined ? '' : ` ${advice}`;
}
