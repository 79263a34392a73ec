// Interprets a Fortran program's flags: flags for the front end, flags for clang, which compiles the C code, and flags
// that Haze rejects because they would change the program. flag-filter.ts has already removed flags that no target
// supports.

import {
  DEFAULT_OPTIONS,
  type FortranOptions,
  type InitialValues,
  type Standard,
} from '../../fortran/source/options.ts';
import type { FixedForm } from '../../fortran/source/reader.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import { PRESENT_LIBRARIES } from './flag-rules.ts';

export interface FortranFlags {
  /** Front end options. */
  readonly options: FortranOptions;
  /** True if every source is preprocessed, whatever its suffix. */
  readonly preprocess: boolean;
  readonly forClang: readonly string[];
  /** Flags that are not honoured: errors if they would change the program, otherwise warnings. */
  readonly problems: readonly Diagnostic[];
}

/** Flags that turn an option on, or off after `no-`. */
const PAIRS: Readonly<Record<string, keyof FortranOptions>> = {
  'all-intrinsics': 'allIntrinsics',
  'allow-argument-mismatch': 'allowArgumentMismatch',
  'allow-invalid-boz': 'allowInvalidBoz',
  backslash: 'backslash',
  'cray-pointer': 'crayPointers',
  'dec-char-conversions': 'decCharacters',
  'dec-format-defaults': 'decFormats',
  'dec-structure': 'decStructures',
  openmp: 'openMp',
  'range-check': 'rangeCheck',
  'realloc-lhs': 'reallocate',
  'sign-zero': 'signZero',
  unsigned: 'unsigned',
};
const dec = (isOn: boolean): FortranOptions => ({
  dec: isOn,
  decStructures: isOn,
  decCharacters: isOn,
  decFormats: isOn,
  crayPointers: isOn,
  allowInvalidBoz: isOn,
});

/** Flags that set options; the last one takes precedence. */
const SWITCHES: Readonly<Record<string, FortranOptions>> = {
  ...Object.fromEntries(
    Object.entries(PAIRS).flatMap(([name, option]) => [
      [`-f${name}`, { [option]: true }],
      [`-fno-${name}`, { [option]: false }],
    ]),
  ),
  '-fbounds-check': { checkBounds: true },
  '-fimplicit-none': { implicitNone: true },
  '-fautomatic': { saveLocals: false },
  '-fno-automatic': { saveLocals: true },
  '-frecursive': { recursive: true },
  '-fdec': dec(true),
  '-fno-dec': dec(false),
  '-fdec-blank-format-item': { decFormats: true },
  '-fdefault-integer-8': { defaultInteger8: true },
  '-fdefault-real-8': { defaultReal8: true },
  '-fdefault-double-8': { defaultDouble8: true },
  '-fdefault-real-16': { defaultReal16: true },
  '-freal-4-real-8': { real4As: 8 },
  '-freal-4-real-16': { real4As: 16 },
  '-freal-8-real-4': { real8As: 4 },
  '-freal-8-real-16': { real8As: 16 },
  '-fconvert=native': { swapFiles: false },
  '-fconvert=little-endian': { swapFiles: false },
  '-fconvert=swap': { swapFiles: true },
  '-fconvert=big-endian': { swapFiles: true },
  '-pedantic': { pedantic: true },
  '-pedantic-errors': { pedantic: true },
  '-ffree-form': { form: 'free' },
  '-ffixed-form': { form: 'fixed' },
  '-frecord-marker=4': { markerBytes: 4 },
  '-frecord-marker=8': { markerBytes: 8 },
};
const STANDARD = /^-std=(legacy|gnu|f95|f2003|f2008|f2008ts|f2018|f2023)$/;
/** Checks in `-fcheck=`; pointers are always checked. */
const CHECKS = {
  bounds: 'checkBounds',
  mem: 'checkMemory',
  do: 'checkLoops',
  recursion: 'checkRecursion',
} as const;
const FOLDER_OR_MODULE = /^-[IJ]/;
const PREPROCESSED_LANGUAGE = /^f(77|95)-cpp-input$/;
/**
 * Flags that only control messages, select a dialect that is accepted anyway, or describe fixed behaviour of the front
 * end.
 */
const WITHOUT_EFFECT = new RegExp(
  `^-(${[
    'g|p$|fmax-errors|fdiagnostics|fmessage-length|f(no-)?backtrace$|ffpe-summary|traceback$',
    'ffree-line-length|fmax-identifier-length|f(no-)?dollar-ok$|fallow-|f(no-)?d-lines-as-comments$',
    'f(no-)?dec-(math|static|include|intrinsic-ints)$|fcoarray=(none|single)$',
    'f(no-)?(unroll|inline|opt|tree|peel|omit-frame|rename-regist|ipa|gcse|schedule|align-|variable-expansion|aggressive)',
    'f(no-)?(strict-aliasing|strict-overflow|whole-file|frontend-|common|exceptions|protect-parens|pack-derived|repack-arrays)',
    'fno-strict-overflow|fwrapv$|fvisibility|ffloat-store$|f(no-)?stack-arrays$|ffp-contract=off$',
    'f(no-)?(external-blas|blas-matmul|inline-matmul)|funderscoring$|fno-second-underscore$|fno-f2c$',
  ].join('|')})`,
);
/** Flags that change the types or values of a program's entities, or its file formats. */
const CHANGES_PROGRAM = /^-(f(default-|real-|integer-|init-|convert=|coarray=|record-marker=|max-s)|[ri]8$)/;
/** Advice for flags that Haze rejects. */
const ADVICE: Readonly<Record<string, string>> = {
  '-r8': 'That flag belongs to another compiler: write -fdefault-real-8 -fdefault-double-8.',
  '-i8': 'That flag belongs to another compiler: write -fdefault-integer-8.',
  '-fcoarray=lib': 'A program is a single image here: use -fcoarray=single, or add -lcaf_single.',
};
/** Reasons for ignoring flags that Haze cannot honour. */
const IGNORED: readonly (readonly [RegExp, string])[] = [
  [
    /^-ffpe-trap=|^-fpe\d/,
    'WebAssembly has no floating-point traps; look for NaN and Infinity in the output',
  ],
  [
    /^-f(no-underscoring|second-underscore|f2c)$/,
    'external procedures always have one underscore in C; BIND(C) gives them other names',
  ],
];
const QUADRUPLE =
  '-fdefault-real-8 turns DOUBLE PRECISION, and constants such as 1d0, into REAL(16), which is printed without its distribution. With -fdefault-double-8 it stays REAL(8).';

const WIDE = 'REAL(16) is printed without its distribution';

/** The coarray library for a single image, with which `-fcoarray=lib` has no further effect. */
const LIBRARY_OF_ONE_IMAGE = '-lcaf_single';

/** Interprets the flags that remain after the filter. */
export function readFortranFlags(given: readonly string[]): FortranFlags {
  const hasOneImage = given.includes(LIBRARY_OF_ONE_IMAGE);
  const words = given.filter(
    (word) => !(hasOneImage && (word === LIBRARY_OF_ONE_IMAGE || word === '-fcoarray=lib')),
  );
  const options: FortranOptions = {};
  const defines: string[] = [];
  const includeFolders: string[] = [];
  const warnings: string[] = [];
  const forClang: string[] = [];
  const problems: Diagnostic[] = [];
  let preprocess = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-D') defines.push(words[++at] ?? '');
    else if (word.startsWith('-D')) defines.push(word.slice(2));
    else if (word.startsWith('-U')) undefine(defines, word === '-U' ? words[++at] : word.slice(2));
    else if (FOLDER_OR_MODULE.test(word)) {
      const folder = word.length === 2 ? words[++at] : word.slice(2);
      if (word.startsWith('-I') && folder !== undefined) includeFolders.push(folder);
    } else if (word === '-x') preprocess ||= PREPROCESSED_LANGUAGE.test(words[++at] ?? '');
    else if (word.startsWith('-l')) problems.push(...describeLibrary(word.slice(2)));
    else if (/^-O[0-3sgz]?$/.test(word)) forClang.push(word);
    else if (Object.hasOwn(SWITCHES, word)) Object.assign(options, SWITCHES[word]);
    else if (word.startsWith('-fcheck=')) Object.assign(options, readChecks(word.slice(8)));
    else if (fixedFormOf(word))
      options.fixedForm = { ...DEFAULT_OPTIONS.fixedForm, ...options.fixedForm, ...fixedFormOf(word) };
    else if (word.startsWith('-ffree-line-length-'))
      options.freeLineLength = Number(word.slice(19)) || Number.POSITIVE_INFINITY;
    else if (maybeInitialValues(word))
      options.initialValues = { ...options.initialValues, ...maybeInitialValues(word) };
    else if (/^-fmax-stack-var-size=\d+$/.test(word)) options.maxStackBytes = Number(word.slice(21));
    else if (/^-fmax-subrecord-length=[1-9]\d*$/.test(word))
      options.maxSubrecordBytes = Math.min(Number(word.slice(23)), 2147483639);
    else if (STANDARD.test(word)) Object.assign(options, readStandard(word.slice(5)));
    else if (/^-(W.*|w)$/.test(word)) warnings.push(word);
    else if (word === '-cpp') preprocess = true;
    else if (!WITHOUT_EFFECT.test(word))
      problems.push(CHANGES_PROGRAM.test(word) ? refuse(word) : ignore(word));
  }
  if (options.defaultReal8 && !options.defaultDouble8) problems.push(warn(QUADRUPLE));
  const wide = words.filter((word) => word.startsWith('-f') && word.endsWith('real-16'));
  for (const word of wide) problems.push(warn(`${word}: ${WIDE}`));
  if (options.legacyFiles) options.allowArgumentMismatch = true;
  return { options: { ...options, defines, includeFolders, warnings }, preprocess, forClang, problems };
}

function readStandard(name: string): FortranOptions {
  const isLegacy = name === 'legacy';
  return { standard: isLegacy ? 'gnu' : (name as Standard), legacyFiles: isLegacy };
}

// Parses lists such as `all,no-do`; checks that this compiler does not need are accepted silently.
function readChecks(list: string): FortranOptions {
  const options: FortranOptions = {};
  for (const name of list.split(',')) {
    const isOn = name !== 'none' && !name.startsWith('no-');
    const named = name.replace(/^no-/, '');
    for (const [check, option] of Object.entries(CHECKS))
      if (named === check || named === 'all' || named === 'none') options[option] = isOn;
  }
  return options;
}

function fixedFormOf(word: string): Partial<FixedForm> | undefined {
  if (word === '-fd-lines-as-code') return { debugLines: true };
  if (word === '-fd-lines-as-comments') return { debugLines: false };
  if (/^-f(no-)?pad-source$/.test(word)) return { padded: word === '-fpad-source' };
  const length = /^-ffixed-line-length-(none|\d+)$/.exec(word)?.[1];
  if (length === undefined) return undefined;
  return { lineLength: Number(length) || Number.POSITIVE_INFINITY };
}

function undefine(defines: string[], name: string | undefined): void {
  const at = defines.findLastIndex((define) => define.split('=')[0] === name);
  if (at >= 0) defines.splice(at, 1);
}

function describeLibrary(name: string): Diagnostic[] {
  if (PRESENT_LIBRARIES.has(name)) return [];
  return [
    warn(
      `-l${name} is ignored: there is no such library on this target, so its definitions must be among the sources`,
    ),
  ];
}

const REAL_VALUES: Readonly<Record<string, number>> = {
  zero: 0,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  nan: Number.NaN,
  // A quiet NaN: signalling NaNs would need traps, which WebAssembly lacks.
  snan: Number.NaN,
};

function maybeInitialValues(word: string): InitialValues | undefined {
  if (/^-f(no-)?init-derived$/.test(word)) return { derived: word === '-finit-derived' };
  const [, type, given] = /^-finit-(local-zero|integer|real|logical|character)(?:=(.*))?$/.exec(word) ?? [];
  if (type === 'local-zero') return { integer: 0n, real: 0, logical: false, character: 0 };
  if (given === undefined) return undefined;
  const value = given.toLowerCase();
  if (type === 'integer' && /^-?\d+$/.test(value)) return { integer: BigInt(value) };
  if (type === 'real' && Object.hasOwn(REAL_VALUES, value)) return { real: REAL_VALUES[value]! };
  if (type === 'logical' && /^(true|false)$/.test(value)) return { logical: value === 'true' };
  if (type === 'character' && /^\d+$/.test(value) && Number(value) < 128) return { character: Number(value) };
  return undefined;
}

function refuse(word: string): Diagnostic {
  const real10 =
    word.endsWith('real-10') && 'There is no REAL(10) here: write REAL(16), which has more digits.';
  const advice = ADVICE[word] ?? (real10 || 'Change the program itself instead.');
  const message = `${word} would change the program's meaning, but this compiler has no such option. ${advice}`;
  return { severity: 'error', message, notes: [], fixIts: [] };
}

function ignore(word: string): Diagnostic {
  const reason = IGNORED.find(([pattern]) => pattern.test(word))?.[1] ?? 'this compiler has no such option';
  return warn(`${word} is ignored: ${reason}`);
}

function warn(message: string): Diagnostic {
  return { severity: 'warning', message, notes: [], fixIts: [] };
}
