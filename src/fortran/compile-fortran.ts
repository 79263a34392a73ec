// The service's Fortran compiler, which turns Fortran sources into one C file. The whole program is compiled at once,
// so modules need no separate files. The C file includes fortran-runtime.h and is linked with the library that this
// header declares.

import {
  analyseBlockData,
  analyseMain,
  analyseModule,
  analyseProcedure,
  type Bodies,
} from './analysis/analyse-unit.ts';
import { checkDeclarations, checkLaterTypes } from './analysis/declarations/declarations.ts';
import { analyse } from './analysis/expressions/expression.ts';
import { checkDirectives } from './analysis/openmp/openmp.ts';
import { declareUnit, declareWithContained, orderUnits, registerExternals } from './declare-units.ts';
import { inconstantPart } from './intrinsics/checks/constant.ts';
import { constantShapeOf } from './intrinsics/folding/constant-shape.ts';
import { listVariables } from './printing/designators/list-variables.ts';
import { EXPRESSIONS } from './printing/statements/tie-expressions.ts';
import { assembleFile, type CFile, joinFile } from './printing/units/assemble-file.ts';
import { divideFile } from './printing/units/divide-file.ts';
import { emitBlockData, emitMain, emitModule, emitProcedure } from './printing/units/unit.ts';
import { Printer } from './printing/writer/emitter.ts';
import type { FortranVariable } from './printing/writer/variables.ts';
import { chooseDefaultKinds } from './program/constants/default-kinds.ts';
import { declareInterface } from './program/declarations/declare-interface.ts';
import { typeWithParameters } from './program/declarations/declare-type.ts';
import { initialOf } from './program/declarations/resolve.ts';
import { checkStandard } from './program/symbols/check-standard.ts';
import { type Procedure, type Program, Scope } from './program/symbols/semantics.ts';
import { markReentered, NotedCalls } from './program/walking/call-graph.ts';
import {
  chosenWarnings,
  DiagnosticList,
  type FortranDiagnostic,
  packPosition,
} from './source/diagnostics.ts';
import { resolveEscapes } from './source/escapes.ts';
import { findInclude } from './source/find-include.ts';
import { readMemberPeriods } from './source/member-periods.ts';
import { readSentinels } from './source/openmp.ts';
import { openMpLibrary } from './source/openmp-library.ts';
import { DEFAULT_OPTIONS, type FortranOptions, type FortranSource } from './source/options.ts';
import { preprocess, type SourceLine } from './source/preprocessor.ts';
import { isFixedFormName, readStatements } from './source/reader.ts';
import { misplacedBoz } from './syntax/checks/check-boz.ts';
import { parseProgram } from './syntax/parsing/program.ts';
import type { ProgramUnit } from './syntax/tree/syntax-tree.ts';

/** Result of a compilation: the C text, or error messages. */
export type FortranResult =
  | ({ ok: true; diagnostics: FortranDiagnostic[] } & Translation)
  | { ok: false; diagnostics: FortranDiagnostic[] };

/** A program translated to C. */
export interface Translation {
  /** The whole program as one file. */
  c: string;
  /**
   * The same program as files that are compiled separately and then linked; a single file unless the program is large.
   */
  parts: readonly string[];
  variables: FortranVariable[];
}

// Only programs that read IEEE flags use the slower arithmetic that raises them.
const READS_FLAGS = /\bieee_get_(flag|status)\b/i;

const HAS_BOZ = /[bozx]['"]|['"][bozx]/i;

/** Compiles the Fortran sources of a program to a single C file. */
export function compileFortran(written: readonly FortranSource[], given: FortranOptions = {}): FortranResult {
  const options = { ...DEFAULT_OPTIONS, ...given };
  const library = openMpLibrary(written.map((s) => s.text));
  const sources = [...library.sources, ...written];
  const texts = [...sources, ...options.includes, library.header];
  const diagnostics = new DiagnosticList(
    texts.map((s) => s.path),
    chosenWarnings(options.warnings),
  );
  try {
    const units = sources.flatMap((source, i) => parseSource(source, i, texts, diagnostics, options));
    const program = createProgram(units, diagnostics, options);
    checkStandard(program, units);
    if (!options.allowInvalidBoz && texts.some((s) => HAS_BOZ.test(s.text))) checkBoz(program, units);
    checkDirectives(program, units);
    program.raisesFlags = texts.some((s) => READS_FLAGS.test(s.text));
    const translated = diagnostics.errorCount > 0 ? undefined : translate(program, units);
    if (translated) return { ok: true, ...translated, diagnostics: diagnostics.inOrder() };
  } catch (fault) {
    // This internal error may be caused by an error in the program, which the user can fix.
    if (diagnostics.errorCount === 0) throw fault;
  }
  return { ok: false, diagnostics: diagnostics.inOrder() };
}

// Maximum length of free-form lines in each standard; without -std=, they may be longer.
const LONGEST = { f95: 132, f2003: 132, f2008: 132, f2008ts: 132, f2018: 132, f2023: 10_000 } as const;

function checkLengths(
  lines: readonly SourceLine[],
  diagnostics: DiagnosticList,
  { standard, freeLineLength, warnings }: Required<FortranOptions>,
): void {
  if (standard === 'gnu' || warnings.some((w) => /^-Wno-(all|error|line-truncation)$/.test(w))) return;
  const most = freeLineLength || LONGEST[standard];
  for (const { text, file, line } of lines) {
    const rest = text.slice(most);
    const isComment = text.slice(0, most).includes('!') || rest.trimStart().startsWith('!');
    if (text.length > most && rest.trim() !== '' && !isComment)
      diagnostics.error(
        packPosition(file, line, most),
        `With -std=${standard}, a free-form line can have at most ${most} characters; this line has ${text.length}.`,
      );
  }
}

function checkBoz({ diagnostics }: Program, units: readonly ProgramUnit[]): void {
  for (const unit of units) for (const { at, why } of misplacedBoz(unit)) diagnostics.error(at, why);
}

function createProgram(
  units: readonly ProgramUnit[],
  diagnostics: DiagnosticList,
  options: Required<FortranOptions>,
): Program {
  return {
    diagnostics,
    expressions: {
      analyse,
      constantShapeOf,
      inconstantPart,
      initialOf,
      typeWithParameters,
      declareInterface,
    },
    options,
    kinds: chooseDefaultKinds(options),
    modules: new Map(),
    moduleNames: new Set(units.filter((u) => u.k === 'module').map((u) => u.name)),
    mainName: units.find((u) => u.k === 'program')?.name,
    externals: new Map(),
    firstCalls: new Map(),
    commons: new Map(),
    raisesFlags: false,
    hasLongDescriptors: false,
    counter: { next: 1 },
    pending: { types: new Set(), values: new Set(), bodies: new Set(), innerBodies: 0, instances: 0 },
    calls: new NotedCalls(),
    hasClosures: false,
    asksForLengths: false,
    types: [],
  };
}

function parseSource(
  source: FortranSource,
  index: number,
  texts: readonly FortranSource[],
  diagnostics: DiagnosticList,
  options: Required<FortranOptions>,
): ProgramUnit[] {
  const lines = preprocess(source.text, index, {
    diagnostics,
    files: diagnostics.files,
    defines: source.preprocessed === false ? [] : options.defines,
    preprocessed: source.preprocessed === true,
    now: options.now,
    findInclude: (name, from) => findInclude(name, from, texts, options.includeFolders),
  });
  const form = source.form ?? options.form;
  const fixed = form === 'by-name' ? isFixedFormName(source.path) : form === 'fixed';
  if (!fixed) checkLengths(lines, diagnostics, options);
  const chosen = options.openMp ? readSentinels(lines, fixed) : lines;
  const read = options.backslash ? resolveEscapes(chosen, fixed) : chosen;
  const statements = readStatements(read, fixed, diagnostics, options.fixedForm);
  for (const statement of statements)
    Object.assign(statement, {
      dec: options.dec,
      widthsOfTypes: options.decFormats,
      missingPeriods: options.legacyFiles,
      unsigned: options.unsigned,
    });
  const chained = options.decStructures ? readMemberPeriods(statements) : statements;
  const units = parseProgram(chained, diagnostics);
  return source.languageKinds ? units.map((unit) => ({ ...unit, languageKinds: true })) : units;
}

function translate(program: Program, units: readonly ProgramUnit[]): Translation | undefined {
  const scopes: Scope[] = [];
  const global = new Scope(program, 'global', '', undefined);
  if (program.options.implicitNone) global.implicit = 'none';
  registerExternals(program, units, global);
  for (const unit of orderUnits(program, units))
    program.diagnostics.attempt(() => scopes.push(declareUnit(program, unit, global)));
  for (const procedure of program.externals.values()) {
    if (procedure.unit && !procedure.entryOf)
      program.diagnostics.attempt(() => declareWithContained(procedure));
  }
  const checkedTypes = checkDeclarations(program, scopes, global);
  const mains = scopes.filter((s) => s.k === 'program' && s.unit?.k === 'program');
  if (mains.length > 1) program.diagnostics.error(mains[1]!.unit!.at, 'There are two main programs.');
  if (program.diagnostics.errorCount > 0) return undefined;
  const bodies = analyseUnits(program, scopes, mains);
  checkLaterTypes(program, checkedTypes);
  if (program.diagnostics.errorCount > 0) return undefined;
  markReentered(program, scopes);
  const printer = new Printer(program, bodies, EXPRESSIONS);
  let file: CFile | undefined;
  program.diagnostics.attempt(() => {
    for (const scope of scopes) {
      if (scope.k === 'module') emitModule(printer, scope);
      else if (scope.unit?.k === 'block-data') emitBlockData(printer, scope);
    }
    for (const procedure of definedProcedures(program)) emitProcedure(printer, procedure);
    for (const scope of mains) emitMain(printer, scope);
    file = assembleFile(printer);
  });
  if (file === undefined || program.diagnostics.errorCount > 0) return undefined;
  const parts = divideFile(file, program.options.shortestPart);
  return { c: parts.length === 1 ? parts[0]! : joinFile(file), parts, variables: listVariables(printer) };
}

// Determines the types in all statements and reports all errors.
function analyseUnits(program: Program, scopes: readonly Scope[], mains: readonly Scope[]): Bodies {
  const bodies: Bodies = new Map();
  for (const scope of scopes) {
    program.diagnostics.attempt(() => {
      if (scope.k === 'module') analyseModule(bodies, scope);
      else if (scope.unit?.k === 'block-data') analyseBlockData(bodies, scope);
    });
  }
  for (const procedure of definedProcedures(program)) analyseProcedure(bodies, procedure);
  for (const scope of mains) program.diagnostics.attempt(() => analyseMain(bodies, scope));
  return bodies;
}

function definedProcedures({ externals }: Program): Procedure[] {
  return [...new Set(externals.values())].filter((p) => p.unit && !p.entryOf);
}
