// Input of a compilation: source texts, and options for how they are read, checked and translated.
import type { FixedForm } from './reader.ts';

/** A source text; the name decides between fixed form (`.f`, `.for`, `.ftn`, `.f77`) and free form. */
export interface FortranSource {
  path: string;
  text: string;
  /** `defines` apply to it; default: true */
  preprocessed?: boolean;
  /** form of this source, before the form of the options and of its name */
  form?: 'free' | 'fixed';
  /** INTEGER, LOGICAL and REAL without a kind have kind 4, whatever the options */
  languageKinds?: boolean;
}

export type Standard = 'f95' | 'f2003' | 'f2008' | 'f2008ts' | 'f2018' | 'f2023' | 'gnu';

/** Initial values of local variables by their types; complex numbers have the value of reals in both parts. */
export interface InitialValues {
  readonly integer?: bigint;
  readonly real?: number;
  readonly logical?: boolean;
  /** the code of the character that fills them */
  readonly character?: number;
  /** components of structures also get them (`-finit-derived`) */
  readonly derived?: boolean;
}

/** Options of a compilation; omitted options are as in `DEFAULT_OPTIONS`. */
export interface FortranOptions {
  /** check subscripts and shapes while the program runs (`-fcheck=bounds`) */
  checkBounds?: boolean;
  /** check that no scalar is assigned to an array that is not allocated (`-fcheck=mem`) */
  checkMemory?: boolean;
  /** check loop variables and steps (`-fcheck=do`) */
  checkLoops?: boolean;
  /** check that only RECURSIVE procedures call themselves (`-fcheck=recursion`) */
  checkRecursion?: boolean;
  /** procedures may call themselves without RECURSIVE (`-frecursive`) */
  recursive?: boolean;
  /** an allocatable variable takes the shape of an assigned value (no: `-fno-realloc-lhs`) */
  reallocate?: boolean;
  /** `NAME` or `NAME=value` for the preprocessor */
  defines?: readonly string[];
  /**
   * the time of the compilation for `__DATE__` and `__TIME__`, called for a source that has `__DATE__` or `__TIME__`
   */
  now?: () => Date;
  /** texts for INCLUDE and #include that are not compiled separately */
  includes?: readonly FortranSource[];
  /** folders to search, besides the folder of the naming file (`-I`) */
  includeFolders?: readonly string[];
  /** local variables of procedures that are not RECURSIVE keep their values between calls (`-fno-automatic`) */
  saveLocals?: boolean;
  /** also return the table of variables; zeroing and restoring them must not look like an assignment */
  listVariables?: boolean;
  /** the fewest characters of C in a part of a program that is divided (printing/units/divide-file.ts) */
  shortestPart?: number;
  /** local variables of more bytes keep their values too (`-fmax-stack-var-size=`) */
  maxStackBytes?: number;
  /** the most bytes between two markers of an unformatted file (`-fmax-subrecord-length=`) */
  maxSubrecordBytes?: number;
  /** allow Cray pointers (`-fcray-pointer`) */
  crayPointers?: boolean;
  /** the extensions of DEC that have no separate flag: operators on bits, files with carriage control (`-fdec`) */
  dec?: boolean;
  /** character constants become numbers as Hollerith constants do (`-fdec-char-conversions`, `-fdec`) */
  decCharacters?: boolean;
  /** I, F, E, D and G without a width have a width that fits the type (`-fdec-format-defaults`, `-fdec`) */
  decFormats?: boolean;
  /** STRUCTURE, UNION and RECORD, and `x.y` for components (`-fdec-structure`, `-fdec`) */
  decStructures?: boolean;
  /** a backslash in a character constant begins an escape sequence (`-fbackslash`) */
  backslash?: boolean;
  /** programs may continue writing after the end of a file (`-std=legacy`) */
  legacyFiles?: boolean;
  /** a zero may have a sign, in SIGN and in print (no: `-fno-sign-zero`) */
  signZero?: boolean;
  /** unformatted files have the highest byte first where OPEN has no CONVERT (`-fconvert=big-endian`) */
  swapFiles?: boolean;
  /**
   * arguments of external procedures may have mismatched types and ranks (`-std=legacy`, `-fallow-argument-mismatch`)
   */
  allowArgumentMismatch?: boolean;
  /** BOZ constants are allowed anywhere (`-fallow-invalid-boz`) */
  allowInvalidBoz?: boolean;
  /** flags of warnings: `-Wall`, `-Wunused-variable`, `-Wno-…`, `-w` */
  warnings?: readonly string[];
  /** the standard of `-std=f2008`; GNU Fortran knows more */
  standard?: Standard;
  /** at run time, formats may not have features that the standard of -std= lacks (`-pedantic`) */
  pedantic?: boolean;
  /** the intrinsic procedures of GNU Fortran exist in any standard (`-fall-intrinsics`) */
  allIntrinsics?: boolean;
  /** values of local variables without initial values (`-finit-…`) */
  initialValues?: InitialValues;
  /** INTEGER and LOGICAL without a kind have kind 8 (`-fdefault-integer-8`) */
  defaultInteger8?: boolean;
  /** REAL without a kind has kind 8, and DOUBLE PRECISION kind 16 (`-fdefault-real-8`) */
  defaultReal8?: boolean;
  /** DOUBLE PRECISION still has kind 8 (`-fdefault-double-8`) */
  defaultDouble8?: boolean;
  /** REAL without a kind and DOUBLE PRECISION have kind 16 (`-fdefault-real-16`) */
  defaultReal16?: boolean;
  /** the kind of reals of kind 4, also where the kind is written (`-freal-4-real-8`) */
  real4As?: 4 | 8 | 16;
  /** the kind of reals of kind 8, also where the kind is written (`-freal-8-real-4`) */
  real8As?: 4 | 8 | 16;
  /** there are no implicit types (`-fimplicit-none`) */
  implicitNone?: boolean;
  /** form of lines in fixed form (`-ffixed-line-length-132`, `-fd-lines-as-code`) */
  fixedForm?: FixedForm;
  /** constants must be in the range of their kind (no: `-fno-range-check`, and they wrap around) */
  rangeCheck?: boolean;
  /** directives of OpenMP and lines after `!$` take effect; one thread executes them (`-fopenmp`) */
  openMp?: boolean;
  /** the longest line of free form, unless the standard limits it (`-ffree-line-length-none`) */
  freeLineLength?: number;
  /** form of all sources */
  form?: 'free' | 'fixed' | 'by-name';
}

/** gfortran's defaults. */
export const DEFAULT_OPTIONS: Required<FortranOptions> = {
  checkBounds: false,
  checkMemory: false,
  checkLoops: false,
  checkRecursion: false,
  recursive: false,
  reallocate: true,
  defines: [],
  now: () => new Date(),
  includes: [],
  includeFolders: [],
  saveLocals: false,
  maxStackBytes: Number.POSITIVE_INFINITY,
  maxSubrecordBytes: 0,
  listVariables: false,
  shortestPart: 48_000,
  crayPointers: false,
  dec: false,
  decCharacters: false,
  decFormats: false,
  decStructures: false,
  backslash: false,
  legacyFiles: false,
  signZero: true,
  swapFiles: false,
  allowArgumentMismatch: false,
  allowInvalidBoz: false,
  standard: 'gnu',
  pedantic: false,
  allIntrinsics: false,
  initialValues: {},
  defaultInteger8: false,
  defaultReal8: false,
  defaultDouble8: false,
  defaultReal16: false,
  real4As: 4,
  real8As: 8,
  warnings: [],
  implicitNone: false,
  fixedForm: { lineLength: 72, debugLines: false, padded: true },
  rangeCheck: true,
  openMp: false,
  form: 'by-name',
  freeLineLength: 0,
};
