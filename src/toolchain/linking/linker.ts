// Links objects with our runtime and the system libraries into a single module, and explains wasm-ld's messages.
import type { Clang, ToolRun } from '../clang/clang.ts';
import { linkEpilogue, linkPreamble } from '../flags/default-flags.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import type { GuestRuntime } from '../sources/guest-runtime.ts';
import type { Language } from '../sources/language.ts';
import { quoteShellWord } from '../sources/shell-words.ts';
import { buildFileTree, type FileContent } from '../sources/source-files.ts';
import { explainLinkerOutput } from './linker-output.ts';
import { listDefinedFunctions, listDefinedNames } from './object-symbols.ts';
import { lacksRareFunction } from './rare-library.ts';

/** An object, and its source. */
export interface LinkInput {
  /** Path of the object as the user would type it, such as `sub/a.o`. */
  readonly path: string;
  /** The object's source, as a key of the program's files. */
  readonly source: string;
  readonly object: Uint8Array;
}

export interface LinkRequest {
  readonly inputs: readonly LinkInput[];
  readonly languages: ReadonlySet<Language>;
  /** User flags that are not dropped, as typed. */
  readonly flags: readonly string[];
  readonly stackSizeBytes: number;
  /** True if the module includes the functions that watch variables. */
  readonly forWatching?: boolean;
  /** Name of the program in the command shown. */
  readonly output: string;
}

export interface LinkResult {
  readonly module: Uint8Array | undefined;
  /** Command as a user would type it. */
  readonly command: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

const LIBRARIES = 'haze/lib';
/** Functions of wasm/guest/watch.c. */
const WATCHING = ['__ux_watch_enter', '__ux_watch_leave', '__ux_watch_store'];

/** Links a program. Errors in the program are reported in the result, never thrown. */
export async function linkProgram(
  clang: Clang,
  guest: GuestRuntime,
  request: LinkRequest,
): Promise<LinkResult> {
  const withCxx = request.languages.has('C++');
  const ownStart = (guest.ownStart ?? []).some((language) => request.languages.has(language));
  const libraries = await collectLibraries(guest, request.languages);
  // Objects are in separate folders, so that no source folder can hide a system folder.
  const objects = request.inputs.map((input, index): [string, Uint8Array] => [
    `haze/${index}/${input.path.replaceAll('../', '')}`,
    input.object,
  ]);
  const argsFor = (withRare: boolean) => [
    ...linkPreamble(request.stackSizeBytes, ownStart),
    ...objects.map(([path]) => path),
    ...libraries.map(([path]) => path),
    ...linkEpilogue(withCxx, withRare),
    ...wrapFlagsFor(guest.linkFlags, request.inputs),
    ...(request.forWatching ? WATCHING.map((name) => `--export=${name}`) : []),
    // Writes to standard output, because the tools' file system writes a file in small chunks and copies the whole file
    // on each write.
    '-o',
    '-',
  ];
  const files = buildFileTree(new Map<string, FileContent>([...objects, ...libraries]));
  let args = argsFor(false);
  let run = await clang.run(args, files);
  if (run.status !== 0 && lacksRareFunction(run.stderr)) {
    args = argsFor(true);
    run = await clang.run(args, files);
  }
  const paths = objects.map(([path]) => path);
  if (run.status !== 0 && hasOwnNamesOnly(run.stderr, paths))
    run = await clang.run([...args, FIRST_DEFINITION_WINS], files);
  const said = objects
    .reduce((text, [path], index) => text.replaceAll(path, request.inputs[index]!.path), run.stderr)
    .replaceAll(`${LIBRARIES}/`, '')
    // Both libraries are parts of the C library.
    .replaceAll('/libc-rare.a(', '/libc.a(');
  const explained = explainLinkerOutput(`${said.trimEnd()}${describeEnd(run)}`.trim(), request.inputs);
  const driver = withCxx ? 'clang++' : 'clang';
  const shown = [
    driver,
    ...request.inputs.map((input) => input.path),
    ...request.flags,
    '-o',
    request.output,
  ];
  return {
    module: run.status === 0 ? run.stdout : undefined,
    command: shown.map(quoteShellWord).join(' '),
    ...explained,
  };
}

function describeEnd({ crash, limit }: ToolRun): string {
  if (limit !== undefined) return `\nhaze: error: the linker was stopped: ${limit}`;
  return crash === undefined ? '' : `\nhaze: error: the linker crashed: ${crash}`;
}

// A program that defines a name from the C library, such as a function round() or a variable y1, uses its own
// definition.
function wrapFlagsFor(linkFlags: readonly string[], inputs: readonly LinkInput[]): readonly string[] {
  const functions = new Set(inputs.flatMap(({ object }) => listDefinedFunctions(object)));
  const own = new Set(inputs.flatMap(({ object }) => listDefinedNames(object)));
  const hasVariable = BESSEL.some((name) => own.has(name) && !functions.has(name));
  return linkFlags.filter((flag) => {
    const name = /^--wrap=(.*)/.exec(flag)?.[1];
    return name === undefined || !(own.has(name) || (hasVariable && BESSEL.includes(name.replace(/f$/, ''))));
  });
}

/**
 * Functions that are wrapped together in one object. None of them is wrapped if the program has a variable with one of
 * these names, which is common.
 */
const BESSEL: readonly string[] = ['j0', 'j1', 'jn', 'y0', 'y1', 'yn'];

// Several functions of the library share one object, which is linked as a whole. If a program with its own rintf calls
// rint, there are therefore two definitions of rintf; the program's own, which comes first, must be used.
const FIRST_DEFINITION_WINS = '--allow-multiple-definition';

/** True if the only errors are duplicate names, defined by both the program and the libraries. */
function hasOwnNamesOnly(said: string, objects: readonly string[]): boolean {
  const messages = said.split(/\n(?!>>>)/).filter((message) => message.trim() !== '');
  return messages.every((message) => {
    const [first = '', ...places] = message.split('\n');
    const own = places.filter((place) => objects.some((path) => place.endsWith(` ${path}`)));
    return (
      /^wasm-ld: (error: duplicate symbol|warning): /.test(first) &&
      (!first.includes('duplicate symbol') || (own.length === 1 && places.length > 1))
    );
  });
}

async function collectLibraries(
  guest: GuestRuntime,
  languages: ReadonlySet<Language>,
): Promise<[string, Uint8Array][]> {
  const sets = await Promise.all(
    [...languages].map(async (language) => {
      return guest.languageLibrary[language] ?? (await guest.loadLibrary?.(language)) ?? {};
    }),
  );
  // Reference cores recognise the program's functions by their position: they precede the first function of our
  // runtime.
  return [guest.library, ...sets].flatMap((set) =>
    Object.entries(set).map(([name, bytes]): [string, Uint8Array] => [`${LIBRARIES}/${name}`, bytes]),
  );
}
