// Builds and runs programs in a page, without a store, service worker or REST interface, and reports progress.
// Intended for elements in pages of other sites.
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { describeProblem } from '../../program/built-program.ts';
import { describeBuild, type Haze } from '../../program/engine.ts';
import { isBuiltFrom, readPageModule } from '../../program/modules/page-module.ts';
import { listSources, nameShown } from '../../program/modules/page-sources.ts';
import { listDecisions } from '../../program/places/decided-lines.ts';
import type { BuildFailure } from '../../toolchain/building/build-result.ts';
import { splitShellWords } from '../../toolchain/sources/shell-words.ts';
import { type CoreSpec, findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { createTurns, type TakeTurn } from './build-turns.ts';
import { unpackModule } from './modules/unpack-module.ts';
import { warnOfModule } from './modules/warn-of-module.ts';
import { createPageEngine, type PageEngine } from './page-engine.ts';
import { createProgramLab, type LabProgram } from './program-lab.ts';
import type { ProgramEnd, ProgramEvent, ProgramRequest, ProgramRunner } from './program-messages.ts';

/** Maximum number of programs that run at the same time, far more than a reader starts. */
const MOST_RUNNING = 16;

/** Creates a runner with its own engine, unless the caller passes one. Loads nothing before the first program. */
export function createPageProgramRunner(haze: PageEngine = createPageEngine()): ProgramRunner {
  const lab = createProgramLab(haze);
  const takeTurn = createTurns();
  const takePlace = createTurns(MOST_RUNNING);
  let asked: { readonly key: string; readonly program: LabProgram } | undefined;
  return {
    // A request always follows a run, which has already added the module.
    ask: ({ module: _, ...request }, wish, onStep, signal) => {
      const work = async () => {
        const { seed, ...rest } = request;
        const key = JSON.stringify([rest, String(seed)]);
        // The lab caches the results of earlier requests.
        if (asked?.key !== key) asked = { key, program: describeLabProgram(request) };
        return lab.ask(asked.program, wish, onStep, signal);
      };
      return takePlace(work, () => undefined, signal);
    },
    prepare: () => haze.prepare?.(),
    warm: (request) => haze.warm?.(request && describeSource(request)),
    run: (request, onEvent, signal) => {
      const work = async () => {
        if (request.module) {
          haze.prepare?.();
          await takeModule(haze, request.module, request);
        }
        // A program that includes its module does not need the compiler.
        const turn: TakeTurn = request.module ? (build) => build() : takeTurn;
        return runProgram(haze, request, { onEvent, signal, turn });
      };
      return takePlace(work, () => onEvent({ kind: 'waiting' }), signal);
    },
  };
}

/**
 * Adds a program's module. If the module is unusable, reports the reason, and the compiler builds the program
 * instead.
 */
async function takeModule(haze: PageEngine, file: Uint8Array, request: ProgramRequest): Promise<void> {
  try {
    const module = readPageModule(await unpackModule(file));
    const { language } = request;
    if (!isBuiltFrom(module, describeBuild(listSources(request), { language })))
      throw new HazeError(
        'malformed-module',
        'It was built from a different source or with different options.',
      );
    haze.addModule?.(module);
  } catch (error) {
    warnOfModule(messageOf(error));
  }
}

/** The shown source, in the form that a build expects. */
function describeSource(request: ProgramRequest) {
  const { language } = request;
  return { request: describeBuild(listSources(request), { language }), path: nameShown(request) };
}

function describeLabProgram(request: ProgramRequest): LabProgram {
  const { language, arguments: words, stdin, seed, data: files = {} } = request;
  const run = { core: chooseCore(request), arguments: splitShellWords(words), files, stdin, seed };
  return { sources: listSources(request), build: { language }, run };
}

interface RunContext {
  readonly onEvent: (event: ProgramEvent) => void;
  readonly signal: AbortSignal;
  readonly turn: TakeTurn;
}

async function runProgram(
  haze: Haze,
  request: ProgramRequest,
  { onEvent, signal, turn }: RunContext,
): Promise<ProgramEnd> {
  const { language, stdin, seed, data: files = {} } = request;
  const core = chooseCore(request);
  const words = splitShellWords(request.arguments);
  const build = () => {
    onEvent({ kind: 'building' });
    return haze.build(listSources(request), {
      language,
      onLoad: ({ doneBytes, totalBytes }) => onEvent({ kind: 'loading', doneBytes, totalBytes }),
      signal,
    });
  };
  const built = await turn(build, () => onEvent({ kind: 'waiting' }), signal);
  if (!built.ok) return describeFailure(built);
  onEvent({ kind: 'running', diagnostics: built.diagnostics });
  const [stdout, stderr] = [tellText('stdout', onEvent), tellText('stderr', onEvent)];
  const { end, statistics, decisions } = await haze.run(built.module, {
    core,
    arguments: words,
    files,
    stdin,
    seed,
    ...{ onStdout: stdout.write, onStderr: stderr.write },
    signal,
  });
  stdout.end();
  stderr.end();
  const ran = { kind: 'ran', end, statistics, buildTimeMs: built.buildTimeMs } as const;
  return decisions ? { ...ran, decisions: listDecisions(decisions) } : ran;
}

/** @throws HazeError `unknown-core`, `not-supported` */
function chooseCore(request: ProgramRequest): CoreSpec {
  const core = findDefaultCore(request.core);
  if (core.Microarchitecture !== 'Reference') return core;
  throw new HazeError(
    'not-supported',
    `${core.Name} runs a program thousands of times, which this element does not support. Choose another core, such as C0-S+.`,
  );
}

function describeFailure({ log, diagnostics }: BuildFailure): ProgramEnd {
  return { kind: 'not-built', problem: describeProblem(diagnostics, log), log, diagnostics };
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
