// Compiles and runs Fortran test programs. Runs of clang and the linker are cached by content.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import type { FortranOptions } from '../../src/fortran/source/options.ts';
import { runKeptTool } from '../kept/kept-clang.ts';

type Files = Record<string, string | Uint8Array>;

const RUNTIME = new URL('../../wasm/fortran/', import.meta.url).pathname;
// Headers that the Fortran run-time library shares with the runtime of all programs.
const SPECIAL = new URL('../../wasm/special/', import.meta.url).pathname;
const HEADERS = readdirSync(RUNTIME).filter((name) => name.endsWith('.h'));

// Simplified versions of functions in ux.c, for test programs without uncertain values.
const CERTAIN = `#include "fortran-runtime.h"
#define CERTAIN(S, T, X) \\
  T __ux_fortran_power_##S(T x, int64_t m) { F_IPOW(T, x, m); } \\
  T __ux_fortran_modulo_##S(T r, T p) { return f_certain_modulo_##S(r, p); } \\
  T __ux_fortran_sign_##S(T a, T b) { return f_certain_sign_##S(a, b); } \\
  T __ux_fortran_fraction_##S(T x) { return f_certain_fraction_##S(x); } \\
  T __ux_fortran_spacing_##S(T x) { return f_certain_spacing_##S(x); } \\
  T __ux_fortran_erfc_scaled_##S(T x) { return __ux_fortran_certain_erfc_scaled_##S(x); } \\
  void __ux_fortran_norm2_##S(f_norm_##S *n, T x) { f_certain_norm2_##S(n, x); } \\
  T __ux_fortran_norm2_of_##S(const f_norm_##S *n) { return n->scale * sqrt##X(n->sum); }
CERTAIN(r4, float, f)
CERTAIN(r8, double, )
CERTAIN(r16, long double, l)
void __ux_watch_digits(void) {}
`;

/** The results of running a program. */
export interface ProgramRun {
  status: number;
  stdout: string;
  stderr: string;
}

let made: Promise<ProgramRunner> | undefined;

/** Compiles and runs programs; created by `ProgramRunner.create`. */
export class ProgramRunner {
  readonly #objects: Files;
  readonly #headers: Files;

  constructor(objects: Files, headers: Files) {
    this.#objects = objects;
    this.#headers = headers;
  }

  /** Compiles the run-time library, once for all tests in a worker. */
  static create(): Promise<ProgramRunner> {
    made ??= ProgramRunner.#make();
    return made;
  }

  static async #make(): Promise<ProgramRunner> {
    const headers: Files = { 'pair64.h': readFileSync(join(SPECIAL, 'pair64.h'), 'utf8') };
    for (const name of HEADERS) headers[name] = readFileSync(join(RUNTIME, name), 'utf8');
    const objects: Files = {};
    const sources: Record<string, string> = { 'certain.c': CERTAIN };
    sources['angle64.c'] = readFileSync(join(SPECIAL, 'angle64.c'), 'utf8');
    for (const name of readdirSync(RUNTIME).filter((f) => f.endsWith('.c') && f !== 'ux.c'))
      sources[name] = readFileSync(join(RUNTIME, name), 'utf8');
    for (const [name, source] of Object.entries(sources)) {
      const words = ['clang', '-O1', '-fwrapv', '-DF_MAX_RANK=15', '-c', name, '-o', 'out.o'];
      objects[`runtime-${name}.o`] = await runKeptTool(words, { ...headers, [name]: source }, 'out.o');
    }
    return new ProgramRunner(objects, headers);
  }

  /**
   * Compiles one source to a WebAssembly module, optionally with less memory than the maximum of 4 GB. Throws with the
   * diagnostics if the source is rejected.
   */
  async compile(
    path: string,
    text: string,
    options: FortranOptions = {},
    maxMegabytes?: number,
  ): Promise<Uint8Array> {
    const result = compileFortran([{ path, text }], options);
    if (!result.ok)
      throw new Error(result.diagnostics.map((d) => `${d.line}:${d.column}: ${d.message}`).join('\n'));
    const words = ['clang', '-O0', '-fwrapv', '-w', '-I.', '-c', 'p.c', '-o', 'p.o'];
    const object = await runKeptTool(words, { ...this.#headers, 'p.c': result.c }, 'p.o');
    const files: Files = { ...this.#objects, 'p.o': object };
    return runKeptTool(
      [
        'wasm-ld',
        '-m',
        'wasm32',
        '-z',
        'stack-size=8388608',
        '-L/usr/lib/wasm32-unknown-wasip1',
        '-L/usr/lib/wasm32-wasip1',
        '/usr/lib/wasm32-wasip1/crt1-command.o',
        ...Object.keys(files),
        ...(maxMegabytes ? [`--max-memory=${maxMegabytes << 20}`] : []),
        '-lc-printscan-long-double',
        '-lc',
        '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a',
        '-o',
        'a.wasm',
      ],
      files,
      'a.wasm',
    );
  }

  /** Runs a module in an empty folder, entirely in memory. */
  run(module: Uint8Array, stdin = ''): ProgramRun {
    const output = new File([]);
    const errors = new File([]);
    const descriptors = [
      new OpenFile(new File(new TextEncoder().encode(stdin))),
      new OpenFile(output),
      new OpenFile(errors),
      new PreopenDirectory('.', new Map()),
    ];
    const wasi = new WASI(['program'], [], descriptors, { debug: false });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(module as BufferSource), {
      wasi_snapshot_preview1: wasi.wasiImport as WebAssembly.ModuleImports,
    });
    const status = wasi.start(instance as Parameters<WASI['start']>[0]);
    const text = (file: File): string => new TextDecoder('latin1').decode(file.data);
    return { status, stdout: text(output), stderr: text(errors) };
  }
}
