// A sentence of advice on a file or folder for which the system reports an error.

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'Check its name, and whether its folder exists.',
  ENOTDIR: 'A part of its path is a file. Choose another location.',
  EISDIR: 'It is a folder. Specify a file.',
  EEXIST: 'Something else already has that name. Choose another location.',
  EACCES: 'Choose another location, or change the permissions of this one.',
  EPERM: 'Choose another location, or change the permissions of this one.',
  EROFS: 'Its file system is read-only. Choose another location.',
  ENOSPC: 'Free some space there, or choose another location.',
  EDQUOT: 'Free some space there, or choose another location.',
  EMFILE: 'Let this process open more files (ulimit -n), or specify fewer files.',
  ENFILE: 'The whole system has too many files open. Try again later.',
  ELOOP: 'Its links form a loop.',
  ENAMETOOLONG: 'Shorten the name.',
};

const NOT_UTF_8 = 'Its name is not UTF-8, and Node cannot open it. Rename it.';
/** Character that replaces each byte in a name that is not UTF-8. */
const REPLACEMENT = '\ufffd';

/** The advice, preceded by a space; empty for codes that have none. @param path the path that the system refused */
export function adviseOn(code: string, path = ''): string {
  const advice = code === 'ENOENT' && path.includes(REPLACEMENT) ? NOT_UTF_8 : ADVICE[code];
  return advice === undefined ? '' : ` ${advice}`;
}
