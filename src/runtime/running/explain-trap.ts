// Explains to the user why a program trapped. Engines describe the same trap differently, so their messages are matched
// but never shown.
import { maybeProgramFrame, programOffsets } from './program-stack.ts';
import type { RunEnd, StopCode } from './run-outcome.ts';

export type TrapExplanation = Omit<Extract<RunEnd, { kind: 'stopped' }>, 'kind'>;

const SIGABRT = 134;
const SIGFPE = 136;
const SIGSEGV = 139;

const TRAPS: readonly [RegExp, StopCode, string, number][] = [
  [
    /call stack|too much recursion|stack exhausted|stack overflow/i,
    'stack-exhausted',
    'the stack is exhausted: a function calls itself endlessly, or far too deeply',
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
    'a function was called through a pointer that is null, wild, or of a different type',
    SIGSEGV,
  ],
  [
    /out[ -]of[ -]bounds|index out of|outside the bounds|invalid typed array length|out of range of buffer/i,
    'trap',
    'memory outside the program was read or written: a wild pointer, an array index out of bounds, or a stack overflow',
    SIGSEGV,
  ],
  [
    /unreachable/i,
    'trap',
    'the program aborted: abort(), a failed assertion, a function that ends without returning its value, or an uncaught exception',
    SIGABRT,
  ],
];

/** Explains an error thrown by compiled code. Returns undefined if the error is not a trap but an internal fault. */
export function maybeExplainTrap(error: unknown): TrapExplanation | undefined {
  if (!(error instanceof WebAssembly.RuntimeError) && !isStackOverflow(error)) return undefined;
  const { message, stack } = error as Error;
  const found = TRAPS.find(([pattern]) => pattern.test(message));
  if (!found) return { code: 'trap', message: `the program was stopped (${message})`, exitStatus: SIGABRT };
  const name = maybeProgramFrame(stack ?? '')?.name;
  const codeOffsets = programOffsets(stack ?? '');
  return {
    code: found[1],
    message: name === undefined ? found[2] : `${found[2]} (in ${name})`,
    exitStatus: found[3],
    ...(codeOffsets.length === 0 ? {} : { codeOffsets }),
  };
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}
