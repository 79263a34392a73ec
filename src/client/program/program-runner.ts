// Builds and runs programs in a page, without store, service worker or REST interface, and reports progress. For
// elements in other people's pages.
import { HazeError } from '../../errors/haze-error.ts';
import { describeProblem } from '../../program/built-program.ts';
import type { Haze } from '../../program/engine.ts';
import type { BuildFailure } from '../../toolchain/building/build-result.ts';
import { nameLoneSource } from '../../toolchain/sources/lone-source.ts';
import { splitShellWords } from '../../toolchain/sources/shell-words.ts';
import { type CoreSpec, findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { createPageEngine } from './page-engine.ts';
import { createProgramLab, type LabProgram } from './program-lab.ts';
import type { ProgramEnd, ProgramEvent, ProgramRequest, ProgramRunner } from './program-messages.ts';

/** A runner with an engine of its own, unless it is given one. Nothing is loaded until the first program. */
export function createPageProgramRunner(haze: Haze = createPageEngine()): ProgramRunner {
  const lab = createProgramLab(haze);
  let asked: { readonly key: string; readonly program: LabProgram } | undefined;
  return {
    ask: async (request, wish, onStep, signal) => {
      const key = JSON.stringify(request);
      // The lab keeps ready what it knows.
      if (asked?.key !== key) asked = { key, program: describeLabProgram(request) };
      return lab.ask(asked.program, wish, onStep, signal);
    },
    run: (request, onEvent, signal) => runProgram(haze, request, onEvent, signal),
  };
}

function describeLabProgram(request: ProgramRequest): LabProgram {
  const { language, arguments: words, stdin, seed } = request;
  const run = { core: chooseCore(request), arguments: splitShellWords(words), stdin, seed };
  return { sources: listSources(request), build: { language }, run };
}

async function runProgram(
  haze: Haze,
  request: ProgramRequest,
  onEvent: (event: ProgramEvent) => void,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const { language, stdin, seed } = request;
  const core = chooseCore(request);
  const words = splitShellWords(request.arguments);
  onEvent({ kind: 'building' });
  const built = await haze.build(listSources(request), {
    language,
    onLoad: ({ doneBytes, totalBytes }) => onEvent({ kind: 'loading', doneBytes, totalBytes }),
    signal,
  });
  if (!built.ok) return describeFailure(built);
  onEvent({ kind: 'running', diagnostics: built.diagnostics });
  const output = tellOutput(onEvent);
  const { end, statistics } = await haze.run(built.module, {
    core,
    arguments: words,
    stdin,
    seed,
    ...output.options,
    signal,
  });
  output.end();
  return { kind: 'ran', end, statistics, buildTimeMs: built.buildTimeMs };
}

/** The source under a name that no file beside it has. */
function listSources({ source, files, language }: ProgramRequest): string | Record<string, string> {
  if (!files || Object.keys(files).length === 0) return source;
  let name = nameLoneSource(language, source);
  while (Object.hasOwn(files, name)) name = `own-${name}`;
  return { ...files, [name]: source };
}

/** @throws HazeError `unknown-core`, `not-supported` */
function chooseCore(request: ProgramRequest): CoreSpec {
  const core = findDefaultCore(request.core);
  if (core.Microarchitecture !== 'Reference') return core;
  throw new HazeError(
    'not-supported',
    `${core.Name} runs a program thousands of times, which this element does not do. Choose another core, such as C0-S+.`,
  );
}

function describeFailure({ log, diagnostics }: BuildFailure): ProgramEnd {
  return { kind: 'not-built', problem: describeProblem(diagnostics, log), log, diagnostics };
}

function tellOutput(onEvent: (event: ProgramEvent) => void) {
  const stdout = tellText('stdout', onEvent);
  const stderr = tellText('stderr', onEvent);
  return {
    options: { onStdout: stdout.write, onStderr: stderr.write },
    end: () => {
      stdout.end();
      stderr.end();
    },
  };
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
