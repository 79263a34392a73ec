// Compiles, links and runs C++ programs with the exception runtime in dist/wasm, without the rest of our runtime. The
// modules are not rewritten, so these tests cover only the exception runtime.
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { runKeptTool } from '../kept/kept-clang.ts';

type Tree = Record<string, string | Uint8Array>;

const libraryFolder = '/usr/lib/wasm32-wasip1';
const builtins = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';

/** Flags for every C++ source, and for C sources that use setjmp. */
export const exceptionFlags = ['-fwasm-exceptions', '-mllvm', '-wasm-use-legacy-eh=true'];
export const setjmpFlags = ['-mllvm', '-wasm-enable-sjlj'];

/** The archive in dist/wasm that contains the exception runtime. */
export async function loadExceptionRuntime(): Promise<Uint8Array> {
  const { languageLibrary } = await loadGuestRuntime();
  return languageLibrary['C++']!['libux-cxx.a']!;
}

/** Compiles `sources` (C++, or C, depending on the file extension) and links them with the runtime. */
export async function buildProgram(
  sources: ReadonlyMap<string, string>,
  runtime: Uint8Array,
  flags: readonly string[] = ['-O2'],
): Promise<Uint8Array> {
  const objects: Tree = {};
  for (const [name, text] of sources) {
    // Disables warnings, because some programs intentionally do things that clang warns about, such as throwing through
    // noexcept.
    const compiler = name.endsWith('.c') ? ['clang'] : ['clang++', '-std=c++17', ...exceptionFlags];
    objects[`${name}.o`] = await runKeptTool(
      [...compiler, ...setjmpFlags, '-w', ...flags, '-c', name, '-o', `${name}.o`],
      { [name]: text },
      `${name}.o`,
    );
  }
  const libraries = ['libux-cxx.a', '-lc++', '-lc++abi', '-lsetjmp', '-lc', builtins];
  const link = ['wasm-ld', '-m', 'wasm32', `-L${libraryFolder}`, '-z', 'stack-size=8388608', '--stack-first'];
  return runKeptTool(
    [...link, '--max-memory=67108864', ...Object.keys(objects), ...libraries, '-o', 'program.wasm'],
    { ...objects, 'libux-cxx.a': runtime },
    'program.wasm',
  );
}

/** The outcome of a program; `trap` is the cause of an abnormal termination. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
  readonly trap: unknown;
}

/**
 * Runs a module under WASI. proc_exit only records the status and then returns, because libc executes `unreachable`
 * right afterwards. A trap terminates the program without running the cleanups of frames that `catch_all` guards; a
 * thrown error would run them.
 */
export function runProgram(bytes: Uint8Array, args: readonly string[]): Outcome {
  const streams = [[], []] as [Uint8Array[], Uint8Array[]];
  const [stdout, stderr] = streams.map(
    (chunks) => new ConsoleStdout((bytes: Uint8Array) => void chunks.push(bytes.slice())),
  );
  const wasi = new WASI(
    ['program', ...args],
    ['TZ=UTC'],
    [new OpenFile(new File([])), stdout!, stderr!, new PreopenDirectory('.', new Map())],
    { debug: false },
  );
  let status: number | undefined;
  const proc_exit = (code: number) => {
    status = code;
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes as BufferSource), {
    wasi_snapshot_preview1: { ...wasi.wasiImport, proc_exit },
  });
  wasi.inst = instance as unknown as typeof wasi.inst;
  let trap: unknown;
  try {
    (instance.exports._start as () => void)();
  } catch (error) {
    if (status === undefined) trap = error;
  }
  const text = (chunks: Uint8Array[]) => Buffer.concat(chunks).toString('utf8');
  return { stdout: text(streams[0]), stderr: text(streams[1]), status: status ?? 0, trap };
}
