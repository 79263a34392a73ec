// What the flags of a Fortran program mean here: those of the front end, those that clang gets for the C, and those that
// would change the program and cannot be honoured. The flags that no target of ours has are gone before (flag-filter.ts).
import type { Diagnostic } from './diagnostic.ts';

export interface FortranFlags {
  readonly checkBounds: boolean;
  /** The flags that ask for warnings or want none. */
  readonly warnings: readonly string[];
  /** Whether nothing has a type by its first letter. */
  readonly implicitNone: boolean;
  readonly checkPointers: boolean;
  readonly checkLoops: boolean;
  readonly checkRecursion: boolean;
  /** Whether procedures may call themselves without RECURSIVE. */
  readonly recursive: boolean;
  /** Whether assigning may change the shape of an allocatable variable. */
  readonly reallocate: boolean;
  /** `NAME` or `NAME=value`, for sources that go through the preprocessor. */
  readonly defines: readonly string[];
  /** Whether every source goes through the preprocessor, whatever its suffix. */
  readonly preprocess: boolean;
  /** Whether local variables keep their values between calls. */
  readonly saveLocals: boolean;
  /** Whether there are Cray pointers. */
  readonly crayPointers: boolean;
  /** Whether a backslash begins an escape sequence. */
  readonly backslash: boolean;
  /** Whether programs may write on behind the end of a file. */
  readonly legacyFiles: boolean;
  /** Whether arguments of external procedures may have other types and ranks. */
  readonly allowArgumentMismatch: boolean;
  readonly form: 'free' | 'fixed' | undefined;
  readonly forClang: readonly string[];
  /** Flags that are not honoured: errors where the program would be another, warnings elsewhere. */
  readonly problems: readonly Diagnostic[];
}

const FOLDER_OR_MODULE = /^-[IJU]/;
/** Flags that only ask for messages, for a dialect that is accepted anyway, or for what the front end always does. */
const WITHOUT_EFFECT =
  /^-(pedantic|g|fmax-errors|fdiagnostics|fbacktrace$|fno-backtrace$|ffree-line-length|ffixed-line-length|fall-intrinsics$|fdollar-ok$|funroll|finline|fopt|ftree|fno-strict-aliasing$|fwrapv$|fallow-|fstack-arrays$|fmax-stack-var-size|fmessage-length|ffp-contract=off$)/;
/** Flags that give other types or values to the names of a program. */
const CHANGES_PROGRAM = /^-f(default-|real-|integer-|freal-|init-|convert=|coarray=(?!none))/;

/** Reads flags as they are left by the filter. */
export function readFortranFlags(words: readonly string[]): FortranFlags {
  const defines: string[] = [];
  const forClang: string[] = [];
  const problems: Diagnostic[] = [];
  let checks: ReadonlySet<string> = new Set();
  let reallocate = true;
  const warnings: string[] = [];
  let implicitNone = false;
  let preprocess = false;
  let saveLocals = false;
  let recursive = false;
  let crayPointers = false;
  let backslash = false;
  let legacyFiles = false;
  let allowArgumentMismatch = false;
  let form: FortranFlags['form'];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-D') defines.push(words[++at] ?? '');
    else if (word.startsWith('-D')) defines.push(word.slice(2));
    else if (FOLDER_OR_MODULE.test(word)) at += word.length === 2 ? 1 : 0;
    else if (/^-O[0-3sz]?$/.test(word)) forClang.push(word);
    else if (word === '-fbounds-check') checks = new Set([...checks, 'bounds']);
    else if (word.startsWith('-fcheck=')) checks = readChecks(word.slice(8), checks);
    else if (word === '-frealloc-lhs' || word === '-fno-realloc-lhs') reallocate = word === '-frealloc-lhs';
    else if (/^-(W.*|w)$/.test(word)) warnings.push(word);
    else if (word === '-fimplicit-none') implicitNone = true;
    else if (word === '-cpp') preprocess = true;
    else if (word.startsWith('-std=')) legacyFiles = word === '-std=legacy';
    else if (/^-f(no-)?allow-argument-mismatch$/.test(word))
      allowArgumentMismatch = word === '-fallow-argument-mismatch';
    else if (word === '-fno-automatic') saveLocals = true;
    else if (word === '-frecursive') recursive = true;
    else if (word === '-fautomatic') saveLocals = false;
    else if (/^-f(no-)?cray-pointer$/.test(word)) crayPointers = word === '-fcray-pointer';
    else if (/^-f(no-)?backslash$/.test(word)) backslash = word === '-fbackslash';
    else if (word === '-ffree-form') form = 'free';
    else if (word === '-ffixed-form') form = 'fixed';
    else if (CHANGES_PROGRAM.test(word)) problems.push(refuse(word));
    else if (!WITHOUT_EFFECT.test(word)) problems.push(ignore(word));
  }
  return {
    checkBounds: checks.has('bounds'),
    checkPointers: checks.has('pointer'),
    checkLoops: checks.has('do'),
    checkRecursion: checks.has('recursion'),
    recursive,
    reallocate,
    warnings,
    implicitNone,
    defines,
    preprocess,
    saveLocals,
    crayPointers,
    backslash,
    legacyFiles,
    allowArgumentMismatch: legacyFiles || allowArgumentMismatch,
    form,
    forClang,
    problems,
  };
}

const ALL_CHECKS = ['bounds', 'pointer', 'do', 'recursion'];

// `all,no-do` and the like; checks that this compiler has no use for are taken without a word.
function readChecks(list: string, before: ReadonlySet<string>): ReadonlySet<string> {
  const checks = new Set(before);
  for (const name of list.split(',')) {
    if (name === 'all') for (const check of ALL_CHECKS) checks.add(check);
    else if (name === 'none') checks.clear();
    else if (name.startsWith('no-')) checks.delete(name.slice(3));
    else checks.add(name);
  }
  return checks;
}

function refuse(word: string): Diagnostic {
  const message = `${word} would make the program another one, and this compiler has no such option. Write the kind into the declarations.`;
  return { severity: 'error', message, notes: [], fixIts: [] };
}

function ignore(word: string): Diagnostic {
  const message = `${word} is ignored: this compiler has no such option`;
  return { severity: 'warning', message, notes: [], fixIts: [] };
}
