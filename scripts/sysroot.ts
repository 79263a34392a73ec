// The compiler's system folder as pages get it: headers and libraries that programs of ours can reach. Left out is what
// only other processors, offload languages, sanitizers, debuggers and other forms of libc++ need; clang would refuse to
// use it for WebAssembly anyway, or we refuse the flag that asks for it.

const BLOCK = 512;

/** Headers for all processors, and those of other processors that people include by habit: they say what is wrong. */
const OWN_HEADERS = new RegExp(
  `^include/(${[
    ...['__float_[a-z_]+', '__stdarg_[a-z_]+', '__stddef_[a-z_]+', 'builtins', 'cpuid', 'float', 'inttypes'],
    ...['iso646', 'limits', 'mm_malloc', 'module', 'ptrauth', 'stdalign', 'stdarg', 'stdatomic', 'stdbool'],
    ...[
      'stdckdint',
      'stdcountof',
      'stddef',
      'stddefer',
      'stdint',
      'stdnoreturn',
      'tgmath',
      'unwind',
      'varargs',
    ],
    ...['wasm_simd128', 'immintrin', '[emnpstwx]?mmintrin', 'x86intrin', 'arm_acle'],
  ].join('|')})\\.(h|modulemap)$`,
);

/** Whether a file of the package's system folder goes into pages; `path` is from its root, such as `include/float.h`. */
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

/** The same archive (POSIX ustar) with the wanted files only, and the folders in which they lie. */
export function reduceSysroot(tar: Uint8Array): Uint8Array {
  const entries: { path: string; isFolder: boolean; bytes: Uint8Array }[] = [];
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
  const files = entries.filter(({ path, isFolder }) => !isFolder && isWanted(path));
  const isNeeded = (folder: string) => files.some(({ path }) => path.startsWith(`${folder}/`));
  const kept = entries.filter(({ path, isFolder }) => (isFolder ? isNeeded(path) : isWanted(path)));
  const parts = [...kept.map(({ bytes }) => bytes), new Uint8Array(2 * BLOCK)];
  return Buffer.concat(parts);
}
