// The compiler's system folder for pages: headers and libraries that our programs can use. It omits files needed only
// for other processors, offload languages, sanitizers, debuggers and other variants of libc++: clang does not use
// them for WebAssembly, or we reject the flags that need them.

const BLOCK = 512;

/** Headers for all processors, and common headers of other processors, which report that the processor is wrong. */
const OWN_HEADERS = new RegExp(
  `^include/(${(
    '__float_[a-z_]+ __stdarg_[a-z_]+ __stddef_[a-z_]+ builtins cpuid float inttypes ' +
      'iso646 limits mm_malloc module ptrauth stdalign stdarg stdatomic stdbool ' +
      'stdckdint stdcountof stddef stddefer stdint stdnoreturn tgmath unwind varargs ' +
      'wasm_simd128 immintrin [emnpstwx]?mmintrin x86intrin arm_acle'
  ).replaceAll(' ', '|')})\\.(h|modulemap)$`,
);

/**
 * True if this file of the package's system folder is packed for pages; `path` is relative to its root, such as
 * `include/float.h`.
 */
function isWanted(path: string): boolean {
  if (path.startsWith('include/c++/')) return !path.includes('/__cxx03/') && !path.endsWith('.imp');
  if (path.startsWith('include/wasm32-wasip1/')) return true;
  if (path.startsWith('include/')) return OWN_HEADERS.test(path);
  if (path.startsWith('lib/')) {
    return !path.endsWith('.so') && !/profile|libc-printscan-no-floating-point/.test(path);
  }
  return false;
}

function readText(header: Uint8Array, at: number, length: number): string {
  const text = new TextDecoder().decode(header.subarray(at, at + length));
  return text.slice(0, `${text}\0`.indexOf('\0'));
}

/** Files that only C++ programs read. */
const CXX_FOLDER = 'include/c++';
const CXX_FILE = /^lib\/wasm32-wasip1\/libc\+\+/;

/** Files that few programs read: this processor's vector headers, and headers for other processors. */
const RARE_FILE =
  /^include\/([enpstwx]?mmintrin|immintrin|x86intrin|wasm_simd128|arm_acle|cpuid|ptrauth|mm_malloc)\.h$/;

function isForCxx(path: string): boolean {
  return path.startsWith(`${CXX_FOLDER}/`) || CXX_FILE.test(path);
}

/** A lazy-loaded archive, fetched when a run needs one of its files. */
export interface LaterArchive {
  readonly bytes: Uint8Array;
  /** Paths of folders and files that only this archive contains. */
  readonly adds: readonly string[];
}

export interface DividedSysroot {
  /** Archive of files that any program may need. */
  readonly common: Uint8Array;
  /** Files that only C++ programs read. */
  readonly cxx: LaterArchive;
  /** Headers that few C++ programs read. */
  readonly cxxRare: LaterArchive;
  /** Files that few programs read. */
  readonly rare: LaterArchive;
}

/**
 * Divides the archive (POSIX ustar), reduced to the wanted files and their folders.
 * @param commonHeaders headers that most C++ programs read
 */
export function divideSysroot(tar: Uint8Array, commonHeaders: ReadonlySet<string>): DividedSysroot {
  const entries = readEntries(tar);
  const wanted = entries.filter(({ path, isFolder }) => !isFolder && isWanted(path));
  const forCxx = wanted.filter(({ path }) => isForCxx(path));
  const cxxRare = forCxx.filter(({ path }) => !CXX_FILE.test(path) && !commonHeaders.has(path));
  const isRare = new Set(cxxRare);
  const cxx = forCxx.filter((entry) => !isRare.has(entry));
  const rare = wanted.filter(({ path }) => RARE_FILE.test(path));
  const cxxFiles = pathsOf(cxx).filter((path) => CXX_FILE.test(path));
  const isLater = new Set([...forCxx, ...rare]);
  return {
    common: writeArchive(
      entries,
      wanted.filter((entry) => !isLater.has(entry)),
    ),
    cxx: { bytes: writeArchive(entries, cxx), adds: [CXX_FOLDER, ...cxxFiles] },
    cxxRare: { bytes: writeArchive(entries, cxxRare), adds: pathsOf(cxxRare) },
    rare: { bytes: writeArchive(entries, rare), adds: pathsOf(rare) },
  };
}

/** The text of a file in such an archive, by path; undefined if there is no such file. */
export function maybeTextIn(tar: Uint8Array, path: string): string | undefined {
  const entry = readEntries(tar).find((one) => one.path === path);
  if (!entry) return undefined;
  const size = Number.parseInt(readText(entry.bytes, 124, 12), 8);
  return new TextDecoder().decode(entry.bytes.subarray(BLOCK, BLOCK + size));
}

const pathsOf = (entries: readonly Entry[]) => entries.map(({ path }) => path);

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly bytes: Uint8Array;
}

function readEntries(tar: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    const name = readText(header, 0, 100);
    if (name === '') break;
    const size = Number.parseInt(readText(header, 124, 12), 8);
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    entries.push({
      path: name.replace(/\/$/, ''),
      isFolder: header[156] === 53,
      bytes: tar.subarray(at, end),
    });
    at = end;
  }
  return entries;
}

function writeArchive(entries: readonly Entry[], files: readonly Entry[]): Uint8Array {
  const chosen = new Set(files);
  const isNeeded = (folder: string) => files.some(({ path }) => path.startsWith(`${folder}/`));
  const kept = entries.filter((entry) => (entry.isFolder ? isNeeded(entry.path) : chosen.has(entry)));
  const parts = [...kept.map(({ bytes }) => bytes), new Uint8Array(2 * BLOCK)];
  return Buffer.concat(parts);
}
