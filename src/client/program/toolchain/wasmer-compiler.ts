// A compiler that the user supplies, run by Wasmer's SDK: a package from Wasmer's registry, a `.webc` package or a WASI
// program. Every compilation gets its own sandbox, which has the program's files but no network access.

import { HazeError } from '../../../errors/haze-error.ts';
import { messageOf } from '../../../errors/message-of.ts';
import type { ForeignToolchain } from '../../../toolchain/building/toolchain-choice.ts';
import { objectPathOf } from '../../../toolchain/clang/clang-compiler.ts';
import { parseClangOutput } from '../../../toolchain/clang/clang-output.ts';
import type { CompileResult, Compiler, CompileUnit } from '../../../toolchain/sources/compiler.ts';
import { maybeHashParts } from '../../../toolchain/sources/content-hash.ts';
import type { GuestRuntime } from '../../../toolchain/sources/guest-runtime.ts';
import { quoteShellWord, splitShellWords } from '../../../toolchain/sources/shell-words.ts';
import { relativePath } from '../../../toolchain/sources/source-files.ts';

import { requireIsolation } from './isolation.ts';

type Sdk = typeof import('@wasmer/sdk');
type Wasmer = InstanceType<Sdk['Wasmer']>;
type Package = Awaited<ReturnType<Wasmer['packages']['load']>>;

/** Folder that contains the files in the sandbox. */
const ROOT = '/workspace';
const INCLUDE = 'haze/include';
const OBJECT = 'haze/object.o';

export interface WasmerSurroundings {
  /** URL of the SDK's main module, which is fetched only when a compiler is loaded. */
  readonly sdkUrl: URL;
  readonly guest: GuestRuntime;
}

/**
 * Loads the compiler.
 * @throws HazeError `not-isolated` if the page has no shared memory, `toolchain-load-failed`
 */
export async function openWasmerCompiler(
  toolchain: ForeignToolchain,
  { sdkUrl, guest }: WasmerSurroundings,
): Promise<Compiler> {
  requireIsolation();
  const { source, name } = toolchain;
  try {
    const { Wasmer } = (await import(/* @vite-ignore */ sdkUrl.href)) as Sdk;
    const wasmer = new Wasmer();
    const tool = await wasmer.packages.load(source.kind === 'file' ? source.bytes : source.package);
    const origin = source.kind === 'file' ? await maybeHashParts([source.bytes]) : tool.id;
    return {
      name,
      languages: ['C', 'C++', 'Fortran'],
      granularity: 'file',
      version: [name, origin, toolchain.command, toolchain.arguments, guest.version].join(' '),
      compile: (unit) => compile(unit, { wasmer, tool, toolchain, guest }),
    };
  } catch (cause) {
    throw new HazeError(
      'toolchain-load-failed',
      `The toolchain "${name}" could not be loaded (${messageOf(cause)}). Check its name and the network, or choose another file.`,
      { cause },
    );
  }
}

interface Tools {
  readonly wasmer: Wasmer;
  readonly tool: Package;
  readonly toolchain: ForeignToolchain;
  readonly guest: GuestRuntime;
}

async function compile(unit: CompileUnit, { wasmer, tool, toolchain, guest }: Tools): Promise<CompileResult> {
  const files = {
    ...Object.fromEntries(unit.files),
    ...Object.fromEntries(Object.entries(guest.headers).map(([path, text]) => [`${INCLUDE}/${path}`, text])),
    // The folder must exist so that the compiler can write into it.
    [OBJECT]: new Uint8Array(),
  };
  const sandbox = await wasmer.sandboxes.create({ packages: [tool], files });
  try {
    const [source] = unit.sources;
    const typed = relativePath(unit.directory, source);
    const words = fillIn(toolchain, unit);
    const selected = toolchain.command === undefined ? tool : tool.command(toolchain.command);
    const cwd = unit.directory === '' ? ROOT : `${ROOT}/${unit.directory}`;
    const run = await sandbox.command(selected, words, { cwd }).run({ check: false });
    const object = run.exitCode === 0 ? await sandbox.fs.readFile(`${ROOT}/${OBJECT}`) : undefined;
    const said = [run.stdout.text(), run.stderr.text()].join('\n').replaceAll(`${ROOT}/`, '').trim();
    const shown = [toolchain.name, ...words].map((word) => quoteShellWord(word.replaceAll(`${ROOT}/`, '')));
    return describeResult(object, {
      said,
      source,
      exitCode: run.exitCode,
      mayReadClock: mentionsTime(unit),
      command: shown.join(' ').replaceAll(OBJECT, objectPathOf(typed)),
    });
  } finally {
    await sandbox.close();
  }
}

// Checks all files and flags, because nothing reports which files this compiler reads. `##` counts as a mention,
// because it can assemble the name of a time macro.
function mentionsTime({ files, flags }: CompileUnit): boolean {
  const texts = [...files.values()].map((content) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  );
  const joined = [...texts, ...flags].map((text) => text.replaceAll(/(\\|\?\?\/)[ \t]*\r?\n/g, ''));
  return joined.some((text) => /__(DATE|TIME|TIMESTAMP)__|##|%:%:|\?\?=/.test(text));
}

// Makes paths absolute, because a plain WASI program has no current working directory.
function fillIn(toolchain: ForeignToolchain, unit: CompileUnit): string[] {
  return splitShellWords(toolchain.arguments).flatMap((word) =>
    word === '{flags}'
      ? [...unit.flags]
      : word
          .replaceAll('{source}', `${ROOT}/${unit.sources[0]}`)
          .replaceAll('{object}', `${ROOT}/${OBJECT}`)
          .replaceAll('{include}', `${ROOT}/${INCLUDE}`),
  );
}

function describeResult(
  object: Uint8Array | undefined,
  run: { said: string; command: string; source: string; exitCode: number; mayReadClock: boolean },
): CompileResult {
  const { text, diagnostics } = parseClangOutput(run.said);
  const { command } = run;
  const problem = maybeProblem(object, run.exitCode);
  const unwatched = { command, dependencies: undefined, readClock: run.mayReadClock };
  if (problem === undefined) return { ...unwatched, object, text, diagnostics };
  const isSaid = diagnostics.some(({ severity }) => severity === 'error' || severity === 'fatal');
  const own = { file: run.source, severity: 'fatal' as const, message: problem, notes: [], fixIts: [] };
  return {
    ...unwatched,
    object: undefined,
    text: `${text}\nhaze: error: ${problem}`.trim(),
    diagnostics: isSaid ? diagnostics : [...diagnostics, own],
  };
}

/** Explains in a sentence why the object cannot be linked; undefined if it can. */
function maybeProblem(object: Uint8Array | undefined, exitCode: number): string | undefined {
  if (!object) return `the toolchain exited with status ${exitCode}`;
  if (object.length === 0) return 'the toolchain wrote no object: its arguments must contain {object}';
  if (object[0] !== 0 || object[1] !== 0x61 || object[2] !== 0x73 || object[3] !== 0x6d) {
    return 'the toolchain’s output is not WebAssembly';
  }
  const isObject = new TextDecoder('latin1').decode(object).includes('\x07linking');
  return isObject
    ? undefined
    : 'the toolchain produced a whole program, which cannot be linked with the runtime for distributions: give it arguments that produce an object, such as -c';
}
