// Links test programs with the guest runtime's formatted input and output, and runs them against a toy core. No
// rewriter is involved: the programs pass uncertain values around but never compute with them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConsoleStdout, File, OpenFile, WASI, WASIProcExit } from '@bjorn3/browser_wasi_shim';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { buildFileTree, type FileTree } from '../../src/toolchain/sources/source-files.ts';
import { runKeptTool } from '../kept/kept-clang.ts';
import { type CoreMode, createToyImports } from './toy-core.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const SHARED_FLAGS = ['-O2', '-Wall', '-Werror', '-Wno-format', '-ffp-contract=off', '-fno-builtin'];
const C_FLAGS = ['clang', '-std=c23', ...SHARED_FLAGS];
const CXX_FLAGS = ['clang++', '-std=c++23', '-fno-exceptions', ...SHARED_FLAGS];
const LIBRARIES = '/usr/lib/wasm32-wasip1';
const BUILTINS = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';

/** Builds `programs/<name>` with the plain library, so that values consist only of their particles. */
export function buildPlain(name: string): Promise<WebAssembly.Module> {
  return buildProgram(name, { flags: [], library: {}, linkFlags: ['-lc-printscan-long-double'] });
}

/** Builds `programs/<name>` with the runtime in dist/wasm, and with `HAZE` defined. */
export async function buildHaze(name: string): Promise<WebAssembly.Module> {
  const guest = await loadGuestRuntime();
  const library = { ...guest.library, ...(isCxx(name) && guest.languageLibrary['C++']) };
  return buildProgram(name, {
    headers: { include: buildFileTree(new Map(Object.entries(guest.headers))) },
    flags: ['-DHAZE', '-Iinclude'],
    library,
    linkFlags: await listWraps(library),
  });
}

interface Parts {
  readonly headers?: FileTree;
  readonly flags: readonly string[];
  readonly library: Readonly<Record<string, Uint8Array>>;
  readonly linkFlags: readonly string[];
}

async function buildProgram(name: string, parts: Parts): Promise<WebAssembly.Module> {
  const files: FileTree = { ...parts.headers };
  for (const file of [name, 'values.h']) files[file] = readFileSync(join(PROGRAMS, file), 'utf8');
  const words = [...(isCxx(name) ? CXX_FLAGS : C_FLAGS), ...parts.flags, '-c', name, '-o', 'main.o'];
  const objects = { 'main.o': await runKeptTool(words, files, 'main.o'), ...parts.library };
  const linked = await runKeptTool(
    [
      'wasm-ld',
      '-m',
      'wasm32',
      `-L${LIBRARIES}`,
      '-z',
      'stack-size=1048576',
      '--fatal-warnings',
      `${LIBRARIES}/crt1-command.o`,
      ...Object.keys(objects),
      ...(isCxx(name) ? ['-lc++', '-lc++abi'] : []),
      ...parts.linkFlags,
      '-lc',
      BUILTINS,
      '-o',
      'program.wasm',
    ],
    objects,
    'program.wasm',
  );
  return WebAssembly.compile(linked as BufferSource);
}

/** Only the flags that wrap the functions for formatted input and output, because all other functions use these. */
async function listWraps(library: Readonly<Record<string, Uint8Array>>): Promise<string[]> {
  const words = ['nm', '-A', '--defined-only', '--format=just-symbols', ...Object.keys(library)];
  const symbols = new TextDecoder().decode(await runKeptTool(words, library));
  const wrapped = symbols.matchAll(/:stdio-\S+: __wrap_(.+)$/gm);
  return [...new Set([...wrapped].map(([, name]) => `--wrap=${name}`))];
}

const isCxx = (name: string) => name.endsWith('.cpp');

export interface RunOptions {
  readonly args?: readonly string[];
  readonly stdin?: string;
  readonly mode?: CoreMode;
}

/**
 * Runs a program and returns its standard output.
 * @throws FatalMessage if the core stops the task
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
