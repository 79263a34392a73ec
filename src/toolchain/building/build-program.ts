// Turns sources into a linked WebAssembly module: plans the build, compiles changed sources, links, and writes the log.
// The actual work is done by compilers and the linker; the module is rewritten and run later.
import { HazeError } from '../../errors/haze-error.ts';
import { createClangCompiler, objectPathOf } from '../clang/clang-compiler.ts';
import { checkLinked } from '../linking/check-linked.ts';
import { type LinkInput, linkProgram } from '../linking/linker.ts';
import { listDefinedFunctions } from '../linking/object-symbols.ts';
import type { Compiler, CompileUnit } from '../sources/compiler.ts';
import type { Language } from '../sources/language.ts';
import { compileCached } from '../sources/object-cache.ts';
import { relativePath } from '../sources/source-files.ts';
import { BuildLog } from './build-log.ts';
import { type BuildPlan, type PlannedSource, planBuild } from './build-plan.ts';
import type { BuildContext, BuildRequest, BuildResult } from './build-result.ts';

/** Symbol names that clang uses for main in an object, with and without arguments. */
const MAIN_NAMES: ReadonlySet<string> = new Set([
  'main',
  '__original_main',
  '__main_argc_argv',
  '__main_void',
]);

/** Builds a program. Errors in the program appear in the result and its log; only violated invariants throw. */
export async function buildProgram(request: BuildRequest, context: BuildContext): Promise<BuildResult> {
  const startedMs = performance.now();
  const log = new BuildLog();
  const noticed = { readClock: false };
  const module = await buildModule(request, context, log, noticed).catch((error: unknown) => {
    if (!(error instanceof HazeError)) throw error;
    log.addProblem(error);
    return undefined;
  });
  const buildTimeMs = performance.now() - startedMs;
  const report = { ...log.finish(buildTimeMs, module?.length), ...noticed, buildTimeMs };
  if (module === undefined) return { ok: false, ...report };
  return { ok: true, module, sizeBytes: module.length, ...report };
}

/** Facts observed while compiling a build's sources. */
interface Noticed {
  readClock: boolean;
}

async function buildModule(
  request: BuildRequest,
  context: BuildContext,
  log: BuildLog,
  noticed: Noticed,
): Promise<Uint8Array | undefined> {
  const plan = planBuild(request);
  for (const remark of plan.remarks) log.addRemark(remark);
  const inputs = await compileSources(plan, context, log, noticed);
  if (inputs === undefined) return undefined;
  if (!inputs.some(({ object }) => listDefinedFunctions(object).some((name) => MAIN_NAMES.has(name)))) {
    throw noMain(plan);
  }
  const linked = await linkProgram(context.clang, context.guest, {
    inputs,
    languages: new Set(plan.sources.map((source) => source.language)),
    flags: plan.linkFlags,
    stackSizeBytes: plan.stackSizeBytes,
    forWatching: request.forWatching ?? false,
    output: 'program.wasm',
  });
  log.addStep(linked);
  if (linked.module) checkLinked(linked.module, inputs);
  return linked.module;
}

// The C library silently accepts a program without main, which would then trap on startup.
function noMain({ sources }: BuildPlan): HazeError {
  const isFortran = sources.every(({ language }) => language === 'Fortran');
  return new HazeError(
    'no-main',
    `The program has no ${isFortran ? 'main program' : 'function "main"'}, so there is nothing to run. ` +
      'Add one, or add the source that contains it.',
  );
}

// Compiles every source, even after a failure, so that users see all errors at once. The log and the link use the order
// of the sources, whichever compilation finishes first.
async function compileSources(
  plan: BuildPlan,
  context: BuildContext,
  log: BuildLog,
  noticed: Noticed,
): Promise<LinkInput[] | undefined> {
  const units = makeUnits(plan, context);
  let done = 0;
  const results = await mapConcurrently(units, concurrencyOf(units), async ({ compiler, unit }) => {
    context.onProgress?.({ done, total: units.length, source: unit.sources[0] });
    const result = await compileCached(compiler, unit, context.cache);
    noticed.readClock ||= result.readClock;
    done += 1;
    return result;
  });
  const inputs = results.flatMap((result, index): LinkInput[] => {
    log.addStep(result);
    const [source] = units[index]!.unit.sources;
    const path = objectPathOf(relativePath(plan.directory, source));
    return result.object === undefined ? [] : [{ path, source, object: result.object }];
  });
  return inputs.length === units.length ? inputs : undefined;
}

interface PlannedUnit {
  readonly compiler: Compiler;
  readonly unit: CompileUnit;
}

function concurrencyOf(units: readonly PlannedUnit[]): number {
  return Math.max(1, ...units.map(({ compiler }) => compiler.concurrency ?? 1));
}

/** Processes up to `limit` items at a time, and returns the results in the order of the items. */
async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const workOn = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: limit }, workOn));
  return results;
}

function makeUnits(plan: BuildPlan, context: BuildContext): PlannedUnit[] {
  const compilers = [
    ...(context.compilers ?? []),
    createClangCompiler(context.clang, context.guest, context.cache?.objects),
  ];
  const groups = new Map<Compiler, PlannedSource[][]>();
  for (const source of plan.sources) {
    const compiler = compilers.find(({ languages }) => languages.includes(source.language));
    if (compiler === undefined) throw noCompiler(source.language, source.path);
    const units = groups.get(compiler) ?? [];
    if (compiler.granularity === 'program' && units[0] !== undefined) units[0].push(source);
    else units.push([source]);
    groups.set(compiler, units);
  }
  return [...groups].flatMap(([compiler, units]) =>
    units.map((sources) => {
      const [first, ...rest] = sources as [PlannedSource, ...PlannedSource[]];
      const { files, directory } = plan;
      const paths: [string, ...string[]] = [first.path, ...rest.map(({ path }) => path)];
      return {
        compiler,
        unit: {
          sources: paths,
          language: first.language,
          files,
          directory,
          flags: first.flags,
          debug: plan.debug,
          traits: plan.traits,
        },
      };
    }),
  );
}

function noCompiler(language: Language, path: string): HazeError {
  return new HazeError(
    'no-compiler',
    `There is no compiler for ${language} here, but "${path}" needs one. Omit the file, or add the compiler to the build.`,
    { data: { language, path } },
  );
}
