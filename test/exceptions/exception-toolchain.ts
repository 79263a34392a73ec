// Compiles, links and runs C++ programs with the exception runtime of wasm/guest/exceptions, and nothing else of ours.
// The modules are not rewritten, so that these tests show the runtime alone.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { runKeptTool } from '../kept/kept-tools.ts';

type Tree = Record<string, string | Uint8Array>;

const runtimeFolder = fileURLToPath(new URL('../../wasm/guest/exceptions/', import.meta.url));
const libraryFolder = '/usr/lib/wasm32-wasip1';
const builtins = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';

/** Flags that every C++ source needs, and C sources as far as they name setjmp. */
export const exceptionFlags = ['-fwasm-exceptions', '-mllvm', '-wasm-use-legacy-eh=true'];
export const setjmpFlags = ['-mllvm', '-wasm-enable-sjlj'];

/** Builds the runtime's archive from its sources. */
export async function buildExceptionRuntime(): Promise<Uint8Array> {
  const sources: Tree = {};
  for (const name of readdirSync(runtimeFolder)) sources[name] = readFileSync(runtimeFolder + name, 'utf8');
  const objects: Tree = {};
  for (const name of Object.keys(sources)) {
    const object = name.replace(/\.(cpp|s)$/, '.o');
    if (object === name) continue;
    const flags = name.endsWith('.cpp')
      ? ['clang++', '-std=c++20', '-Os', '-Wall', '-Wextra', ...exceptionFlags]
      : ['clang'];
    objects[object] = await runKeptTool([...flags, '-c', name, '-o', object], sources, object);
  }
  return runKeptTool(
    ['ar', 'rcs', 'libux-exceptions.a', ...Object.keys(objects)],
    objects,
    'libux-exceptions.a',
  );
}

/** Compiles `sources` (C++, or C by their suffix) and links them with the runtime. */
export async function buildProgram(
  sources: ReadonlyMap<string, string>,
  runtime: Uint8Array,
  flags: readonly string[] = ['-O2'],
): Promise<Uint8Array> {
  const objects: Tree = {};
  for (const [name, text] of sources) {
    // Warnings are off: some programs do on purpose what clang warns of, such as throwing through noexcept.
    const compiler = name.endsWith('.c') ? ['clang'] : ['clang++', '-std=c++17', ...exceptionFlags];
    objects[`${name}.o`] = await runKeptTool(
      [...compiler, ...setjmpFlags, '-w', ...flags, '-c', name, '-o', `${name}.o`],
      { [name]: text },
      `${name}.o`,
    );
  }
  const libraries = ['libux-exceptions.a', '-lc++', '-lc++abi', '-lsetjmp', '-lc', builtins];
  const link = ['wasm-ld', '-m', 'wasm32', `-L${libraryFolder}`, '-z', 'stack-size=8388608', '--stack-first'];
  return runKeptTool(
    [...link, '--max-memory=67108864', ...Object.keys(objects), ...libraries, '-o', 'program.wasm'],
    { ...objects, 'libux-exceptions.a': runtime },
    'program.wasm',
  );
}

/** Outcome of a program; `trap` is its cause of end when it did not end by itself. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
  readonly trap: unknown;
}

/**
 * Runs a module under WASI. proc_exit only notes the status and returns: libc executes `unreachable` right after, and a
 * trap ends the program without running the cleanups of frames that `catch_all` guards, as a thrown error would.
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
