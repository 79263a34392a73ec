// Decides which sources a build compiles and with which flags, before any compiler runs. Reads config.mk and file
// suffixes, and finds flags that this target cannot honour.
import { HazeError } from '../../errors/haze-error.ts';
import { type ConfigMk, interpretConfigMk } from '../config-mk/config-mk.ts';
import { splitMakeWords } from '../config-mk/expand.ts';
import { defaultFlags, STACK_SIZE_BYTES } from '../flags/default-flags.ts';
import { filterCompileFlags, filterLinkFlags } from '../flags/flag-filter.ts';
import type { Debugging } from '../sources/compiler.ts';
import { type Language, maybeLanguageOfPath } from '../sources/language.ts';
import { ProgramTraits } from '../sources/program-traits.ts';
import { splitShellWords } from '../sources/shell-words.ts';
import { type FileContent, joinPath, normaliseFiles, normalisePath } from '../sources/source-files.ts';
import type { BuildRequest } from './build-result.ts';

export interface PlannedSource {
  /** Path to the file, as in the program's files. */
  readonly path: string;
  readonly language: Language;
  /** Flags as a user would type them, including defaults. */
  readonly flags: readonly string[];
}

export interface BuildPlan {
  readonly files: ReadonlyMap<string, FileContent>;
  readonly directory: string;
  readonly sources: readonly PlannedSource[];
  /** Debug information, as requested by the build or by a -g flag for one of the program's languages. */
  readonly debug: Debugging;
  /** Flags for every compilation, derived from the files' contents. */
  readonly traits: readonly string[];
  readonly linkFlags: readonly string[];
  readonly stackSizeBytes: number;
  /** Log lines about dropped flags, with reasons. */
  readonly remarks: readonly string[];
}

/** Compiler flag variables by language, in the order of their flags; later variables take precedence. */
const FLAG_VARIABLES: Readonly<Record<Language, readonly string[]>> = {
  C: ['OPTFLAGS', 'CPPFLAGS', 'CFLAGS'],
  'C++': ['OPTFLAGS', 'CPPFLAGS', 'CXXFLAGS'],
  Fortran: ['OPTFLAGS', 'FFLAGS'],
};
const LINK_VARIABLES = ['LDFLAGS', 'EXTRA_LIBS'];

/**
 * Plans the build from the request: sources with their languages and flags.
 * @throws HazeError if the build cannot begin: `no-sources`, `source-not-found`, `unknown-source`,
 * `unsupported-flag`, `unbalanced-quote`, `config-mk`, `path-outside`
 */
export function planBuild(request: BuildRequest): BuildPlan {
  const files = encodeFiles(normaliseFiles(request.sources));
  const directory = normalisePath(request.directory ?? '');
  if (files.size === 0) throw noSources('The program is empty: there is no file to compile.', directory);
  const config = readConfig(request, files, directory);
  const remarks: string[] = [];
  const sources = chooseSources(request, config, files, directory, remarks);
  if (request.forWatching) remarks.push('discovering variables: compiled with -O0 and debug information.');
  const flags = new Map<Language, readonly string[]>();
  let debug: Debugging = request.forWatching || (request.debug ?? false);
  for (const language of new Set(sources.map((source) => source.language))) {
    flags.set(language, [
      ...defaultFlags(language),
      ...readCompileFlags(config, language, directory, remarks),
      // At -O0, every variable resides in memory.
      ...(request.forWatching ? ['-O0'] : []),
    ]);
    debug ||= FLAG_VARIABLES[language].some((owner) => readWords(config, owner).some(asksForDebugging));
  }
  return {
    files,
    directory,
    debug,
    traits: new ProgramTraits().flagsFor(files.values()),
    sources: sources.map((source) => ({ ...source, flags: flags.get(source.language)! })),
    ...readLinkFlags(config, remarks),
    remarks: [...new Set(remarks)],
  };
}

// Every compilation receives all files, so strings are encoded only once.
function encodeFiles(files: ReadonlyMap<string, FileContent>): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  const entries = [...files].map(([path, content]): [string, Uint8Array] => [
    path,
    typeof content === 'string' ? encoder.encode(content) : content,
  ]);
  return new Map(entries);
}

function readConfig(
  request: BuildRequest,
  files: ReadonlyMap<string, FileContent>,
  directory: string,
): ConfigMk {
  const file = joinPath(directory, 'config.mk');
  const text = request.configMk ?? files.get(file) ?? '';
  return interpretConfigMk(typeof text === 'string' ? text : new TextDecoder().decode(text), {
    file: request.configMk === undefined ? file : 'config.mk',
    paths: files.keys(),
    directory,
  });
}

type Source = Omit<PlannedSource, 'flags'>;

function chooseSources(
  request: BuildRequest,
  config: ConfigMk,
  files: ReadonlyMap<string, FileContent>,
  directory: string,
  remarks: string[],
): readonly Source[] {
  const named = splitMakeWords(config.valueOf('SOURCES'));
  if (request.only !== undefined && named.length === 0) {
    return request.only.map((path) => findOnlySource(normalisePath(path), request.language, files));
  }
  const [only] = files.keys();
  if (request.language !== undefined && files.size === 1) {
    if (named.some((name) => joinPath(directory, name) !== only)) {
      remarks.push('SOURCES is not used: this build has only one source.');
    }
    return [{ path: only!, language: request.language }];
  }
  if (named.length > 0)
    return [...new Set(named)].map((name) => findNamedSource(name, config, files, directory));
  const found = [...files.keys()].filter((path) => directory === '' || path.startsWith(`${directory}/`));
  const sources = found.flatMap((path): Source[] => {
    const language = maybeLanguageOfPath(path);
    return language === undefined ? [] : [{ path, language }];
  });
  if (sources.length > 0) return sources;
  const where = directory === '' ? 'the program' : `the folder "${directory}"`;
  throw noSources(
    `There is no source in ${where}: no file ends in .c, .cpp, .cc, .cxx, .f90 or another C, C++ or Fortran suffix.`,
    directory,
  );
}

function findOnlySource(
  path: string,
  language: Language | undefined,
  files: ReadonlyMap<string, FileContent>,
): Source {
  const known = language ?? maybeLanguageOfPath(path);
  if (known === undefined) {
    const message = path.endsWith('.wasm')
      ? `"${path}" is a module, and only sources can be built and run. Specify its C, C++ or Fortran files.`
      : `The suffix of "${path}" does not identify its language. Rename it to end in .c, .cpp or .f90, or specify the language.`;
    throw new HazeError('unknown-source', message, { data: { path } });
  }
  if (files.has(path)) return { path, language: known };
  throw new HazeError('source-not-found', `There is no file "${path}" among the files of this build.`, {
    data: { path },
  });
}

function findNamedSource(
  name: string,
  config: ConfigMk,
  files: ReadonlyMap<string, FileContent>,
  directory: string,
): Source {
  const path = joinPath(directory, name);
  const place = config.maybePlaceOf('SOURCES');
  const where = place === undefined ? 'SOURCES' : `${place.file}:${place.line}: SOURCES`;
  if (!files.has(path)) {
    const advice = /[*?[]/.test(name)
      ? `For a pattern, write $(wildcard ${name}).`
      : 'Check the spelling and the folder.';
    throw new HazeError(
      'source-not-found',
      `${where} names "${name}", but there is no such file in the build folder. ${advice}`,
      { data: { ...place, path } },
    );
  }
  const language = maybeLanguageOfPath(path);
  if (language !== undefined) return { path, language };
  throw new HazeError(
    'unknown-source',
    `${where} names "${name}", whose suffix is not that of a C, C++ or Fortran source. Headers and data do not belong there.`,
    { data: { ...place, path } },
  );
}

function readCompileFlags(
  config: ConfigMk,
  language: Language,
  directory: string,
  remarks: string[],
): string[] {
  return FLAG_VARIABLES[language].flatMap((owner) => {
    const filtered = filterCompileFlags({ words: readWords(config, owner), owner }, directory, language);
    remarks.push(...filtered.remarks);
    return filtered.kept;
  });
}

// Returns false for -g0, and for flags such as -gz that affect only the format of the debug information.
function asksForDebugging(word: string): boolean {
  return /^-g([1-3]|gdb[1-3]?|dwarf(-[2-5])?|line-tables-only)?$/.test(word);
}

function readLinkFlags(config: ConfigMk, remarks: string[]): Pick<BuildPlan, 'linkFlags' | 'stackSizeBytes'> {
  const filtered = LINK_VARIABLES.map((owner) => filterLinkFlags({ words: readWords(config, owner), owner }));
  for (const part of filtered) remarks.push(...part.remarks);
  const sizes = filtered.map((part) => part.stackSizeBytes ?? 0);
  return {
    linkFlags: filtered.flatMap((part) => part.kept),
    stackSizeBytes: Math.max(STACK_SIZE_BYTES, ...sizes),
  };
}

// Make passes the value to a shell, which splits it and removes the quotes.
function readWords(config: ConfigMk, name: string): string[] {
  const value = config.valueOf(name);
  if (/`|\$\(/.test(value)) {
    const place = config.maybePlaceOf(name);
    throw new HazeError(
      'config-mk',
      `${place?.file ?? 'config.mk'}:${place?.line ?? 1}: ${name} runs a command (\`…\` or $(…)), but builds cannot run commands. Write the command's output there instead.`,
      { data: { ...place } },
    );
  }
  return splitShellWords(value);
}

function noSources(message: string, directory: string): HazeError {
  return new HazeError('no-sources', message, { data: { directory } });
}
