// Links objects with our runtime and the system's libraries to one module, and explains what wasm-ld says.
import type { Clang } from './clang.ts';
import { linkEpilogue, linkPreamble } from './default-flags.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { GuestRuntime } from './guest-runtime.ts';
import type { Language } from './language.ts';
import { explainLinkerOutput } from './linker-output.ts';
import { listDefinedFunctions } from './object-symbols.ts';
import { quoteShellWord } from './shell-words.ts';
import { buildFileTree, type FileContent } from './source-files.ts';

/** An object and where it comes from. */
export interface LinkInput {
  /** Path of the object as typed, such as `sub/a.o`. */
  readonly path: string;
  /** The source that it was compiled from, as a key of the program's files. */
  readonly source: string;
  readonly object: Uint8Array;
}

export interface LinkRequest {
  readonly inputs: readonly LinkInput[];
  readonly languages: ReadonlySet<Language>;
  /** Flags of the person that are kept, as typed. */
  readonly flags: readonly string[];
  readonly stackSizeBytes: number;
  /** Whether the module gets what is called when variables are watched. */
  readonly forWatching?: boolean;
  /** Name of the program in the command that is shown. */
  readonly output: string;
}

export interface LinkResult {
  readonly module: Uint8Array | undefined;
  /** The command as a person would type it. */
  readonly command: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

const LIBRARIES = 'haze/lib';
/** Functions of wasm/guest/watch.c. */
const WATCHING = ['__ux_watch_enter', '__ux_watch_leave', '__ux_watch_store'];

/** Links; what is wrong with the program is in the result and never thrown. */
export function linkProgram(clang: Clang, guest: GuestRuntime, request: LinkRequest): LinkResult {
  const withCxx = request.languages.has('C++');
  const ownStart = (guest.ownStart ?? []).some((language) => request.languages.has(language));
  const libraries = collectLibraries(guest, request.languages);
  // Objects stand in folders of their own, so that no source folder can hide the system's.
  const objects = request.inputs.map((input, index): [string, Uint8Array] => [
    `haze/${index}/${input.path.replaceAll('../', '')}`,
    input.object,
  ]);
  const args = [
    ...linkPreamble(request.stackSizeBytes, ownStart),
    ...objects.map(([path]) => path),
    ...libraries.map(([path]) => path),
    ...linkEpilogue(withCxx),
    ...wrapFlagsFor(guest.linkFlags, request.inputs),
    ...(request.forWatching ? WATCHING.map((name) => `--export=${name}`) : []),
    // A file of the tools' file system is written in small pieces, each of which copies the whole.
    ...['-o', '-'],
  ];
  const run = clang.run(args, buildFileTree(new Map<string, FileContent>([...objects, ...libraries])));
  const said = objects
    .reduce((text, [path], index) => text.replaceAll(path, request.inputs[index]!.path), run.stderr)
    .replaceAll(`${LIBRARIES}/`, '');
  const crash = run.crash === undefined ? '' : `\nhaze: error: the linker crashed: ${run.crash}`;
  const explained = explainLinkerOutput(`${said.trimEnd()}${crash}`.trim(), request.inputs);
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

// A program that defines a function of the C library's name, such as a round() of its own, means its own.
function wrapFlagsFor(linkFlags: readonly string[], inputs: readonly LinkInput[]): readonly string[] {
  const own = new Set(inputs.flatMap(({ object }) => listDefinedFunctions(object)));
  return linkFlags.filter((flag) => !flag.startsWith('--wrap=') || !own.has(flag.slice('--wrap='.length)));
}

function collectLibraries(guest: GuestRuntime, languages: ReadonlySet<Language>): [string, Uint8Array][] {
  const sets = [...languages].map((language) => guest.languageLibrary[language] ?? {});
  // Reference cores know the program's functions by their place: before the first one of our runtime.
  return [guest.library, ...sets].flatMap((set) =>
    Object.entries(set).map(([name, bytes]): [string, Uint8Array] => [`${LIBRARIES}/${name}`, bytes]),
  );
}
