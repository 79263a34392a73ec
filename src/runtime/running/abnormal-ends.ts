// Determines from the error thrown how a run ended if the program did not exit by itself. Also contains the callback
// into a program for Bayesian inference. Both single runs and the many runs on Reference cores use this file.
import { HazeError } from '../../errors/haze-error.ts';
import type { Operand } from '../../uncertainty/core/core.ts';
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import { formatMegabytes } from '../preparing/memory-limits.ts';
import { maybeExplainTrap } from './explain-trap.ts';
import { faultOffsets, maybeProgramFrame, readStack } from './program-stack.ts';
import { type RunEnd, STOP_STATUS, type StopCode } from './run-outcome.ts';

/** Describes the end of a run that threw an error. `instance`: the program's instance, if it was created. */
export function explainEnd(error: unknown, instance: WebAssembly.Instance | undefined): RunEnd {
  if (hasStackRunOut(instance)) return stackExhausted(error);
  if (error instanceof HazeError)
    return stopped(STOP_CODES.has(error.code) ? (error.code as StopCode) : 'refused', error.message);
  const trap = maybeExplainTrap(error);
  if (trap) return { kind: 'stopped', ...trap };
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) {
    const message = `the module is damaged, or was not built by Haze: rebuild it (${error.message})`;
    return stopped('refused', message);
  }
  if (error instanceof WebAssembly.Exception) {
    const message = 'an exception was thrown but not caught';
    return { kind: 'stopped', code: 'trap', message, exitStatus: 134 };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stopped('internal', `an error in Haze itself, please report it: ${text}`);
}

// Status with which the Fortran runtime terminates a program after a fault, as in gfortran's runtime.
const FAULT_STATUS = 2;

/** Describes the end of a program that is exiting by itself. Must be called while the exit call is on the stack. */
export function endByItself(exitStatus: number): RunEnd {
  const codeOffsets = exitStatus === FAULT_STATUS ? faultOffsets(readStack()) : [];
  return { kind: 'exited', exitStatus, ...(codeOffsets.length === 0 ? {} : { codeOffsets }) };
}

/** Describes the end of a program whose heap could not grow; undefined if no machine could satisfy the request. */
export function maybeHeapEnd({ MemorySize, Name }: CoreSpec, incrementBytes: number): RunEnd | undefined {
  if (incrementBytes >= MemorySize) return undefined;
  const message = `core memory of ${formatMegabytes(MemorySize)} exhausted: the program's heap cannot grow by ${formatMegabytes(incrementBytes)}. Free what is no longer used, or choose a core with more memory than ${Name}.`;
  return stopped('heap-exhausted', message);
}

/** Describes the end of a program that printed too much. */
export function outputEnd(stream: 'stdout' | 'stderr', limitBytes: number): RunEnd {
  const message = `output limit of ${formatMegabytes(limitBytes)} reached on ${stream}. Print less, or write to a file.`;
  return stopped('output-limit', message);
}

/** Describes the end of a program that leaves files. Files that cannot be saved turn success into failure. */
export function endWithFiles(end: RunEnd, problem: string | undefined): RunEnd {
  const isWell = end.kind === 'exited' && end.exitStatus === 0;
  return problem !== undefined && isWell ? stopped('files-too-large', problem) : end;
}

const STOP_CODES: ReadonlySet<string> = new Set(Object.keys(STOP_STATUS));

function stopped(code: StopCode, message: string): RunEnd {
  return { kind: 'stopped', code, message, exitStatus: STOP_STATUS[code] };
}

// The stack grows down to address 0, so a negative stack pointer distinguishes stack exhaustion from a wild pointer.
function hasStackRunOut(instance: WebAssembly.Instance | undefined): boolean {
  const pointer = instance?.exports.__stack_pointer;
  return pointer instanceof WebAssembly.Global && (pointer.value as number) < 0;
}

function stackExhausted(error: unknown): RunEnd {
  const place = maybeProgramFrame((error as Error).stack ?? '')?.name;
  const message = `the stack of 8 MiB is exhausted: a function calls itself endlessly, or its local variables are too large${place ? ` (in ${place})` : ''}`;
  return stopped('stack-exhausted', message);
}

/** Calls a program's likelihood function, which returns the distribution of the evidence given a hypothesis. */
export function callLikelihood(
  instance: WebAssembly.Instance,
  likelihood: number,
  hypothesis: number,
): Operand {
  const { __ux_call_likelihood, __ux_likelihood_particle } = instance.exports as Record<
    string,
    CallableFunction
  >;
  const handle = __ux_call_likelihood!(likelihood, hypothesis) as number;
  return { handle: handle >>> 0, particle: __ux_likelihood_particle!() as number };
}
