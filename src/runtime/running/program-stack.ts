// Parses a program's active calls from the engine's stack trace. Engines print names from the module's name section,
// and V8 and Firefox also print code positions.

/** Maximum number of calls to search for a line in the program itself. */
const DEEPEST_STACK = 60;

export interface ProgramFrame {
  readonly name: string;
  /** Byte offset in the module. */
  readonly offset: number | undefined;
}

/** Finds the program's innermost function on the stack, skipping functions of the runtime and of abort. */
export function maybeProgramFrame(stack: string): ProgramFrame | undefined {
  for (const line of stack.split('\n')) {
    const frame = maybeFrame(line);
    if (frame) return frame;
  }
  return undefined;
}

/** Byte offsets of all active calls in the program, innermost first, if the engine reports them. */
export function programOffsets(stack: string): number[] {
  return stack.split('\n').flatMap((line) => maybeFrame(line)?.offset ?? []);
}

// Function through which the Fortran runtime terminates a program after a fault whose line is unknown
// (wasm/fortran/fortran-faults.c).
const UNPLACED_EXIT = 'f_exit_unplaced';

/**
 * Position at which a language's runtime terminates a program after a fault whose line is unknown, as byte offsets of
 * the calls, innermost first. Empty if the run ends in any other way.
 */
export function faultOffsets(stack: string): number[] {
  const lines = stack.split('\n');
  const at = lines.findIndex((line) => maybeFrame(line)?.name === UNPLACED_EXIT);
  return at < 0 ? [] : programOffsets(lines.slice(at + 1).join('\n'));
}

function maybeFrame(line: string): ProgramFrame | undefined {
  const v8 = /^\s*at (\S.*?) \(?wasm:/.exec(line);
  const gecko = /^([^@]+)@.*wasm-function\[/.exec(line);
  const name = (v8 ?? gecko)?.[1]?.replace(/^(-|\S*\.wasm)\./, '').replace(/^__original_main$/, 'main');
  if (!name || /^(__ux_|__wrap_|abort$|__assert_fail$|_start$|wasm-function)/.test(name)) return undefined;
  const offset = /wasm-function\[\d+\]:0x([0-9a-f]+)/.exec(line)?.[1];
  return { name, offset: offset === undefined ? undefined : Number.parseInt(offset, 16) };
}

/** The active calls, as the engine prints them. */
export function readStack(): string {
  // Only V8 limits the number of stack frames, so the limit is raised only if it exists.
  const engine = Error as { stackTraceLimit?: number };
  const limit = engine.stackTraceLimit;
  engine.stackTraceLimit = DEEPEST_STACK;
  const { stack = '' } = new Error();
  if (limit !== undefined) engine.stackTraceLimit = limit;
  return stack;
}
