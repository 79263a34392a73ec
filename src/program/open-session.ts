// Keeps a program ready for many runs.
import { HazeError } from '../errors/haze-error.ts';
import { checkImports } from '../runtime/preparing/check-imports.ts';
import { keepWorker } from '../runtime/running/kept-worker.ts';
import type { SourcePlace } from '../toolchain/clang/source-place.ts';
import { checkOverrides } from '../uncertainty/sources/source-value.ts';
import { checkSessionOptions } from './check-options.ts';
import type { EngineParts } from './engine-parts.ts';
import type { PlacesOf } from './places/find-places.ts';
import type { ProgramSession, SessionRun } from './program-session.ts';
import { chooseCore, readRequest } from './read-run-options.ts';
import { type BuiltProgram, type RunTools, runOnce, withOwnInput } from './run-built.ts';
import type { RunOptions } from './run-options.ts';
import { LISTED, nameCreated } from './survey-sources.ts';

/** Keeps a program ready for many runs. */
export async function openSession(
  built: BuiltProgram,
  options: RunOptions,
  asked: RunTools,
): Promise<ProgramSession> {
  const tools = { ...asked, parts: withKnownPlaces(asked.parts) };
  const core = chooseCore(options);
  if (options.lines) {
    throw new HazeError(
      'not-supported',
      'A session cannot list values by line: pass `lines` to run instead.',
    );
  }
  if (core.Microarchitecture === 'Reference') {
    throw new HazeError(
      'not-supported',
      `${core.Name} runs a program thousands of times, which is too slow for interactive use. Choose another core, such as C0-Joint.`,
    );
  }
  const { sources: overrides = {}, ...rest } = options;
  checkOverrides(overrides);
  const given = await withOwnInput(rest, asked);
  // Excludes options that apply only to the first run.
  const { onStdout: _o, onStderr: _e, signal: _s, ...later } = given;
  const { plain = false } = given;
  const program = { ...built, isPlain: plain };
  const module = plain ? program.linked : await tools.parts.compiler.rewrite(program.linked);
  const compiled = await compileGiven(module);
  const worker = keepWorker(tools.parts.createRunWorker);
  const special = { createWorker: worker.createWorker, runnable: { module, compiled } };
  const closing = new AbortController();
  const { created, ...first } = await runOnce(program, given, tools, { ...special, sources: LISTED });
  const request = readRequest(given);
  const survey = await nameCreated(created, { program, request }, tools.parts.compiler.placesOf);
  let last: Promise<unknown> = Promise.resolve();
  const run = async ({ sources = {}, ...changes }: SessionRun) => {
    if (closing.signal.aborted)
      throw new HazeError(
        'session-closed',
        'The session is closed and can no longer run. Open a new session.',
      );
    changes.signal?.throwIfAborted();
    const settings = survey.resolve(sources);
    const wish = settings.length === 0 ? {} : { sources: { isListed: false, settings } };
    const signals = changes.signal ? [closing.signal, changes.signal] : [closing.signal];
    const asked = { ...later, ...changes, signal: AbortSignal.any(signals) };
    const result = await runOnce(program, asked, tools, { ...special, ...wish });
    return { ...result, sources: survey.sources };
  };
  return {
    sources: survey.sources,
    sourcesLeftOut: survey.leftOut,
    first: { ...first, sources: survey.sources },
    run: async (changes = {}) => {
      checkSessionOptions(changes);
      const asked = { sources: overrides, ...changes };
      const mine = last.then(() => run(asked));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: () => {
      closing.abort();
      worker.close();
    },
  };
}

/**
 * Compiles a module of unknown origin.
 * @throws HazeError `malformed-module`, `foreign-import`
 */
async function compileGiven(module: Uint8Array): Promise<WebAssembly.Module> {
  const compiled = await WebAssembly.compile(module as BufferSource).catch((cause: Error) => {
    const message = `This is not a complete module: ${cause.message}. Rebuild it.`;
    throw new HazeError('malformed-module', message, { cause });
  });
  checkImports(module);
  return compiled;
}

/** Looks up the locations of a program's instructions only once. */
function withKnownPlaces(parts: EngineParts): EngineParts {
  const { compiler } = parts;
  const known = new Map<number, readonly SourcePlace[]>();
  const placesOf: PlacesOf = async (program, offsets) => {
    const wanted = offsets.filter((offset) => !known.has(offset));
    const found = wanted.length > 0 ? await compiler.placesOf(program, wanted) : [];
    for (const [i, offset] of wanted.entries()) known.set(offset, found[i] ?? []);
    return offsets.map((offset) => known.get(offset) ?? []);
  };
  return {
    ...parts,
    compiler: {
      build: (...wish) => compiler.build(...wish),
      rewrite: (...wish) => compiler.rewrite(...wish),
      placeOf: (...wish) => compiler.placeOf(...wish),
      placesOf,
    },
  };
}
