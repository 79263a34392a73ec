// Adapts the Fortran front end to the compiler interface: the front end translates all sources into a single C file,
// and clang compiles this file like any other C source. The front end is lazy-loaded with the first Fortran source.
import { messageOf } from '../../errors/message-of.ts';
import type { FortranVariable } from '../../fortran/printing/writer/variables.ts';
import type { FortranDiagnostic } from '../../fortran/source/diagnostics.ts';
import type { FortranSource } from '../../fortran/source/options.ts';
import { decodeSource } from '../../fortran/source/source-text.ts';
import type { Clang, ToolRun } from '../clang/clang.ts';
import { createClangCompiler, objectPathOf } from '../clang/clang-compiler.ts';
import { type FortranFlags, readFortranFlags } from '../flags/fortran-flags.ts';
import type { CompileResult, Compiler, CompileUnit } from '../sources/compiler.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import type { GuestRuntime } from '../sources/guest-runtime.ts';
import { isPreprocessedFortran } from '../sources/language.ts';
import type { ObjectCache } from '../sources/object-cache.ts';
import { ProgramTraits } from '../sources/program-traits.ts';
import { quoteShellWord } from '../sources/shell-words.ts';
import { buildFileTree, type FileContent, joinPath, relativePath } from '../sources/source-files.ts';
import { appendVariableTable } from './fortran-variables.ts';

/**
 * Flags needed for the C code that the front end generates: integers that wrap, and no warnings about code that nobody
 * wrote. Loop strength reduction is off, because it takes a seventh of clang's time on loops over arrays, and eleven
 * kernels ran 2 % faster without it.
 */
const GENERATED_C_FLAGS = ['-fwrapv', '-w', '-mllvm', '-disable-lsr'];

/**
 * Flags that replace -O2 for this C code. Of the passes that clang's -O2 adds to -O1, only unrolling makes such
 * programs faster, because each loop iteration tests for uncertain values. The other passes take a quarter of clang's
 * time. Without them, 15 kernels ran in 0.84 to 1.07 of the time (median 1.00).
 */
const USUAL_OPTIMISATION = ['-O1', '-funroll-loops'];

/** Loads a part of the compiler: either directly, or with retries over an unreliable network. */
export type LoadPart = <T>(load: () => Promise<T>) => Promise<T>;

/** Optional parts of a Fortran compiler. */
export interface FortranParts {
  readonly loadPart?: LoadPart;
  /** Stores the library's precompiled header between builds, if there is no separate C compiler. */
  readonly cache?: ObjectCache | undefined;
  /**
   * Compiles the C code, possibly several files in parallel; if undefined, a separate compiler compiles the files one
   * at a time.
   */
  readonly forC?: Compiler | undefined;
}

/**
 * Creates the compiler for Fortran sources that are linked with the given runtime; all sources of a program become
 * one object.
 */
export function createFortranCompiler(
  clang: Clang,
  guest: GuestRuntime,
  { loadPart = (load) => load(), cache, forC = createClangCompiler(clang, guest, cache) }: FortranParts = {},
): Compiler {
  return {
    name: 'haze-fortran',
    languages: ['Fortran'],
    granularity: 'program',
    // The version also covers the runtime, whose sources belong to the front end.
    version: `fortran ${forC.version}`,
    compile: (unit) => compileUnit(unit, { clang, forC }, loadPart),
  };
}

/** Reports the front end's messages about a program's sources, without clang. */
export async function checkFortran(
  unit: CompileUnit,
  loadPart: LoadPart = (load) => load(),
): Promise<readonly Diagnostic[]> {
  return (await readUnit(unit, loadPart)).messages;
}

async function readUnit(unit: CompileUnit, loadPart: LoadPart) {
  const flags = readFortranFlags(unit.flags);
  const { result, read, readClock } = await runFrontEnd(unit, flags, await loadPart(loadFrontEnd));
  return {
    flags,
    result,
    read,
    readClock,
    messages: [...flags.problems, ...locateInProgram(result.diagnostics, unit)],
  };
}

/** C compiler, and linker for its objects. */
interface ToolsForC {
  readonly clang: Clang;
  readonly forC: Compiler;
}

async function compileUnit(unit: CompileUnit, tools: ToolsForC, loadPart: LoadPart): Promise<CompileResult> {
  const { flags, result, read, readClock, messages } = await readUnit(unit, loadPart);
  const failed = !result.ok || messages.some(({ severity }) => severity === 'error' || severity === 'fatal');
  const compiled = failed ? undefined : await compileGeneratedC(unit, flags, result, tools);
  const all = [...messages, ...(compiled?.diagnostics ?? [])];
  return {
    object: compiled?.object,
    command: shownCommand(unit),
    text: [...messages.map((message) => describe(message, unit)), compiled?.text ?? '']
      .filter((text) => text !== '')
      .join('\n'),
    diagnostics: all,
    dependencies: read,
    readClock: readClock || (compiled?.readClock ?? false),
  };
}

type FrontEndResult =
  | { ok: true; parts: readonly string[]; variables: FortranVariable[]; diagnostics: Message[] }
  | { ok: false; diagnostics: Message[] };
type Message = FortranDiagnostic | Diagnostic;

async function loadFrontEnd() {
  const [{ compileFortran }, { maybeUxhwModule }] = await Promise.all([
    import('../../fortran/compile-fortran.ts'),
    import('./fortran-uxhw-module.ts'),
  ]);
  return { compileFortran, maybeUxhwModule };
}

async function runFrontEnd(
  unit: CompileUnit,
  flags: FortranFlags,
  { compileFortran, maybeUxhwModule }: Awaited<ReturnType<typeof loadFrontEnd>>,
): Promise<{ result: FrontEndResult; read: string[]; readClock: boolean }> {
  const sources = unit.sources.map((path) => ({
    path,
    text: textOf(unit.files.get(path)),
    preprocessed: flags.preprocess || isPreprocessedFortran(path),
  }));
  const read = new Set<string>(unit.sources);
  const includes = [...unit.files.keys()]
    .filter((path) => !unit.sources.includes(path))
    .map((path) => noteReading(path, unit, read));
  // All uses of the compilation time within a program yield the same time.
  let time: Date | undefined;
  const now = () => {
    time ??= new Date();
    return time;
  };
  const module = maybeUxhwModule(sources.map(({ text }) => text));
  try {
    const result = compileFortran(module === undefined ? sources : [module, ...sources], {
      ...flags.options,
      now,
      includeFolders: flags.options.includeFolders?.map((folder) => joinPath(unit.directory, folder)) ?? [],
      listVariables: unit.debug === true,
      includes,
    });
    return { result, read: [...read], readClock: time !== undefined };
  } catch (error) {
    // If the front end itself fails, the message must name the source.
    const [file] = unit.sources;
    const message = `the compiler crashed on ${file}: ${describeCrash(error)}`;
    const diagnostic: Diagnostic = { file, severity: 'fatal', message, notes: [], fixIts: [] };
    return { result: { ok: false, diagnostics: [diagnostic] }, read: [], readClock: false };
  }
}

function describeCrash(error: unknown): string {
  const text = messageOf(error);
  return /call stack|too much recursion/i.test(text)
    ? 'it ran out of stack: something in the source is nested too deeply (brackets, operators, blocks)'
    : text;
}

// If another file of the program is read, a source must have included it.
function noteReading(path: string, unit: CompileUnit, read: Set<string>): FortranSource {
  return {
    path,
    get text() {
      read.add(path);
      return textOf(unit.files.get(path));
    },
  };
}

function textOf(content: FileContent | undefined): string {
  if (content === undefined) return '';
  return typeof content === 'string' ? content : decodeSource(content);
}

function asOptimised(flag: string): readonly string[] {
  return flag === '-O2' ? USUAL_OPTIMISATION : [flag];
}

async function compileGeneratedC(
  unit: CompileUnit,
  flags: FortranFlags,
  { parts, variables }: { readonly parts: readonly string[]; readonly variables: readonly FortranVariable[] },
  { clang, forC }: ToolsForC,
): Promise<CompileResult> {
  const [first] = unit.sources;
  const bare = first.replace(/\.[^./]*$/, '');
  const files = new Map(
    parts.map((text, index) => [`${bare}${index === 0 ? '' : `-${index + 1}`}.generated.c`, text]),
  );
  const shared = {
    language: 'C' as const,
    files,
    directory: '',
    flags: [...flags.forClang.flatMap(asOptimised), ...GENERATED_C_FLAGS],
    debug: unit.debug,
    traits: new ProgramTraits().flagsFor(parts),
  };
  const compiled = await Promise.all(
    [...files.keys()].map((name) => forC.compile({ ...shared, sources: [name] })),
  );
  const failed = compiled.find(({ object }) => object === undefined);
  if (failed !== undefined) return describeFailure(unit, failed);
  const whole = compiled.length === 1 ? compiled[0]! : await joinParts(clang, compiled);
  const { object } = whole;
  if (object === undefined) return describeFailure(unit, whole);
  return {
    ...whole,
    readClock: compiled.some(({ readClock }) => readClock),
    object: unit.debug === true ? appendVariableTable(object, variables) : object,
  };
}

async function joinParts(clang: Clang, parts: readonly CompileResult[]): Promise<CompileResult> {
  const { status, stdout, stderr, limit } = await joinObjects(
    clang,
    parts.map(({ object }) => object!),
  );
  const end = status === 0 ? { object: stdout } : { object: undefined, text: stderr };
  return { ...parts[0]!, ...end, ...(limit === undefined ? {} : { limit }) };
}

function describeFailure(unit: CompileUnit, failed: CompileResult): CompileResult {
  const [first] = unit.sources;
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error' || severity === 'fatal';
  // Line markers in the generated C contain the sources' names and line numbers.
  const refused = failed.diagnostics.find((d) => isError(d) && unit.sources.includes(d.file ?? ''));
  const place = refused?.line === undefined ? {} : { line: refused.line, column: 1 };
  const message =
    failed.limit === undefined
      ? 'the compiler cannot translate this because of a bug in Haze: please report it with the source'
      : `the compiler was stopped on ${first}: ${failed.limit}`;
  const file = refused?.file ?? first;
  const diagnostic: Diagnostic = { file, ...place, severity: 'fatal', message, notes: [], fixIts: [] };
  // Messages about the generated C code are dropped, because users never see that code.
  return { ...failed, text: describe(diagnostic, unit), diagnostics: [diagnostic] };
}

function shownCommand(unit: CompileUnit): string {
  const typed = unit.sources.map((path) => relativePath(unit.directory, path));
  const words = ['haze-fortran', ...(unit.debug ? ['-g'] : []), ...unit.flags, '-c', ...typed];
  return [...words, '-o', objectPathOf(typed[0]!)].map(quoteShellWord).join(' ');
}

function locateInProgram(diagnostics: readonly Message[], unit: CompileUnit): Diagnostic[] {
  return diagnostics.map((diagnostic): Diagnostic => {
    const { file = unit.sources[0], line, column, severity, message } = diagnostic;
    const place = line === undefined || column === undefined ? {} : { line, column };
    return {
      file,
      ...place,
      severity,
      message,
      ...(diagnostic.option === undefined ? {} : { option: diagnostic.option }),
      notes: locateInProgram(diagnostic.notes, unit),
      fixIts: diagnostic.fixIts.map((fix) =>
        'startLine' in fix ? fix : { ...fix, file: file!, startLine: fix.line, startColumn: fix.column },
      ),
    };
  });
}

// Formats a message as clang does: place, severity and message, then the line, and a caret below the column.
function describe({ file, line, column, severity, message, option }: Diagnostic, unit: CompileUnit): string {
  const word = severity === 'fatal' ? 'fatal error' : severity;
  if (file === undefined) return `haze-fortran: ${word}: ${message}`;
  const typed = relativePath(unit.directory, file);
  if (line === undefined || column === undefined) return `${typed}: ${word}: ${message}`;
  const flag = option === undefined ? '' : ` [${option}]`;
  const head = `${typed}:${line}:${column}: ${word}: ${message}${flag}`;
  const source = textOf(unit.files.get(file) ?? '').split(/\r\n|\r|\n/)[line - 1];
  if (source === undefined) return head;
  const number = String(line).padStart(5);
  const before = source.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  return `${head}\n${number} | ${source}\n${' '.repeat(number.length)} | ${before}^`;
}

/**
 * Links objects, including their debug information, into a single object that will be linked again; its bytes are the
 * run's standard output.
 */
function joinObjects(clang: Clang, objects: readonly Uint8Array[]): Promise<ToolRun> {
  const files = objects.map((object, index): [string, Uint8Array] => [`${index}.o`, object]);
  const args = ['wasm-ld', '-m', 'wasm32', '-r', ...files.map(([path]) => path), '-o', '-'];
  return clang.run(args, buildFileTree(files));
}
