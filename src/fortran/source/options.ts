// Input of a compilation: sources, and options that control how they are read, checked and translated.
import type { FixedForm } from './reader.ts';

/** A source; its name determines fixed form (`.f`, `.for`, `.ftn`, `.f77`) or free form. */
export interface FortranSource {
  path: string;
  text: string;
  /** True if `defines` apply to the source; default: true. */
  preprocessed?: boolean;
  /** Form of this source, which takes precedence over the options and the source's name. */
  form?: 'free' | 'fixed';
  /** INTEGER, LOGICAL and REAL without a kind have kind 4, regardless of the options */
  languageKinds?: boolean;
}

export type Standard = 'f95' | 'f2003' | 'f2008' | 'f2008ts' | 'f2018' | 'f2023' | 'gnu';

/** Initial values of local variables by type; in complex numbers, both parts get the value for reals. */
export interface InitialValues {
  readonly integer?: bigint;
  readonly real?: number;
  readonly logical?: boolean;
  /** The code of the character that fills character variables. */
  readonly character?: number;
  /** True to initialise components of structures, too (`-finit-derived`). */
  readonly derived?: boolean;
}

/** Options of a compilation; omitted options default to `DEFAULT_OPTIONS`. */
export interface FortranOptions {
  /** True to check subscripts and shapes at run time (`-fcheck=bounds`). */
  checkBounds?: boolean;
  /** True to check that no scalar is assigned to an unallocated array (`-fcheck=mem`). */
  checkMemory?: boolean;
  /** True to check loop variables and steps (`-fcheck=do`). */
  checkLoops?: boolean;
  /** True to check that only RECURSIVE procedures call themselves (`-fcheck=recursion`). */
  checkRecursion?: boolean;
  /** True if procedures may call themselves without RECURSIVE (`-frecursive`). */
  recursive?: boolean;
  /** True if an allocatable variable gets the shape of an assigned value (off: `-fno-realloc-lhs`). */
  reallocate?: boolean;
  /** `NAME` or `NAME=value` for the preprocessor */
  defines?: readonly string[];
  /**
   * Returns the compilation time for `__DATE__` and `__TIME__`; called only for a source that contains one of these.
   */
  now?: () => Date;
  /** Files for INCLUDE and #include that are not compiled on their own. */
  includes?: readonly FortranSource[];
  /** Folders to search, in addition to the including file's folder (`-I`). */
  includeFolders?: readonly string[];
  /** True if local variables of non-RECURSIVE procedures retain their values between calls (`-fno-automatic`). */
  saveLocals?: boolean;
  /**
   * True to return also the table of variables; code that zeroes or restores variables must then not look like an
   * assignment.
   */
  listVariables?: boolean;
  /** Minimum number of C characters in each part of a divided program (printing/units/divide-file.ts). */
  shortestPart?: number;
  /** Number of bytes above which local variables also retain their values (`-fmax-stack-var-size=`). */
  maxStackBytes?: number;
  /** Maximum number of bytes between two markers in an unformatted file (`-fmax-subrecord-length=`). */
  maxSubrecordBytes?: number;
  /** True to allow Cray pointers (`-fcray-pointer`). */
  crayPointers?: boolean;
  /** DEC extensions without a separate flag: bitwise operators, files with carriage control (`-fdec`) */
  dec?: boolean;
  /** True if character constants become numbers, like Hollerith constants (`-fdec-char-conversions`, `-fdec`). */
  decCharacters?: boolean;
  /** I, F, E, D and G without a width get a width that fits the type (`-fdec-format-defaults`, `-fdec`) */
  decFormats?: boolean;
  /** STRUCTURE, UNION and RECORD, and `x.y` for components (`-fdec-structure`, `-fdec`) */
  decStructures?: boolean;
  /** True if a backslash in a character constant begins an escape sequence (`-fbackslash`). */
  backslash?: boolean;
  /** True if programs may continue writing past the end of a file (`-std=legacy`). */
  legacyFiles?: boolean;
  /** True if a zero may be signed, in SIGN and in output (off: `-fno-sign-zero`). */
  signZero?: boolean;
  /** True if unformatted files are big-endian unless OPEN has CONVERT (`-fconvert=big-endian`). */
  swapFiles?: boolean;
  /**
   * True if arguments of external procedures may have mismatched types and ranks (`-std=legacy`,
   * `-fallow-argument-mismatch`).
   */
  allowArgumentMismatch?: boolean;
  /** BOZ constants are allowed anywhere (`-fallow-invalid-boz`) */
  allowInvalidBoz?: boolean;
  /** Warning flags: `-Wall`, `-Wunused-variable`, `-Wno-…`, `-w`. */
  warnings?: readonly string[];
  /** The standard selected by `-std=f2008`; the default GNU Fortran has more features. */
  standard?: Standard;
  /** True if formats built at run time may use only features of the -std= standard (`-pedantic`). */
  pedantic?: boolean;
  /** GNU Fortran's intrinsic procedures are available in any standard (`-fall-intrinsics`) */
  allIntrinsics?: boolean;
  /** Values for local variables without initial values (`-finit-…`). */
  initialValues?: InitialValues;
  /** INTEGER and LOGICAL without a kind have kind 8 (`-fdefault-integer-8`) */
  defaultInteger8?: boolean;
  /** REAL without a kind has kind 8, and DOUBLE PRECISION kind 16 (`-fdefault-real-8`) */
  defaultReal8?: boolean;
  /** DOUBLE PRECISION still has kind 8 (`-fdefault-double-8`) */
  defaultDouble8?: boolean;
  /** REAL without a kind and DOUBLE PRECISION have kind 16 (`-fdefault-real-16`) */
  defaultReal16?: boolean;
  /** The kind that replaces kind 4 of reals, even if the kind is written (`-freal-4-real-8`). */
  real4As?: 4 | 8 | 16;
  /** The kind that replaces kind 8 of reals, even if the kind is written (`-freal-8-real-4`). */
  real8As?: 4 | 8 | 16;
  /** True if there are no implicit types (`-fimplicit-none`). */
  implicitNone?: boolean;
  /** Format of fixed-form lines (`-ffixed-line-length-132`, `-fd-lines-as-code`). */
  fixedForm?: FixedForm;
  /** True if constants must be within the range of their kind (off: `-fno-range-check`, and they wrap around). */
  rangeCheck?: boolean;
  /** OpenMP directives and lines after `!$` take effect; a single thread executes them (`-fopenmp`) */
  openMp?: boolean;
  /** Maximum length of free-form lines, unless the standard limits it (`-ffree-line-length-none`). */
  freeLineLength?: number;
  /** Form of all sources. */
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
