// The input of a compilation: sources, and options for reading, checking and translating them.
import type { FixedForm } from './reader.ts';

/** A source. Its name determines whether it is in fixed form (`.f`, `.for`, `.ftn`, `.f77`) or free form. */
export interface FortranSource {
  path: string;
  text: string;
  /** True if `defines` apply to the source, which is the default. */
  preprocessed?: boolean;
  /** The form of this source, which takes precedence over the options and the name of the source. */
  form?: 'free' | 'fixed';
  /** INTEGER, LOGICAL and REAL without a kind have kind 4, regardless of the options */
  languageKinds?: boolean;
}

export type Standard = 'f95' | 'f2003' | 'f2008' | 'f2008ts' | 'f2018' | 'f2023' | 'gnu';

/** Initial values of local variables, by type. In complex numbers, both parts have the value for reals. */
export interface InitialValues {
  readonly integer?: bigint;
  readonly real?: number;
  readonly logical?: boolean;
  /** The code of the character that fills character variables. */
  readonly character?: number;
  /** True if components of structures are initialised as well (`-finit-derived`). */
  readonly derived?: boolean;
}

/** All options of a compilation, with the defaults that gfortran uses. */
class CompilationOptions {
  /** check subscripts and shapes at run time (`-fcheck=bounds`) */
  checkBounds = false;
  /** check that no scalar is assigned to an unallocated array (`-fcheck=mem`) */
  checkMemory = false;
  /** check loop variables and steps (`-fcheck=do`) */
  checkLoops = false;
  /** check that only RECURSIVE procedures call themselves (`-fcheck=recursion`) */
  checkRecursion = false;
  /** procedures may call themselves without RECURSIVE (`-frecursive`) */
  recursive = false;
  /** an allocatable variable takes the shape of an assigned value (off: `-fno-realloc-lhs`) */
  reallocate = true;
  /** `NAME` or `NAME=value` for the preprocessor */
  defines: readonly string[] = [];
  /** Returns the compilation time for `__DATE__` and `__TIME__`; called only if a source contains one of these. */
  now: () => Date = () => new Date();
  /** files for INCLUDE and #include that are not compiled on their own */
  includes: readonly FortranSource[] = [];
  /** folders to search, in addition to the including file's folder (`-I`) */
  includeFolders: readonly string[] = [];
  /** local variables of procedures that are not RECURSIVE retain their values between calls (`-fno-automatic`) */
  saveLocals = false;
  /** return the variables table as well; zeroing and restoring variables must not look like an assignment */
  listVariables = false;
  /** minimum number of C characters in each part of a divided program (printing/units/divide-file.ts) */
  shortestPart = 48_000;
  /** local variables that take up more bytes also retain their values (`-fmax-stack-var-size=`) */
  maxStackBytes = Number.POSITIVE_INFINITY;
  /** maximum number of bytes between two record markers in an unformatted file (`-fmax-subrecord-length=`) */
  maxSubrecordBytes = 0;
  /** number of bytes in a record marker in an unformatted file (`-frecord-marker=`) */
  markerBytes: 4 | 8 = 4;
  /** allow Cray pointers (`-fcray-pointer`) */
  crayPointers = false;
  /** DEC extensions without a separate flag: bitwise operators, files with carriage control (`-fdec`) */
  dec = false;
  /** character constants may become numbers, like Hollerith constants (`-fdec-char-conversions`, `-fdec`) */
  decCharacters = false;
  /** I, F, E, D and G without a width use a width that fits the type (`-fdec-format-defaults`, `-fdec`) */
  decFormats = false;
  /** STRUCTURE, UNION and RECORD, and `x.y` for components (`-fdec-structure`, `-fdec`) */
  decStructures = false;
  /** a backslash in a character constant begins an escape sequence (`-fbackslash`) */
  backslash = false;
  /** programs may continue writing past the end of a file (`-std=legacy`) */
  legacyFiles = false;
  /** a zero may be signed, in SIGN and in output (off: `-fno-sign-zero`) */
  signZero = true;
  /** unformatted files are big-endian unless OPEN specifies CONVERT (`-fconvert=big-endian`) */
  swapFiles = false;
  /**
   * True if arguments of external procedures may have mismatched types and ranks (`-std=legacy`,
   * `-fallow-argument-mismatch`).
   */
  allowArgumentMismatch = false;
  /** BOZ constants are allowed anywhere (`-fallow-invalid-boz`) */
  allowInvalidBoz = false;
  /** warning flags: `-Wall`, `-Wunused-variable`, `-Wno-…`, `-w` */
  warnings: readonly string[] = [];
  /** the standard selected by `-std=f2008`; the default, GNU Fortran, has more features */
  standard: Standard = 'gnu';
  /** at run time, formats must not use features that are not in the -std= standard (`-pedantic`) */
  pedantic = false;
  /** GNU Fortran's intrinsic procedures are available under any standard (`-fall-intrinsics`) */
  allIntrinsics = false;
  /** values for local variables that have no initial values (`-finit-…`) */
  initialValues: InitialValues = {};
  /** UNSIGNED, constants such as `1u_8`, and their intrinsic functions (`-funsigned`) */
  unsigned = false;
  /** INTEGER and LOGICAL without a kind have kind 8 (`-fdefault-integer-8`) */
  defaultInteger8 = false;
  /** REAL without a kind has kind 8, and DOUBLE PRECISION kind 16 (`-fdefault-real-8`) */
  defaultReal8 = false;
  /** DOUBLE PRECISION still has kind 8 (`-fdefault-double-8`) */
  defaultDouble8 = false;
  /** REAL without a kind and DOUBLE PRECISION have kind 16 (`-fdefault-real-16`) */
  defaultReal16 = false;
  /** the kind that replaces kind 4 of reals, even where the kind is written out (`-freal-4-real-8`) */
  real4As: 4 | 8 | 16 = 4;
  /** the kind that replaces kind 8 of reals, even where the kind is written out (`-freal-8-real-4`) */
  real8As: 4 | 8 | 16 = 8;
  /** there are no implicit types (`-fimplicit-none`) */
  implicitNone = false;
  /** format of fixed-form lines (`-ffixed-line-length-132`, `-fd-lines-as-code`) */
  fixedForm: FixedForm = { lineLength: 72, debugLines: false, padded: true };
  /** constants must be within the range of their kind (off: `-fno-range-check`, in which case they wrap around) */
  rangeCheck = true;
  /** OpenMP directives and lines after `!$` take effect and are executed by a single thread (`-fopenmp`) */
  openMp = false;
  /** maximum length of free-form lines, unless the standard limits it (`-ffree-line-length-none`) */
  freeLineLength = 0;
  /** the form of all sources */
  form: 'free' | 'fixed' | 'by-name' = 'by-name';
}

/** Options for a compilation; any that are omitted default to `DEFAULT_OPTIONS`. */
export type FortranOptions = Partial<CompilationOptions>;

export const DEFAULT_OPTIONS: Required<FortranOptions> = new CompilationOptions();
