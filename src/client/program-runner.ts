// Builds and runs programs in a page, without store, service worker or REST interface, and tells what happens on the way.
// For elements in other people's pages.
import { HazeError } from '../errors/haze-error.ts';
import { describeProblem } from '../program/built-program.ts';
import type { Haze } from '../program/engine.ts';
import { splitShellWords } from '../toolchain/shell-words.ts';
import { findDefaultCore } from '../uncertainty/core-spec.ts';
import { createPageEngine } from './page-engine.ts';
import type { ProgramEnd, ProgramEvent, ProgramRequest, ProgramRunner } from './program-messages.ts';

/** A runner with an engine of its own, unless it is given one. Nothing is loaded until the first program. */
export function createPageProgramRunner(haze: Haze = createPageEngine()): ProgramRunner {
  return { run: (request, onEvent, signal) => runProgram(haze, request, onEvent, signal) };
}

async function runProgram(
  haze: Haze,
  request: ProgramRequest,
  onEvent: (event: ProgramEvent) => void,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const { source, language, stdin, seed } = request;
  const core = findDefaultCore(request.core);
  if (core.Microarchitecture === 'Reference') {
    throw new HazeError(
      'not-supported',
      `${core.Name} runs a program thousands of times, which this element does not do. Choose another core, such as C0-S+.`,
    );
  }
  const words = splitShellWords(request.arguments);
  onEvent({ kind: 'building' });
  const onLoad = (progress: { doneBytes: number; totalBytes: number }) =>
    onEvent({ kind: 'loading', ...progress });
  const built = await haze.build(source, { language, onLoad, signal });
  const { log, diagnostics, buildTimeMs } = built;
  if (!built.ok) return { kind: 'not-built', problem: describeProblem(diagnostics, log), log, diagnostics };
  onEvent({ kind: 'running', diagnostics });
  const stdout = tellText('stdout', onEvent);
  const stderr = tellText('stderr', onEvent);
  const { end, statistics } = await haze.run(built.module, {
    core,
    arguments: words,
    stdin,
    seed,
    onStdout: stdout.write,
    onStderr: stderr.write,
    signal,
  });
  stdout.end();
  stderr.end();
  return { kind: 'ran', end, statistics, buildTimeMs };
}

function tellText(stream: 'stdout' | 'stderr', onEvent: (event: ProgramEvent) => void) {
  const decoder = new TextDecoder();
  const tell = (text: string) => {
    if (text !== '') onEvent({ kind: 'output', stream, text });
  };
  return {
    write: (bytes: Uint8Array) => tell(decoder.decode(bytes, { stream: true })),
    end: () => tell(decoder.decode()),
  };
}
