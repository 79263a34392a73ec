// Builds programs with and without a cache, and compares the results. Two accounts edit programs that have the same
// names, one change at a time. The log and output of a cached build must equal the log and output of a fresh build.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import type { BuildContext, BuildRequest, BuildResult } from '../../src/toolchain/building/build-result.ts';
import type { Clang, ToolRun } from '../../src/toolchain/clang/clang.ts';
import { createFortranCompiler } from '../../src/toolchain/fortran/fortran-compiler.ts';
import type { GuestRuntime } from '../../src/toolchain/sources/guest-runtime.ts';
import type { FileTree } from '../../src/toolchain/sources/source-files.ts';
import { filesOf, PROGRAM_FAMILIES, type ProgramFamily, type ProgramState } from './cache-programs.ts';

/** Counts from one fuzz run. */
export interface FuzzFigures {
  builds: number;
  /** The number of compilations served from the cache. */
  cached: number;
  failed: number;
  /** The number of builds that read the clock and are therefore not compared. */
  readClock: number;
}

export interface FuzzOptions {
  readonly clang: Clang;
  readonly guest: GuestRuntime;
  readonly seed: number;
  /** The number of edit sequences, each of which begins with an empty cache. */
  readonly sequences: number;
  readonly stepsPerSequence: number;
}

interface Step {
  readonly account: 'one' | 'two';
  /** The file and content index of each edit, both modulo the number available; -1 removes the file. */
  readonly edits: readonly (readonly [where: 'near' | 'far', file: number, content: number])[];
  readonly config: number;
}

const CACHED = /(?: {4}# unchanged, taken from the cache)(?=\n)/g;

// Most edits change a file whose name appears in the compiled source, so that a source that reads the file is
// recompiled.
const where = fc.oneof(
  { weight: 3, arbitrary: fc.constant('near' as const) },
  { weight: 1, arbitrary: fc.constant('far' as const) },
);

const step: fc.Arbitrary<Step> = fc.record({
  account: fc.constantFrom('one' as const, 'two' as const),
  edits: fc.array(fc.tuple(where, fc.nat(11), fc.integer({ min: -1, max: 15 })), { maxLength: 2 }),
  // Most edits leave the flags unchanged, so that cached objects are found.
  config: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(7) }),
});

/**
 * Compares builds with and without a cache.
 * @throws Error with the steps that lead to a difference
 */
export async function fuzzCaches(options: FuzzOptions): Promise<FuzzFigures> {
  const figures: FuzzFigures = { builds: 0, cached: 0, failed: 0, readClock: 0 };
  const { stepsPerSequence, seed, sequences } = options;
  const steps = fc.array(step, { minLength: stepsPerSequence, maxLength: stepsPerSequence, size: 'max' });
  const families = fc.nat(PROGRAM_FAMILIES.length - 1);
  const property = fc.asyncProperty(families, fc.nat(15), steps, (family, source, sequence) =>
    playSequence({ family: PROGRAM_FAMILIES[family]!, source, sequence }, options, figures),
  );
  // A failure message lists the files. Shrinking the sequence would take as long as a hundred sequences.
  await fc.assert(property, { seed, numRuns: sequences, endOnFailure: true });
  return figures;
}

async function playSequence(
  { family, source, sequence }: { family: ProgramFamily; source: number; sequence: readonly Step[] },
  { clang, guest }: FuzzOptions,
  figures: FuzzFigures,
): Promise<void> {
  const kept = new Map<string, Uint8Array>();
  const objects = {
    get: async (key: string) => kept.get(key),
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
  };
  const { recording, remembering } = rememberRuns(withoutLinking(clang));
  const contextOf = (tools: Clang) => ({
    clang: tools,
    guest,
    compilers: [createFortranCompiler(tools, guest)],
  });
  const fresh = contextOf(remembering);
  const states = { one: beginning(family, source), two: beginning(family, source) };
  for (const { account, edits, config } of sequence) {
    states[account] = edit(family, states[account], edits, config);
    const request = {
      sources: filesOf(family, states[account]),
      configMk: configOf(family, states[account]),
    };
    await compare(request, { ...contextOf(recording), cache: { objects, account } }, fresh, figures);
  }
}

async function compare(
  request: BuildRequest,
  cached: BuildContext,
  fresh: BuildContext,
  figures: FuzzFigures,
): Promise<void> {
  const got = await buildProgram(request, cached);
  figures.builds += 1;
  figures.cached += got.log.match(CACHED)?.length ?? 0;
  if (!got.ok) figures.failed += 1;
  if (got.readClock) {
    figures.readClock += 1;
    return;
  }
  const wanted = await buildProgram(request, fresh);
  if (isDeepStrictEqual(comparable(got), comparable(wanted))) return;
  throw new Error(
    `From the cache came another program.\n${JSON.stringify(request, undefined, 1)}\nwith the cache:\n${got.log}\nwithout:\n${wanted.log}`,
  );
}

function comparable(result: BuildResult) {
  const { log, diagnostics, commands, ok } = result;
  const text = log.replaceAll(CACHED, '').replaceAll(/ after \d+ ms/g, '');
  const module = result.ok ? createHash('sha256').update(result.module).digest('hex') : '';
  return { log: text, diagnostics, commands, ok, module };
}

/** The initial state, in which every file except the source has its first variant. */
function beginning(family: ProgramFamily, source: number): ProgramState {
  const contents = new Map([...family.files.keys()].map((path, index) => [path, index === 0 ? source : 0]));
  return { contents, config: 0 };
}

/** Files whose names appear in the source, in any folder. */
function filesNear(family: ProgramFamily, state: ProgramState): readonly string[] {
  const [main, ...others] = family.files.keys();
  const text = filesOf(family, state)[main!] ?? '';
  return others.filter((path) => text.includes(path.slice(path.lastIndexOf('/') + 1)));
}

function edit(
  family: ProgramFamily,
  state: ProgramState,
  edits: Step['edits'],
  config: number,
): ProgramState {
  const all = [...family.files.keys()];
  const near = filesNear(family, state);
  const contents = new Map(state.contents);
  for (const [place, file, content] of edits) {
    const paths = place === 'near' && near.length > 0 ? near : all;
    contents.set(paths[file % paths.length]!, content);
  }
  return { contents, config: config < 0 ? state.config : config };
}

function configOf(family: ProgramFamily, { config }: ProgramState): string {
  return family.configs[config % family.configs.length]!;
}

/** Concatenates objects instead of linking a module, because the linker's input determines its output. */
function withoutLinking(clang: Clang): Clang {
  return {
    version: clang.version,
    run: async (args, files, options) =>
      args[0] === 'wasm-ld'
        ? { status: 0, stderr: '', files: {}, stdout: moduleNamed(digestOf(args, files)) }
        : clang.run(args, files, options),
  };
}

/** A module without imports, with a string of at most 100 characters in a custom section. */
function moduleNamed(text: string): Uint8Array {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const name = Buffer.from('x');
  const content = Buffer.from(text);
  return Buffer.from([...header, 0, 1 + name.length + content.length, name.length, ...name, ...content]);
}

/**
 * Runs a tool only once for the same input: the build with the cache runs it, and the build without it receives the
 * same result.
 */
function rememberRuns(clang: Clang): { readonly recording: Clang; readonly remembering: Clang } {
  const runs = new Map<string, ToolRun>();
  const { version } = clang;
  const record: Clang['run'] = async (args, files, options) => {
    const run = await clang.run(args, files, options);
    runs.set(digestOf(args, files), run);
    return run;
  };
  const remember: Clang['run'] = async (...given) =>
    runs.get(digestOf(given[0], given[1])) ?? record(...given);
  return { recording: { version, run: record }, remembering: { version, run: remember } };
}

const lengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')!.get!;

function digestOf(args: readonly string[], files: FileTree): string {
  const hash = createHash('sha256').update(JSON.stringify(args));
  const add = (tree: FileTree): void => {
    for (const [name, entry] of Object.entries(tree)) {
      const isFile = typeof entry === 'string' || entry instanceof Uint8Array;
      // Files that report their reads must not notice this one.
      const length = typeof entry === 'string' ? entry.length : isFile ? lengthOf.call(entry) : -1;
      hash.update(JSON.stringify([name, length]));
      if (isFile) hash.update(entry);
      else add(entry);
      hash.update('/');
    }
  };
  add(files);
  return hash.digest('hex');
}
