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

/** The advice, after a blank; empty for codes that have none. */
export function adviseOn(code: string): string {
  const advice = ADVICE[code];
  return advice === undefined ? '' : ` ${advice}`;
}
