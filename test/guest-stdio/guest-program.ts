// Builds test programs with the guest runtime's formatted input and output, and runs them against a toy core.
// No rewriter is involved: the programs pass uncertain values around and never compute with them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConsoleStdout, File, OpenFile, WASI, WASIProcExit } from '@bjorn3/browser_wasi_shim';
import { type Clang, maybeFileOf } from '../../src/toolchain/clang/clang.ts';
import { buildFileTree } from '../../src/toolchain/sources/source-files.ts';
import { operationsHeader } from '../../src/uncertainty/core/operations-header.ts';
import { familiesHeader, fillHeader } from '../../src/uxhw/headers.ts';
import { openKept } from '../kept/kept-folder.ts';
import { type CoreMode, createToyImports } from './toy-core.ts';

const kept = openKept();
const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['wasm/include', 'wasm/guest', 'wasm/guest/stdio', 'wasm/special'];
const SHARED_FLAGS = ['-Wall', '-Werror', '-ffp-contract=off', '-fno-builtin'];
const C_FLAGS = ['clang', '-O2', '-std=c23', ...SHARED_FLAGS];
const CXX_FLAGS = ['clang++', '-std=c++23', '-fno-exceptions', ...SHARED_FLAGS];
const INCLUDE = ['-Iwasm/include', '-Iwasm/guest', '-Iwasm/special', '-Igenerated'];
const LIBRARIES = '/usr/lib/wasm32-wasip1';
const BUILTINS = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';

function readGuest(): Map<string, string> {
  const files = new Map([
    ['generated/ux-operations.h', operationsHeader()],
    ['generated/ux-families.h', familiesHeader()],
  ]);
  for (const folder of FOLDERS.filter((folder) => existsSync(join(ROOT, folder)))) {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isFile()) files.set(path, fillHeader(readFileSync(join(ROOT, path), 'utf8')));
    }
  }
  return files;
}

async function runTool(
  clang: Clang,
  args: readonly string[],
  files: Parameters<Clang['run']>[1],
  output: string,
): Promise<Uint8Array> {
  const run = await clang.run(args, files);
  const bytes = maybeFileOf(run, output);
  if (run.status !== 0 || !bytes) throw new Error(`${args.join(' ')}\n${run.crash ?? run.stderr}`);
  return bytes;
}

// All files of tests need the same objects: each object is kept by the hash of its inputs.
async function compile(
  clang: Clang,
  path: string,
  files: Map<string, string>,
  flags: readonly string[],
): Promise<Uint8Array> {
  const args = [...(path.endsWith('.c') ? C_FLAGS : CXX_FLAGS), ...flags, '-c', path, '-o', 'out.o'];
  const hash = createHash('sha256').update(JSON.stringify([clang.version, args]));
  for (const [name, text] of files) if (name === path || !/\.(c|cpp)$/.test(name)) hash.update(text);
  const key = `guest-${hash.digest('hex')}`;
  const known = await kept.get(key);
  if (known) return known;
  const object = await runTool(clang, args, buildFileTree(files), 'out.o');
  await kept.put(key, object);
  return object;
}

/** The runtime's objects in one archive, and the linker's flags that go with it. */
export interface Runtime {
  readonly archive: Uint8Array;
  readonly linkFlags: readonly string[];
}

/**
 * Compiles the C runtime, and for C++ its streams. Only the functions of formatted input and output are wrapped: they
 * use the rest.
 */
export async function buildRuntime(clang: Clang, language: 'C' | 'C++'): Promise<Runtime> {
  const files = readGuest();
  const sources = [...files.keys()].filter(
    (path) => path.endsWith('.c') || (language === 'C++' && path.endsWith('.cpp')),
  );
  const objects: Record<string, Uint8Array> = {};
  for (const path of sources)
    objects[`${path.replaceAll('/', '-')}.o`] = await compile(clang, path, files, ['-O1', ...INCLUDE]);
  const ours = Object.keys(objects).filter((name) => name.startsWith('wasm-guest-stdio-'));
  const archive = await runTool(clang, ['ar', 'rcs', 'libux.a', ...Object.keys(objects)], objects, 'libux.a');
  const symbols = await clang.run(['nm', '--defined-only', '--format=just-symbols', ...ours], objects);
  const wrapped = new TextDecoder().decode(symbols.stdout).matchAll(/^__wrap_(.+)$/gm);
  return { archive, linkFlags: [...new Set([...wrapped].map(([, name]) => `--wrap=${name}`))] };
}

export interface ProgramOptions {
  /** Absent: the plain library, with values that carry their particle alone. */
  readonly runtime?: Runtime | undefined;
}

/** Builds `programs/<name>`; with a runtime, `HAZE` is defined in it. */
export async function buildProgram(
  clang: Clang,
  name: string,
  options: ProgramOptions = {},
): Promise<WebAssembly.Module> {
  const files = readGuest();
  for (const file of readdirSync(join(import.meta.dirname, 'programs'))) {
    files.set(file, readFileSync(join(import.meta.dirname, 'programs', file), 'utf8'));
  }
  const { runtime } = options;
  const flags = ['-Wno-format', ...(runtime ? ['-DHAZE', '-Iwasm/include'] : [])];
  const objects = {
    'main.o': await compile(clang, name, files, flags),
    ...(runtime ? { 'libux.a': runtime.archive } : {}),
  };
  const linked = await runTool(
    clang,
    [
      ...['wasm-ld', '-m', 'wasm32', `-L${LIBRARIES}`, '-z', 'stack-size=1048576', '--fatal-warnings'],
      ...[`${LIBRARIES}/crt1-command.o`, ...Object.keys(objects), ...(runtime?.linkFlags ?? [])],
      ...(name.endsWith('.cpp') ? ['-lc++', '-lc++abi'] : []),
      ...(runtime ? [] : ['-lc-printscan-long-double']),
      ...['-lc', BUILTINS, '-o', 'program.wasm'],
    ],
    objects,
    'program.wasm',
  );
  return WebAssembly.compile(linked as Uint8Array<ArrayBuffer>);
}

export interface RunOptions {
  readonly args?: readonly string[];
  readonly stdin?: string;
  readonly mode?: CoreMode;
}

/**
 * Runs a program: its standard output.
 * @throws FatalMessage when the core ends the task
 */
export async function runProgram(module: WebAssembly.Module, options: RunOptions = {}): Promise<string> {
  const encode = (text: string) => new File(new TextEncoder().encode(text));
  const output: Uint8Array[] = [];
  const collect = new ConsoleStdout((bytes) => output.push(bytes.slice()));
  const descriptors = [new OpenFile(encode(options.stdin ?? '')), collect, collect];
  const wasi = new WASI(['program', ...(options.args ?? [])], [], descriptors, { debug: false });
  let memory: WebAssembly.Memory | undefined;
  const ux = createToyImports(options.mode ?? 'tracking', () => memory!);
  const missing = WebAssembly.Module.imports(module).filter(
    ({ module: from, name }) => from === 'ux' && !(name in ux),
  );
  const refuse = (name: string) => () => {
    throw new Error(`the toy core has no ${name}`);
  };
  const imports = { ...ux, ...Object.fromEntries(missing.map(({ name }) => [name, refuse(name)])) };
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi.wasiImport as WebAssembly.ModuleImports,
    ux: imports as WebAssembly.ModuleImports,
  });
  memory = instance.exports.memory as WebAssembly.Memory;
  try {
    wasi.start(instance as Parameters<WASI['start']>[0]);
  } catch (error) {
    if (!(error instanceof WASIProcExit)) throw error;
  }
  return new TextDecoder().decode(Buffer.concat(output));
}
