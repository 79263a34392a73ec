// C and C++ through clang. The program's files stand in a folder of their own in clang's file system, and an overlay
// resolves `..` in paths, which that file system cannot do by itself.
import { type Clang, maybeFileOf, type ToolRun } from './clang.ts';
import { type ClangOutput, parseClangOutput } from './clang-output.ts';
import type { CompileResult, Compiler, CompileUnit } from './compiler.ts';
import { TARGET_COMPILE_FLAGS } from './default-flags.ts';
import { locateDiagnostics, ProgramLines } from './diagnostic-location.ts';
import type { GuestRuntime } from './guest-runtime.ts';
import { maybeLanguageOfPath } from './language.ts';
import { mathCallsHeader } from './math-calls.ts';
import type { ObjectCache } from './object-cache.ts';
import { maybePrecompiledHeader, type PrecompiledHeader } from './precompiled-header.ts';
import { ProgramTraits } from './program-traits.ts';
import { quoteShellWord } from './shell-words.ts';
import { buildFileTree, type FileTree, joinPath, relativePath } from './source-files.ts';

const PROGRAM = 'program';
const RUNTIME_INCLUDE = 'haze/include';
const MATH_CALLS = 'haze/math-calls.h';
const OVERLAY = 'haze/overlay.yaml';
const DEPENDENCIES = 'haze/dependencies.d';
const HEADER = 'haze/leading-includes.hpp';
const PRECOMPILED_HEADER = 'haze/leading-includes.pch';

/** The compiler for C and C++ sources that are linked with the given runtime; the cache keeps precompiled headers. */
export function createClangCompiler(clang: Clang, guest: GuestRuntime, cache?: ObjectCache): Compiler {
  const traits = new ProgramTraits();
  const version = [clang.version, guest.version, ...TARGET_COMPILE_FLAGS].join(' ');
  return {
    name: 'clang',
    languages: ['C', 'C++'],
    granularity: 'file',
    version,
    compile: async (unit) => {
      const header = await maybePrecompiledHeader(unit, version, cache, (text) =>
        precompile(clang, guest, unit, text),
      );
      return compileWithClang(clang, guest, unit, header, traits.flagsFor(unit.files.values()));
    },
  };
}

function precompile(
  clang: Clang,
  guest: GuestRuntime,
  unit: CompileUnit,
  text: string,
): Uint8Array | undefined {
  const output = ['-Xclang', '-fno-pch-timestamp', '-x', 'c++-header', `/${HEADER}`, '-o', '-'];
  const run = clang.run(['clang++', ...targetFlags(unit, guest), ...output], {
    ...buildFileTree(inFolder(PROGRAM, unit.files)),
    haze: hazeFolder(unit, guest, { text, bytes: new Uint8Array() }),
  });
  return run.status === 0 ? run.stdout : undefined;
}

function compileWithClang(
  clang: Clang,
  guest: GuestRuntime,
  unit: CompileUnit,
  header: PrecompiledHeader | undefined,
  traitFlags: readonly string[],
): CompileResult {
  const [source] = unit.sources;
  const typed = relativePath(unit.directory, source);
  const driver = unit.language === 'C++' ? 'clang++' : 'clang';
  const languageFlags = ['-x', unit.language === 'C++' ? 'c++' : 'c'];
  const shown = [
    ...[driver, ...(unit.debug ? ['-g'] : []), ...unit.flags],
    ...(maybeLanguageOfPath(source) === unit.language ? [] : languageFlags),
    ...['-c', typed, '-o', objectPathOf(typed)],
  ];
  const flags = [
    ...['-fdiagnostics-parseable-fixits', '-fdiagnostics-print-source-range-info', '-fno-color-diagnostics'],
    ...['-MD', '-MF', `/${DEPENDENCIES}`],
    ...targetFlags(unit, guest),
    ...traitFlags,
    ...(header === undefined ? [] : ['-include-pch', `/${PRECOMPILED_HEADER}`]),
  ];
  const run = clang.run([driver, ...flags, ...languageFlags, '-c', sourceArgument(unit, source), '-o', '-'], {
    ...buildFileTree(inFolder(PROGRAM, unit.files)),
    haze: hazeFolder(unit, guest, header),
  });
  const lines = new ProgramLines(unit);
  const output = parseClangOutput(hideFolders(run.stderr, unit), (file, line) => lines.maybeLine(file, line));
  const succeeded = run.status === 0;
  return {
    object: succeeded ? run.stdout : undefined,
    command: shown.map(quoteShellWord).join(' '),
    ...describeRun(
      run,
      { ...output, diagnostics: locateDiagnostics(output.diagnostics, lines) },
      typed,
      unit,
    ),
    dependencies: succeeded ? readDependencies(run, unit) : [],
  };
}

/** Name of the object of a source, as one would type it. */
export function objectPathOf(source: string): string {
  return `${source.replace(/\.[^./]*$/, '')}.o`;
}

function targetFlags(unit: CompileUnit, guest: GuestRuntime): string[] {
  const guestFlags = unit.language === 'C++' ? guest.compileFlags.cxx : guest.compileFlags.c;
  return [
    ...['-working-directory', `/${joinPath(PROGRAM, unit.directory)}`, '-ivfsoverlay', `/${OVERLAY}`],
    // __FILE__ and debug information name files from the root of the program.
    `-ffile-prefix-map=/${PROGRAM}/=`,
    ...quoteOnlyFolders(unit.flags),
    `-I/${RUNTIME_INCLUDE}`,
    ...['-include', `/${MATH_CALLS}`],
    ...guestFlags,
    ...unit.flags,
    // The version that src/toolchain/dwarf reads.
    ...(unit.debug ? ['-g', '-gdwarf-4'] : []),
    ...TARGET_COMPILE_FLAGS,
  ];
}

// Our headers come before the program's folders, except for includes in quotes, where the program's own win.
function quoteOnlyFolders(flags: readonly string[]): string[] {
  return flags.flatMap((flag, index) => {
    if (flag === '-I') return flags[index + 1] === undefined ? [] : ['-iquote', flags[index + 1]!];
    return flag.startsWith('-I') ? ['-iquote', flag.slice(2)] : [];
  });
}

// The driver looks for its input without the overlay, so an input above the build folder is named from the root.
function sourceArgument(unit: CompileUnit, source: string): string {
  const typed = relativePath(unit.directory, source);
  // A name that begins with a dash is no flag.
  return /^(-|\.\.\/)/.test(typed) ? `/${PROGRAM}/${source}` : typed;
}

function hazeFolder(unit: CompileUnit, guest: GuestRuntime, header: PrecompiledHeader | undefined): FileTree {
  const roots = [...unit.files.keys()].map((path) => ({
    name: `/${PROGRAM}/${path}`,
    type: 'file',
    'external-contents': `/${PROGRAM}/${path}`,
  }));
  const overlay = { version: 0, 'case-sensitive': true, 'use-external-names': false, roots };
  return {
    include: buildFileTree(Object.entries(guest.headers)),
    'math-calls.h': mathCallsHeader(),
    'overlay.yaml': JSON.stringify(overlay),
    ...(header === undefined
      ? {}
      : { 'leading-includes.hpp': header.text, 'leading-includes.pch': header.bytes }),
  };
}

function* inFolder<T>(folder: string, files: Iterable<readonly [string, T]>): Generator<[string, T]> {
  for (const [path, content] of files) yield [`${folder}/${path}`, content];
}

// Messages name files from the build folder, as they were typed.
function hideFolders(text: string, unit: CompileUnit): string {
  return text.replaceAll(/\/program\/([^\s:'"]+)/g, (whole, path: string) =>
    unit.files.has(path) ? relativePath(unit.directory, path) : whole,
  );
}

function describeRun(run: ToolRun, output: ClangOutput, typed: string, unit: CompileUnit): ClangOutput {
  if (run.crash === undefined) return output;
  const message = `the compiler crashed on ${typed}: ${run.crash}`;
  const text = `${output.text}\nhaze: error: ${message}`.trim();
  const file = joinPath(unit.directory, typed);
  return {
    text,
    diagnostics: [...output.diagnostics, { file, severity: 'fatal', message, notes: [], fixIts: [] }],
  };
}

// A makefile rule: "target: a.c b.h \", blanks and # in names escaped by a backslash, $ doubled.
function readDependencies(run: ToolRun, unit: CompileUnit): string[] {
  const rule = new TextDecoder().decode(maybeFileOf(run, DEPENDENCIES) ?? new Uint8Array());
  const names = rule
    .slice(rule.indexOf(':') + 1)
    .replaceAll('\\\n', ' ')
    .match(/(?:\\[ #]|[^\s])+/g);
  const paths = (names ?? []).map((name) => name.replaceAll(/\\([ #])/g, '$1').replaceAll('$$', '$'));
  return [...new Set(paths.flatMap((path) => maybeProgramPath(path, unit) ?? []))];
}

/** The key in the program's files of a path as clang prints it; undefined for a file that is not the program's. */
export function maybeProgramPath(
  path: string,
  unit: Pick<CompileUnit, 'directory' | 'files'>,
): string | undefined {
  const folder = `/${PROGRAM}/`;
  if (path.startsWith('/') && !path.startsWith(folder)) return undefined;
  const key = path.startsWith('/') ? joinPath('', path.slice(folder.length)) : joinPath(unit.directory, path);
  return unit.files.has(key) ? key : undefined;
}
