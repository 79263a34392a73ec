// Packs the files that pages need to build and run programs into dist/toolchain. Each compressed file is cut into
// pieces, so that a download can be cancelled and resumed on any host, and every piece can be verified. `files.json`
// lists the files (src/toolchain/sources/file-list.ts). Compressed files are cached in node_modules/.cache/haze,
// because compressing the compiler takes minutes at Brotli's best quality.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { constants } from 'node:zlib';
import { compileTools } from '../src/node/engine/compile-tools.ts';
import { loadClang } from '../src/toolchain/clang/clang.ts';
import { limitMemory } from '../src/toolchain/clang/memory-limit.ts';
import {
  type FileGroup,
  GUEST_LIBRARIES,
  type PackedFile,
  type Piece,
  type ToolchainList,
} from '../src/toolchain/sources/file-list.ts';
import type { GuestLibrary, GuestRuntime } from '../src/toolchain/sources/guest-runtime.ts';
import { parseGuestRuntime, printGuestRuntime } from '../src/toolchain/sources/guest-runtime-json.ts';
import type { Language } from '../src/toolchain/sources/language.ts';
import { listCommonHeaders } from './common-headers.ts';
import type { CompressTask } from './compress-worker.ts';
import { divideCompiler } from './divide-compiler.ts';
import { findProjectRoot } from './project-root.ts';
import { divideSysroot } from './sysroot.ts';
import { openWorkerPool, type WorkerPool } from './worker-pool.ts';

/** Size of a compressed piece: small enough to unpack while the next pieces are downloading. */
const PIECE_BYTES = 600 * 2 ** 10;
const BEST = constants.BROTLI_MAX_QUALITY;
const QUICK = 5;
const BEST_GZIP = 9;

/** A file as pages use it, before it is packed. */
interface Source {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly coding: PackedFile['coding'];
  readonly group?: FileGroup;
  readonly part?: number;
  readonly adds?: readonly string[];
}

const loadTools = () => loadClang({ compile: compileTools });

/** The files to pack; the runtime's files must exist in dist/wasm. `openCompiler` opens the compiler to be packed. */
export async function readSources(root: string, openCompiler = loadTools): Promise<Source[]> {
  const clang = join(root, 'node_modules/@yowasp/clang/gen');
  const unpacker = join(root, 'node_modules/brotli-dec-wasm/pkg/brotli_dec_wasm_bg.wasm');
  const wasm = 'application/wasm';
  const read = (path: string, name: string, type = wasm, coding: PackedFile['coding'] = 'br') =>
    readFile(path).then((bytes) => ({ name, type, bytes, coding }));
  const sysroot = await read(join(clang, 'llvm-resources.tar'), 'llvm-resources.tar', 'application/x-tar');
  const compiler = await read(join(clang, 'llvm.core.wasm'), 'llvm.core.wasm');
  const headers = await listCommonHeaders(compiler.bytes, openCompiler);
  const { common, cxx, cxxRare, few, rare } = divideSysroot(sysroot.bytes, headers);
  // Engines cache compiled code only for an unmodified file, so the file already contains the memory limit.
  const parts = await divideCompiler(compiler.bytes, limitMemory);
  const pictures = { group: 'pictures' } as const;
  const [first, ...laterParts] = parts.map((part) => ({ ...compiler, ...part }));
  // Download order: the file that takes longest to compile comes first, and the file that is needed last comes last.
  return [
    // The unpacker for all other files: pages themselves can unpack only gzip.
    await read(unpacker, 'unpacker.wasm', wasm, 'gzip'),
    first!,
    { ...sysroot, bytes: common },
    ...(await Promise.all(
      ['llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'].map((name) => read(join(clang, name), name)),
    )),
    ...divideGuest(await read(join(root, 'dist/wasm/guest.json'), 'guest.json', 'application/json')),
    // Prebuilt programs need only these files, and no unpacker.
    await read(join(root, 'dist/wasm/kernels.wasm'), 'kernels.wasm', wasm, 'gzip'),
    // Files for drawing images: a service worker can unpack them natively.
    {
      ...(await read(join(root, 'dist/wasm/plot-rasteriser.wasm'), 'plot-rasteriser.wasm', wasm, 'gzip')),
      ...pictures,
    },
    {
      ...(await read(join(root, 'dist/wasm/plot-font.ttf'), 'plot-font.ttf', 'font/ttf', 'gzip')),
      ...pictures,
    },
    {
      ...(await read(
        join(root, 'node_modules/@wasm-fmt/clang-format/clang-format.wasm'),
        'clang-format.wasm',
      )),
      group: 'format',
    },
    { ...sysroot, name: 'llvm-resources-cxx.tar', ...cxx, group: 'C++ library' },
    { ...sysroot, name: 'llvm-resources-cxx-some.tar', ...cxxRare, group: 'C++ headers' },
    { ...sysroot, name: 'llvm-resources-few.tar', ...few, group: 'few' },
    { ...sysroot, name: 'llvm-resources-some.tar', ...rare, group: 'some' },
    ...laterParts,
  ];
}

const LIBRARY_GROUPS = { C: undefined, 'C++': 'C++ library', Fortran: 'Fortran library' } as const;

/** The guest runtime without the libraries of single languages, and each of these libraries. */
function divideGuest(guest: Source): Source[] {
  const { languageLibrary, ...common } = parseGuestRuntime(new TextDecoder().decode(guest.bytes));
  const encode = (value: GuestRuntime | GuestLibrary) => new TextEncoder().encode(printGuestRuntime(value));
  const libraries = (Object.keys(languageLibrary) as Language[]).map((language): Source => {
    const [name, group] = [GUEST_LIBRARIES[language], LIBRARY_GROUPS[language]];
    if (!name || !group) throw new Error(`the guest runtime has a library for ${language}, but pages do not`);
    return { ...guest, name, group, bytes: encode(languageLibrary[language]!) };
  });
  return [{ ...guest, bytes: encode({ ...common, languageLibrary: {} }) }, ...libraries];
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * A file compressed with Brotli: from the cache at the best quality, or compressed by this build, which then caches it.
 */
async function compressOnce(
  bytes: Uint8Array,
  hash: string,
  { cache, qualities, made, compressors }: Packing,
): Promise<Uint8Array> {
  for (const quality of qualities) {
    const kept = await readFile(join(cache, `${hash}-${quality}.br`)).catch(() => undefined);
    if (!kept) continue;
    made.push(quality);
    return kept;
  }
  const quality = qualities.at(-1)!;
  // Compresses the largest files first, so that no large file is left over at the end.
  const packed = await compressors.run({ bytes, coding: 'br', quality }, bytes.length);
  await writeFile(join(cache, `${hash}-${quality}.br`), packed);
  made.push(quality);
  return packed;
}

interface Packing {
  readonly target: string;
  /** Folder in which compressed files are cached. */
  readonly cache: string;
  /** Acceptable qualities, best first. */
  readonly qualities: readonly number[];
  /** Compression quality of each file. */
  readonly made: number[];
  readonly compressors: WorkerPool<CompressTask, Uint8Array>;
}

async function packFile(source: Source, packing: Packing): Promise<PackedFile> {
  const { bytes: whole, ...described } = source;
  const { coding } = described;
  // Copies the bytes: sending a view to a worker would send its whole buffer.
  const bytes = new Uint8Array(whole);
  const hash = hashOf(bytes);
  const packed =
    coding === 'gzip'
      ? await packing.compressors.run({ bytes, coding, quality: BEST_GZIP }, bytes.length)
      : await compressOnce(bytes, hash, packing);
  const pieces: Piece[] = [];
  for (let start = 0; start < packed.length; start += PIECE_BYTES) {
    const piece = packed.subarray(start, start + PIECE_BYTES);
    const pieceHash = hashOf(piece);
    const name = pieceHash.slice(0, 32);
    await writeFile(join(packing.target, name), piece);
    pieces.push({ name, hash: pieceHash, packedBytes: piece.length });
  }
  return { ...described, hash, bytes: bytes.length, pieces };
}

// Files for Node, or for servers inside the sandbox, which pages never load.
const WASMER_UNUSED =
  /\.map$|\.d\.ts$|\/(node|node-cache|node-network|node-worker|node-worker-adapter|service-worker|service-worker-host|wisp-network)\.js$/;

const WASMER_BINDINGS = /wasmer_sdk_js\.js$/;
const COMPILES = /(WebAssembly\.validate|WebAssembly\.compile|new WebAssembly\.Module)\(arg0\)/g;
const UNSHARE =
  'const unshared = (bytes) => (bytes?.buffer?.constructor?.name === "SharedArrayBuffer" ? bytes.slice() : bytes);';

/**
 * A Wasmer script as pages load it. Wasmer stores bytes in shared memory; Firefox from version 140.12 follows the
 * standard and does not compile such bytes, so it receives a copy.
 */
function compileCopies(target: string, text: string): string {
  const named = text.replaceAll('acorn.mjs', 'acorn.js');
  if (!WASMER_BINDINGS.test(target)) return named;
  const changed = named.replaceAll(COMPILES, '$1(unshared(arg0))');
  if (changed.split('(unshared(arg0))').length !== 4)
    throw new Error('@wasmer/sdk now compiles modules elsewhere: see compileCopies in pack-toolchain.ts');
  return `${changed}\n${UNSHARE}\n`;
}

/**
 * Copies the runner for foreign toolchains file by file, because its workers load each other by URL. Pages fetch it
 * only if a user chooses a foreign toolchain.
 */
async function copyWasmer(root: string): Promise<void> {
  const from = join(root, 'node_modules/@wasmer/sdk');
  const to = join(root, 'dist/wasmer');
  await rm(to, { recursive: true, force: true });
  for (const folder of ['dist', 'pkg']) {
    const entries = await readdir(join(from, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || WASMER_UNUSED.test(path)) continue;
      // Some hosts do not serve `.mjs` files as JavaScript.
      const target = join(to, relative(from, path)).replace(/\.mjs$/, '.js');
      await mkdir(dirname(target), { recursive: true });
      if (!/\.m?js$/.test(path)) await copyFile(path, target);
      else await writeFile(target, compileCopies(target, await readFile(path, 'utf8')));
    }
  }
}

/**
 * Packs the toolchain again. If `isQuick`, new files are compressed in seconds, at a lower quality. Returns true if all
 * files have the best compression.
 */
export async function packToolchain({
  isQuick,
}: {
  readonly isQuick: boolean;
}): Promise<{ isBest: boolean }> {
  const root = findProjectRoot();
  const target = join(root, 'dist/toolchain');
  const cache = join(root, 'node_modules/.cache/haze');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await mkdir(cache, { recursive: true });
  await copyWasmer(root);
  const sources = await readSources(root);
  const packing: Packing = {
    target,
    cache,
    qualities: isQuick ? [BEST, QUICK] : [BEST],
    made: [],
    compressors: openWorkerPool('compress-worker'),
  };
  const files = await Promise.all(sources.map((source) => packFile(source, packing))).finally(
    packing.compressors.close,
  );
  const list: ToolchainList = { files };
  await writeFile(join(target, 'files.json'), JSON.stringify(list));
  return { isBest: packing.made.every((quality) => quality === BEST) };
}
