// Says in words why a program trapped. Engines name the same trap differently, so their texts are matched, never shown.
// The function is taken from the stack of the error, where engines print the names of the module's name section.
import type { StopCode } from './run-outcome.ts';

export interface TrapExplanation {
  readonly code: StopCode;
  readonly message: string;
  /** 128 + the signal of an ordinary system. */
  readonly exitStatus: number;
  /** Byte offset in the module of the instruction, where the engine tells it. */
  readonly codeOffset?: number;
}

const SIGABRT = 134;
const SIGFPE = 136;
const SIGSEGV = 139;

const TRAPS: readonly [RegExp, StopCode, string, number][] = [
  [
    /call stack|too much recursion|stack exhausted|stack overflow/i,
    'stack-exhausted',
    'the stack is exhausted: a function calls itself without end, or far too deep',
    SIGSEGV,
  ],
  [/divide by zero|division by zero|integer divide/i, 'trap', 'an integer was divided by zero', SIGFPE],
  [
    /divide result unrepresentable|integer overflow/i,
    'trap',
    'an integer operation overflowed: the smallest integer divided by -1, or a number converted to an integer that cannot hold it',
    SIGFPE,
  ],
  [
    /float unrepresentable|invalid conversion to integer|truncat/i,
    'trap',
    'a floating-point number (NaN, infinite or too large) was converted to an integer that cannot hold it',
    SIGFPE,
  ],
  [
    /signature mismatch|null function|indirect call|table index|uninitialized element/i,
    'trap',
    'a function was called through a pointer that is null, wild, or of another type',
    SIGSEGV,
  ],
  [
    /out[ -]of[ -]bounds|index out of|outside the bounds|invalid typed array length|out of range of buffer/i,
    'trap',
    'memory outside of the program was read or written: a wild pointer, an index past its array, or a stack that ran out',
    SIGSEGV,
  ],
  [
    /unreachable/i,
    'trap',
    'the program aborted: abort(), a failed assertion, a function that ends without returning its value, or an exception that nothing catches',
    SIGABRT,
  ],
];

/** Explains what a run of compiled code threw. Anything that is no trap is answered as undefined: it is a fault of ours. */
export function maybeExplainTrap(error: unknown): TrapExplanation | undefined {
  if (!(error instanceof WebAssembly.RuntimeError) && !isStackOverflow(error)) return undefined;
  const { message, stack } = error as Error;
  const found = TRAPS.find(([pattern]) => pattern.test(message));
  if (!found) return { code: 'trap', message: `the program was stopped (${message})`, exitStatus: SIGABRT };
  const frame = maybeProgramFrame(stack ?? '');
  return {
    code: found[1],
    message: frame ? `${found[2]} (in ${frame.name})` : found[2],
    exitStatus: found[3],
    ...(frame?.offset === undefined ? {} : { codeOffset: frame.offset }),
  };
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

export interface ProgramFrame {
  readonly name: string;
  /** Byte offset in the module. */
  readonly offset: number | undefined;
}

/** The innermost function of the program on the stack; those of the runtime and of abort are passed over. */
export function maybeProgramFrame(stack: string): ProgramFrame | undefined {
  for (const line of stack.split('\n')) {
    const frame = maybeFrame(line);
    if (frame) return frame;
  }
  return undefined;
}

/** Byte offsets of all calls of the program on the stack, the innermost first, where the engine tells them. */
export function programOffsets(stack: string): number[] {
  return stack.split('\n').flatMap((line) => maybeFrame(line)?.offset ?? []);
}

function maybeFrame(line: string): ProgramFrame | undefined {
  const v8 = /^\s*at (\S.*?) \(?wasm:/.exec(line);
  const gecko = /^([^@]+)@.*wasm-function\[/.exec(line);
  const name = (v8 ?? gecko)?.[1]?.replace(/^(-|\S*\.wasm)\./, '').replace(/^__original_main$/, 'main');
  if (!name || /^(__ux_|__wrap_|abort$|__assert_fail$|_start$|wasm-function)/.test(name)) return undefined;
  const offset = /wasm-function\[\d+\]:0x([0-9a-f]+)/.exec(line)?.[1];
  return { name, offset: offset === undefined ? undefined : Number.parseInt(offset, 16) };
}
