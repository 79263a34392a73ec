// Compiles C and C++ with clang. The program's files are in a separate folder in clang's file system. An overlay
// resolves `..` in paths, because that file system cannot do so.

import { TARGET_COMPILE_FLAGS } from '../flags/default-flags.ts';
import { mathCallsHeader } from '../flags/math-calls.ts';
import type { CompileResult, Compiler, CompileUnit } from '../sources/compiler.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import { locateDiagnostics, ProgramLines } from '../sources/diagnostic-location.ts';
import type { GuestRuntime } from '../sources/guest-runtime.ts';
import { maybeLanguageOfPath } from '../sources/language.ts';
import type { ObjectCache } from '../sources/object-cache.ts';
import { quoteShellWord } from '../sources/shell-words.ts';
import { buildFileTree, type FileTree, joinPath, relativePath } from '../sources/source-files.ts';
import type { AskedHeaders } from './asked-headers.ts';
import type { Clang, ToolRun } from './clang.ts';
import { type ClangOutput, parseClangOutput } from './clang-output.ts';
import { maybePrecompiledHeader, type Precompile, type PrecompiledHeader } from './precompiled-header.ts';
import { WatchedFiles } from './watched-files.ts';

const PROGRAM = 'program';
const RUNTIME_INCLUDE = 'haze/include';
const MATH_CALLS = 'haze/math-calls.h';
const OVERLAY = 'haze/overlay.yaml';
const HEADER = 'haze/leading-includes.hpp';
const PRECOMPILED_HEADER = 'haze/leading-includes.pch';

/**
 * Creates the compiler for C and C++ sources that are linked with the given runtime. The cache stores precompiled
 * headers, which are created the second time they are needed.
 * @param asked records missing headers instead, so that no unit waits for them
 */
export function createClangCompiler(
  clang: Clang,
  guest: GuestRuntime,
  cache?: ObjectCache,
  asked?: AskedHeaders,
): Compiler {
  const version = versionOf(clang, guest);
  return {
    name: 'clang',
    languages: ['C', 'C++'],
    granularity: 'file',
    version,
    compile: async (unit) => {
      const make: Precompile = (text, options) => precompile(clang, guest, unit, text, options?.waits);
      const header = await maybePrecompiledHeader(unit, version, cache, make, asked);
      return compileWithClang(clang, guest, unit, header);
    },
  };
}

function driverOf({ language }: CompileUnit): string {
  return language === 'C++' ? 'clang++' : 'clang';
}

function versionOf(clang: Clang, guest: GuestRuntime): string {
  return [clang.version, guest.version, ...TARGET_COMPILE_FLAGS].join(' ');
}

// A header whose precompiled form depends on a program's files belongs only to that program.
async function precompile(
  clang: Clang,
  guest: GuestRuntime,
  unit: CompileUnit,
  text: string,
  waits = true,
): Promise<Uint8Array | undefined> {
  const watched = new WatchedFiles(unit.files);
  const language = unit.language === 'C++' ? 'c++-header' : 'c-header';
  // The header includes the template instances that a program would create at the end of the translation unit, so
  // that the object code is identical.
  const flags = ['-Xclang', '-fno-pch-timestamp', '-fpch-instantiate-templates'];
  const output = [...flags, '-x', language, `/${HEADER}`, '-o', '-'];
  const files = {
    ...buildFileTree(watched.entries(`${PROGRAM}/`)),
    haze: hazeFolder(unit, guest, { text, bytes: new Uint8Array() }),
  };
  const args = [driverOf(unit), ...targetFlags(unit, guest), ...output];
  const run = await clang.run(args, files, { onRestart: () => watched.forget(), waits });
  const isAnybodys = run.status === 0 && watched.read.length === 0;
  return isAnybodys ? run.stdout : undefined;
}

/**
 * Reports clang's messages about a unit, which is only parsed: no object is produced. Precompiles the headers at the
 * start of a C++ source. This takes as long as parsing them, and the next build reuses the result.
 * @throws MissingPart instead of waiting for a header
 */
export async function checkWithClang(
  clang: Clang,
  guest: GuestRuntime,
  unit: CompileUnit,
  cache?: ObjectCache,
): Promise<readonly Diagnostic[]> {
  const make = (text: string) => precompile(clang, guest, unit, text, false);
  const header = await maybePrecompiledHeader(unit, versionOf(clang, guest), cache, make, 'first');
  const result = await runClang({ clang, guest, unit, header }, '-fsyntax-only');
  // If the compiler crashes or reaches a limit, the program's build will report it.
  return result.crash === undefined && result.limit === undefined ? result.diagnostics : [];
}

interface ClangJob {
  readonly clang: Clang;
  readonly guest: GuestRuntime;
  readonly unit: CompileUnit;
  readonly header: PrecompiledHeader | undefined;
}

/** Runs clang on a unit, either to write an object to standard output or only for its messages. */
async function runClang({ clang, guest, unit, header }: ClangJob, what: '-c' | '-fsyntax-only') {
  const [source] = unit.sources;
  const driver = driverOf(unit);
  const flags = [
    '-fdiagnostics-parseable-fixits',
    '-fdiagnostics-print-source-range-info',
    '-fno-color-diagnostics',
    ...targetFlags(unit, guest),
    ...(header === undefined ? [] : ['-include-pch', `/${PRECOMPILED_HEADER}`]),
  ];
  const watched = new WatchedFiles(unit.files);
  let readClock = false;
  // Before opening a source, clang reads the clock for the overlay's folders and ignores the time, so this read does
  // not count.
  const onClock = () => {
    readClock ||= watched.isOpened;
  };
  const output = what === '-c' ? ['-o', '-'] : [];
  const args = [driver, ...flags, ...languageFlags(unit), what, sourceArgument(unit, source), ...output];
  const files = {
    ...buildFileTree(watched.entries(`${PROGRAM}/`)),
    haze: hazeFolder(unit, guest, header),
  };
  const onRestart = () => {
    watched.forget();
    readClock = false;
  };
  const run = await clang.run(args, files, { onClock, onRestart, waits: what === '-c' });
  // Because of #line, a message may refer to a line in a file that was not read.
  const lines = new ProgramLines({ directory: unit.directory, files: watched });
  const { text, diagnostics } = parseClangOutput(hideFolders(run.stderr, unit), (file, line) =>
    lines.maybeLine(file, line),
  );
  return {
    ...run,
    text,
    diagnostics: locateDiagnostics(diagnostics, lines),
    dependencies: watched.read,
    readClock,
  };
}

function languageFlags({ language }: CompileUnit): string[] {
  return ['-x', language === 'C++' ? 'c++' : 'c'];
}

async function compileWithClang(
  clang: Clang,
  guest: GuestRuntime,
  unit: CompileUnit,
  header: PrecompiledHeader | undefined,
): Promise<CompileResult> {
  const [source] = unit.sources;
  const typed = relativePath(unit.directory, source);
  const driver = driverOf(unit);
  const shown = [
    driver,
    ...(unit.debug ? ['-g'] : []),
    ...unit.flags,
    ...(maybeLanguageOfPath(source) === unit.language ? [] : languageFlags(unit)),
    '-c',
    typed,
    '-o',
    objectPathOf(typed),
  ];
  const run = await runClang({ clang, guest, unit, header }, '-c');
  const succeeded = run.status === 0;
  return {
    object: succeeded ? run.stdout : undefined,
    command: shown.map(quoteShellWord).join(' '),
    ...describeRun(run, run, typed, unit),
    dependencies: run.dependencies,
    ...(run.limit === undefined ? {} : { limit: run.limit }),
    readClock: run.readClock,
  };
}

/** Name of a source's object file, as a user would type it. */
export function objectPathOf(source: string): string {
  return `${source.replace(/\.[^./]*$/, '')}.o`;
}

function targetFlags(unit: CompileUnit, guest: GuestRuntime): string[] {
  const guestFlags = unit.language === 'C++' ? guest.compileFlags.cxx : guest.compileFlags.c;
  return [
    '-working-directory',
    `/${joinPath(PROGRAM, unit.directory)}`,
    '-ivfsoverlay',
    `/${OVERLAY}`,
    // Makes file names in __FILE__ and debug information relative to the program's root.
    `-ffile-prefix-map=/${PROGRAM}/=`,
    ...quoteOnlyFolders(unit.flags),
    `-I/${RUNTIME_INCLUDE}`,
    '-include',
    `/${MATH_CALLS}`,
    ...guestFlags,
    ...unit.flags,
    // The DWARF version that src/toolchain/dwarf reads.
    ...(unit.debug ? ['-g', '-gdwarf-4'] : []),
    ...TARGET_COMPILE_FLAGS,
    ...unit.traits,
  ];
}

// Our headers precede the program's folders, except for quoted includes, where the program's own headers come first.
function quoteOnlyFolders(flags: readonly string[]): string[] {
  return flags.flatMap((flag, index) => {
    if (flag === '-I') return flags[index + 1] === undefined ? [] : ['-iquote', flags[index + 1]!];
    return flag.startsWith('-I') ? ['-iquote', flag.slice(2)] : [];
  });
}

// The driver looks for its input without the overlay, so an input above the build folder is specified from the root.
function sourceArgument(unit: CompileUnit, source: string): string {
  const typed = relativePath(unit.directory, source);
  // Prevents a name that begins with a dash from being interpreted as a flag.
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

// Messages use file names relative to the build folder, as the user typed them.
function hideFolders(text: string, unit: CompileUnit): string {
  return text.replaceAll(/\/program\/([^\s:'"]+)/g, (whole, path: string) =>
    unit.files.has(path) ? relativePath(unit.directory, path) : whole,
  );
}

function describeRun(run: ToolRun, output: ClangOutput, typed: string, unit: CompileUnit): ClangOutput {
  const { crash, limit } = run;
  const { text, diagnostics: found } = output;
  if (crash === undefined && limit === undefined) return { text, diagnostics: found };
  const message =
    limit === undefined
      ? `the compiler crashed on ${typed}: ${crash}`
      : `the compiler was stopped on ${typed}: ${limit}`;
  // Replaces LLVM's message about running out of memory with ours.
  const said = text.replaceAll(/^(LLVM ERROR: out of memory|Allocation failed)\n?/gm, '');
  const diagnostics = found.filter((diagnostic) => diagnostic.message !== 'out of memory');
  const file = joinPath(unit.directory, typed);
  return {
    text: `${said}\nhaze: error: ${message}`.trim(),
    diagnostics: [...diagnostics, { file, severity: 'fatal', message, notes: [], fixIts: [] }],
  };
}
