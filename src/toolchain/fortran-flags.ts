// What the flags of a Fortran program mean here: those of the front end, those that clang gets for the C, and those that
// would change the program and cannot be honoured. The flags that no target of ours has are gone before (flag-filter.ts).
import type { Diagnostic } from './diagnostic.ts';

export interface FortranFlags {
  readonly checkBounds: boolean;
  /** `NAME` or `NAME=value`, for sources that go through the preprocessor. */
  readonly defines: readonly string[];
  /** Whether every source goes through the preprocessor, whatever its suffix. */
  readonly preprocess: boolean;
  readonly form: 'free' | 'fixed' | undefined;
  readonly forClang: readonly string[];
  /** Flags that are not honoured: errors where the program would be another, warnings elsewhere. */
  readonly problems: readonly Diagnostic[];
}

const FOLDER_OR_MODULE = /^-[IJU]/;
/** Flags that only ask for messages, for a dialect that is accepted anyway, or for what the front end always does. */
const WITHOUT_EFFECT =
  /^-(W|w$|pedantic|std=|g|fmax-errors|fdiagnostics|fimplicit-none$|fbacktrace$|fno-backtrace$|ffree-line-length|ffixed-line-length|frecursive$|fall-intrinsics$|fdollar-ok$|funroll|finline|fno-automatic$|fopt|ftree|fno-strict-aliasing$|fwrapv$|fallow-|fstack-arrays$|fmax-stack-var-size|fmessage-length|ffp-contract=off$)/;
/** Flags that give other types or values to the names of a program. */
const CHANGES_PROGRAM = /^-f(default-|real-|integer-|freal-|init-|convert=|cray-pointer|coarray=(?!none))/;

/** Reads flags as they are left by the filter. */
export function readFortranFlags(words: readonly string[]): FortranFlags {
  const defines: string[] = [];
  const forClang: string[] = [];
  const problems: Diagnostic[] = [];
  let checkBounds = false;
  let preprocess = false;
  let form: FortranFlags['form'];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-D') defines.push(words[++at] ?? '');
    else if (word.startsWith('-D')) defines.push(word.slice(2));
    else if (FOLDER_OR_MODULE.test(word)) at += word.length === 2 ? 1 : 0;
    else if (/^-O[0-3sz]?$/.test(word)) forClang.push(word);
    else if (word === '-fbounds-check') checkBounds = true;
    else if (word.startsWith('-fcheck=')) checkBounds = /\b(all|bounds)\b/.test(word);
    else if (word === '-cpp') preprocess = true;
    else if (word === '-ffree-form') form = 'free';
    else if (word === '-ffixed-form') form = 'fixed';
    else if (CHANGES_PROGRAM.test(word)) problems.push(refuse(word));
    else if (!WITHOUT_EFFECT.test(word)) problems.push(ignore(word));
  }
  return { checkBounds, defines, preprocess, form, forClang, problems };
}

function refuse(word: string): Diagnostic {
  const message = `${word} would make the program another one, and this compiler has no such option. Write the kind into the declarations.`;
  return { severity: 'error', message, notes: [], fixIts: [] };
}

function ignore(word: string): Diagnostic {
  const message = `${word} is ignored: this compiler has no such option`;
  return { severity: 'warning', message, notes: [], fixIts: [] };
}
