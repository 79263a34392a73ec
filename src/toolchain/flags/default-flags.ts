// Flags used for every compilation and link. The log shows the first group. The second group is required by our target;
// the reason for each flag is given there.
import type { Language } from '../sources/language.ts';
import { mathCallFlags } from './math-calls.ts';

/** Default flags by language, identical to the service's; a program's own flags come later and override them. */
export function defaultFlags(language: Language): readonly string[] {
  if (language === 'C++') return ['-O2', '-Wall', '-std=c++17'];
  if (language === 'Fortran') return ['-O2', '-Wall'];
  return ['-O2', '-Wall', '-Werror=implicit-function-declaration'];
}

/** Flags for every compilation, placed after the program's own flags so that nothing can disable them. */
export const TARGET_COMPILE_FLAGS: readonly string[] = [
  '-ffp-contract=off',
  ...mathCallFlags(),
  // The compiler's last stage turns 2.0 * x into x + x, which has a different distribution on cores with independent
  // operands. Engines compile the stage's input equally well: seven benchmarks took the same time with and without the
  // stage.
  '-mllvm',
  '-combiner-disabled',
  // Keeps printf calls in two branches separate, so that Reference cores can distinguish the values of the branches.
  '-mllvm',
  '-simplifycfg-sink-common=false',
  // Omits the checks between passes, which only compiler developers need.
  '-Xclang',
  '-disable-llvm-verifier',
  // Supports setjmp and longjmp; costs nothing in programs that do not use them.
  '-mllvm',
  '-wasm-enable-sjlj',
  // signal.h, sys/mman.h, sys/times.h and getpid require these macros; their libraries are listed below.
  '-D_WASI_EMULATED_PROCESS_CLOCKS',
  '-D_WASI_EMULATED_SIGNAL',
  '-D_WASI_EMULATED_MMAN',
  '-D_WASI_EMULATED_GETPID',
];

/** Stack size in bytes, chosen because real programs allocate megabytes of arrays on the stack. */
export const STACK_SIZE_BYTES = 8 * 1024 * 1024;

const WASI_LIBRARIES = '/usr/lib/wasm32-wasip1';
const COMPILER_LIBRARIES = '/usr/lib/wasm32-unknown-wasip1';

/** Linker arguments before the program's objects. */
export function linkPreamble(stackSizeBytes: number, ownStart: boolean): readonly string[] {
  return [
    'wasm-ld',
    '-m',
    'wasm32',
    `-L${COMPILER_LIBRARIES}`,
    `-L${WASI_LIBRARIES}`,
    // The stack is below the data, so that a stack overflow traps instead of overwriting the program's variables.
    '-z',
    `stack-size=${stackSizeBytes}`,
    '--stack-first',
    ...(ownStart ? [] : [`${WASI_LIBRARIES}/crt1-command.o`]),
  ];
}

/**
 * Linker arguments after the program's objects and our runtime.
 * @param withRare true for a program that calls functions of the separate library (rare-library.ts)
 */
export function linkEpilogue(withCxx: boolean, withRare: boolean): readonly string[] {
  return [
    ...(withCxx ? ['-lc++', '-lc++abi'] : []),
    '-lsetjmp',
    '-lwasi-emulated-process-clocks',
    '-lwasi-emulated-signal',
    '-lwasi-emulated-mman',
    '-lwasi-emulated-getpid',
    '-lc',
    ...(withRare ? ['-lc-rare'] : []),
    `${COMPILER_LIBRARIES}/libclang_rt.builtins.a`,
  ];
}
