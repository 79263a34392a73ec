// Errors for compile workers that failed to load or died, with advice.
import { HazeError } from '../../errors/haze-error.ts';

export function died(reason: string): HazeError {
  return new HazeError(
    'compiler-died',
    `The compiler's worker crashed (${reason}), usually because memory ran out. Close other pages, or build fewer sources at a time.`,
  );
}

// Error for a build that has filled its worker's heap: a retry would fail the same way.
export function heapFull(reason: string): HazeError {
  return new HazeError(
    'memory-limit',
    `the build reached its memory limit (${reason}). Make its largest source smaller, and fill large arrays at run time.`,
  );
}

export function downloadCancelled(): HazeError {
  return new HazeError(
    'download-cancelled',
    'The download of the compiler was cancelled. The downloaded parts are kept: the next build continues from there.',
  );
}

export function timeLimitReached(timeLimitMs: number): HazeError {
  return new HazeError(
    'time-limit',
    `the build reached its time limit of ${timeLimitMs / 1000} s. Build fewer sources at a time or with -O1, and look for templates, macros and constant expressions that take long to compile.`,
  );
}
