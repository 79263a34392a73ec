// The compiler's system folder for pages: headers and libraries that our programs can use. It omits files needed only
// for other processors, offload languages, sanitizers, debuggers and other variants of libc++: clang does not use
// them for WebAssembly, or we reject the flags that need them.
import { RARE_MEMBER } from '../src/toolchain/linking/rare-library.ts';
import { divideArchive } from './divide-archive.ts';

const BLOCK = 512;

/** Headers for all processors, and common headers for other processors, which report that the processor is wrong. */
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

/** Headers that few C programs read: sockets and the network, and the system interface itself. */
const NETWORK_HEADER =
  /^include\/wasm32-wasip1\/((arpa|netinet|netpacket)\/.*|(__header_sys_socket|ifaddrs|sys\/socket|wasi\/(api|wasip\d))\.h)$/;
const C_LIBRARY = 'lib/wasm32-wasip1/libc.a';
/** Members of the C library that few programs call (src/toolchain/linking/rare-library.ts). */
const RARE_LIBRARY = 'lib/wasm32-wasip1/libc-rare.a';

/** Files that few programs read: this processor's vector headers, and headers for other processors. */
const RARE_FILE =
  /^include\/([enpstwx]?mmintrin|immintrin|x86intrin|wasm_simd128|arm_acle|cpuid|ptrauth|mm_malloc)\.h$/;

/** A lazily loaded archive, fetched when a run needs one of its files. */
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
  /** Headers and parts of the C library that few C programs use. */
  readonly few: LaterArchive;
  /** Files that few programs read. */
  readonly rare: LaterArchive;
}

/**
 * Divides the archive (POSIX ustar), reduced to the wanted files and their folders.
 * @param commonHeaders headers that most C++ programs read
 */
export function divideSysroot(tar: Uint8Array, commonHeaders: ReadonlySet<string>): DividedSysroot {
  const entries = divideLibrary(readEntries(tar));
  const wanted = entries.filter(({ path, isFolder }) => !isFolder && isWanted(path));
  const forCxx = wanted.filter(({ path }) => path.startsWith(`${CXX_FOLDER}/`) || CXX_FILE.test(path));
  const cxxRare = forCxx.filter(({ path }) => !CXX_FILE.test(path) && !commonHeaders.has(path));
  const isRare = new Set(cxxRare);
  const cxx = forCxx.filter((entry) => !isRare.has(entry));
  const few = wanted.filter(({ path }) => path === RARE_LIBRARY || NETWORK_HEADER.test(path));
  const rare = wanted.filter(({ path }) => RARE_FILE.test(path));
  const cxxFiles = pathsOf(cxx).filter((path) => CXX_FILE.test(path));
  const isLater = new Set([...forCxx, ...few, ...rare]);
  return {
    common: writeArchive(
      entries,
      wanted.filter((entry) => !isLater.has(entry)),
    ),
    cxx: { bytes: writeArchive(entries, cxx), adds: [CXX_FOLDER, ...cxxFiles] },
    cxxRare: { bytes: writeArchive(entries, cxxRare), adds: pathsOf(cxxRare) },
    few: { bytes: writeArchive(entries, few), adds: pathsOf(few) },
    rare: { bytes: writeArchive(entries, rare), adds: pathsOf(rare) },
  };
}

/** The text of a file in such an archive, by path; undefined if there is no such file. */
export function maybeTextIn(tar: Uint8Array, path: string): string | undefined {
  const entry = readEntries(tar).find((one) => one.path === path);
  return entry && new TextDecoder().decode(contentsOf(entry));
}

function contentsOf({ bytes }: Entry): Uint8Array {
  const size = Number.parseInt(readText(bytes, 124, 12), 8);
  return bytes.subarray(BLOCK, BLOCK + size);
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

/** The entries, with the C library divided into two libraries. */
function divideLibrary(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => {
    if (entry.path !== C_LIBRARY) return [entry];
    const { chosen, others } = divideArchive(contentsOf(entry), (name) => RARE_MEMBER.test(name));
    return [withContents(entry, C_LIBRARY, others), withContents(entry, RARE_LIBRARY, chosen)];
  });
}

/** An entry with another path and other contents. */
function withContents({ bytes }: Entry, path: string, contents: Uint8Array): Entry {
  const changed = Buffer.alloc(BLOCK + Math.ceil(contents.length / BLOCK) * BLOCK);
  changed.set(bytes.subarray(0, BLOCK));
  changed.fill(0, 0, 100).write(path, 'latin1');
  changed.write(contents.length.toString(8).padStart(11, '0'), 124, 'latin1');
  // The checksum is the sum of the header's bytes, with the checksum itself counted as spaces.
  changed.fill(' ', 148, 156);
  const sum = changed.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  changed.set(contents, BLOCK);
  return { path, isFolder: false, bytes: changed };
}

function writeArchive(entries: readonly Entry[], files: readonly Entry[]): Uint8Array {
  const chosen = new Set(files);
  const isNeeded = (folder: string) => files.some(({ path }) => path.startsWith(`${folder}/`));
  const kept = entries.filter((entry) => (entry.isFolder ? isNeeded(entry.path) : chosen.has(entry)));
  const parts = [...kept.map(({ bytes }) => bytes), new Uint8Array(2 * BLOCK)];
  return Buffer.concat(parts);
}
