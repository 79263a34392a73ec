// Separates the flags to pass on from the flags to drop, with a log line for each dropped flag. A flag that would
// change the program makes the build fail.
import { HazeError } from '../../errors/haze-error.ts';
import type { Language } from '../sources/language.ts';
import { joinPath } from '../sources/source-files.ts';
import {
  COMPILE_FLAG_RULES,
  type FlagRule,
  HARMLESS_LINKER_WORDS,
  LINK_FLAG_RULES,
  PRESENT_LIBRARIES,
} from './flag-rules.ts';

/** Flags as written, and the variable that contains them. */
export interface OwnedFlags {
  readonly words: readonly string[];
  /** Name for the log, such as `CFLAGS`. */
  readonly owner: string;
}

export interface FilteredFlags {
  readonly kept: readonly string[];
  /** Log lines, one for each dropped flag. */
  readonly remarks: readonly string[];
}

export interface FilteredLinkFlags extends FilteredFlags {
  /** Stack size in bytes, if the flags request a larger stack than ours. */
  readonly stackSizeBytes: number | undefined;
}

const WITH_VALUE = new Set([
  '-x',
  '-I',
  '-D',
  '-U',
  '-J',
  '-include',
  '-imacros',
  '-isystem',
  '-iquote',
  '-idirafter',
  '-std',
]);
/**
 * Levels at which clang inlines nothing. They are replaced with -O1 with inlining, because the bits of a number are
 * tracked only within a function. Without optimisation, every value is in memory, and `std::bit_cast` is a call.
 */
const UNINLINED_LEVELS = /^-O[01g]?$/;
const FOLDER_FLAG = /^(-I|-isystem|-iquote|-idirafter)(.*)$/;

/**
 * Filters compiler flags.
 * @throws HazeError `unsupported-flag`
 */
export function filterCompileFlags(
  { words, owner }: OwnedFlags,
  directory: string,
  language?: Language,
): FilteredFlags {
  const kept: string[] = [];
  const remarks: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!/^[-@]/.test(word)) throw notAFlag(word, owner);
    // The Fortran front end executes OpenMP directives with one thread; clang would call a threading library.
    if (language === 'Fortran' && /^-f(no-)?openmp$/.test(word)) {
      kept.push(word);
      continue;
    }
    const rule = COMPILE_FLAG_RULES.find(
      ({ pattern, unlessValue }) => pattern.test(word) && !unlessValue?.test(words[at + 1] ?? ''),
    );
    if (rule !== undefined) {
      const { remark, hasValue } = dropFlag(rule, words, at, owner);
      if (hasValue) at++;
      remarks.push(remark);
      if (rule.replacement !== undefined) kept.push(rule.replacement);
      continue;
    }
    if (language !== 'Fortran' && UNINLINED_LEVELS.test(word)) {
      kept.push('-O1', '-finline-functions');
      remarks.push(
        `${word} (${owner}) is replaced with -O1 -finline-functions, because Haze tracks the bits of a value only within functions.`,
      );
      continue;
    }
    const value = WITH_VALUE.has(word) ? words[++at] : undefined;
    const reason = describeOutside(word, value, directory);
    if (reason === undefined) kept.push(word, ...(value === undefined ? [] : [value]));
    else remarks.push(`dropped ${word}${value === undefined ? '' : ` ${value}`} (${owner}): ${reason}.`);
  }
  return { kept, remarks };
}

/**
 * Filters linker flags.
 * @throws HazeError `unsupported-flag`
 */
export function filterLinkFlags({ words, owner }: OwnedFlags): FilteredLinkFlags {
  const kept: string[] = [];
  const remarks: string[] = [];
  let stackSizeBytes: number | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word.startsWith('-Wl,')) {
      stackSizeBytes = maybeStackSize(word) ?? stackSizeBytes;
      checkLinkerWords(word, owner);
      if (maybeStackSize(word) === undefined)
        remarks.push(`dropped ${word} (${owner}): it has no effect on this target.`);
      continue;
    }
    if (word.startsWith('-l')) {
      const name = word === '-l' ? (words[++at] ?? '') : word.slice(2);
      if (PRESENT_LIBRARIES.has(name)) kept.push(`-l${name}`);
      else
        remarks.push(
          `dropped -l${name} (${owner}): there is no such library on this target, so its definitions must be among the sources.`,
        );
      continue;
    }
    const rule = LINK_FLAG_RULES.find(({ pattern }) => pattern.test(word));
    if (rule === undefined) throw notAFlag(word, owner);
    const { remark, hasValue } = dropFlag(rule, words, at, owner);
    if (hasValue) at++;
    remarks.push(remark);
  }
  return { kept, remarks, stackSizeBytes };
}

/** Applies a rule to a flag and its value. @throws HazeError `unsupported-flag` if the rule stops the build */
function dropFlag(rule: FlagRule, words: readonly string[], at: number, owner: string) {
  const word = words[at]!;
  // In "-o x" the value is the next word; in "-ox" it is in the same word.
  const isAlone = rule.pattern.exec(word)?.[0] === word;
  const value = rule.takesValue === true && isAlone ? words[at + 1] : undefined;
  const written = value === undefined ? word : `${word} ${value}`;
  if (rule.action === 'stop') throw stopped(written, owner, rule.reason);
  return { remark: `dropped ${written} (${owner}): ${rule.reason}.`, hasValue: value !== undefined };
}

// Describes folders on another machine and folders above the program; neither exist here.
function describeOutside(word: string, value: string | undefined, directory: string): string | undefined {
  const folder = FOLDER_FLAG.exec(word);
  if (folder === null) return undefined;
  const path = value ?? folder[2]!;
  if (path.startsWith('/')) return 'the folder is not among the program’s files';
  try {
    joinPath(directory, path);
    return undefined;
  } catch {
    return 'the folder is outside the program’s files';
  }
}

function maybeStackSize(word: string): number | undefined {
  const size = /^-Wl,(?:-z,?stack-size=|--stack[=,])(0x[0-9a-f]+|\d+)$/i.exec(word)?.[1];
  return size === undefined ? undefined : Number(size);
}

function checkLinkerWords(word: string, owner: string): void {
  if (maybeStackSize(word) !== undefined) return;
  const words = word.slice('-Wl,'.length).split(',');
  const unknown = words.find((part) => part.startsWith('-') && !HARMLESS_LINKER_WORDS.test(part));
  if (unknown !== undefined) {
    throw stopped(word, owner, 'the linker of this target cannot do that, and the program may depend on it');
  }
}

function stopped(flag: string, owner: string, reason: string): HazeError {
  return new HazeError(
    'unsupported-flag',
    `${owner} has ${flag}, which cannot be honoured: ${reason}. Remove it.`,
    { data: { flag, owner } },
  );
}

function notAFlag(word: string, owner: string): HazeError {
  return new HazeError(
    'unsupported-flag',
    `${owner} has "${word}", which is not a flag. Sources belong in SOURCES.`,
    { data: { flag: word, owner } },
  );
}
