// Program units in C: procedures with their entries and results, modules, the main program, and the file as a whole.

import { resultMode } from '../../analysis/calls/pass-mode.ts';
import { cType } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import {
  dimensionsOf,
  rankOf,
  resultTypeOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { needsInit } from '../../program/symbols/needs-copy.ts';
import type { Procedure, Scope, Sym } from '../../program/symbols/semantics.ts';
import type { TypedBody } from '../../program/walking/typed-statements.ts';
import type { FortranOptions, Standard } from '../../source/options.ts';
import { sizeObject } from '../assign/sized-parts.ts';
import { innerName, printDoor } from '../calls/c-descriptors.ts';
import { printStorage } from '../declarations/data-statement.ts';
import { declareDummies, visitSymbols } from '../declarations/dummy.ts';
import { declareLocals, setVariable } from '../declarations/local.ts';
import { assignLocalInitial } from '../declarations/local-initial.ts';
import { sizeResult } from '../declarations/result.ts';
import { keepDeclaredLengths } from '../designators/declared-lengths.ts';
import { noteVariable } from '../designators/list-variables.ts';
import { integerText, isStringCell, nameOf } from '../designators/storage.ts';
import { keepFlags } from '../intrinsics/flags.ts';
import type { Block } from '../writer/c-tree.ts';
import { Emitter, type Printer, QUIET_CLEAR } from '../writer/emitter.ts';
import { declaring } from '../writer/enclose.ts';
import { printFrame, shareVariable } from '../writer/frame.ts';
import { prototypeText } from '../writer/signature.ts';
import { printWithEntries, shareResults } from './entry.ts';
import { guardRecursion, linkage, parameterList, resultTypeText } from './heading.ts';

export function emitModule(printer: Printer, scope: Scope): void {
  flushInitialisation(emitBlockData(printer, scope));
  for (const child of scope.children) emitProcedure(printer, child);
}

// Lines that a module prints outside any function belong to the module's initialisation.
function flushInitialisation(em: Emitter): void {
  if (em.parts.block.nodes.length === 0) return;
  const name = em.printer.fresh('INIT');
  em.printer.functions.push([`static void ${name}(void) {`, ...em.lines(), '}']);
  em.printer.initialisers.push(name);
}

export function emitMain(printer: Printer, scope: Scope): void {
  const em = new Emitter(printer, scope);
  printer.hasMain = true;
  const body = emitBody(em, scope);
  em.line('static void MAIN_(void) {');
  declareLocals(em, scope);
  if (em.parts.usesIo) em.line('fio IO;');
  em.add(body);
  em.line('}');
  printer.functions.push([
    ...em.lines(),
    'int main(int argc, char **argv) {',
    'f_start(argc, argv);',
    ...settings(scope.program.options),
    'INITIALISE_();',
    'MAIN_();',
    'f_finish();',
    'return 0;',
    '}',
  ]);
}

/** The years by which the library identifies the standards; 0 stands for GNU Fortran. */
const YEARS: Readonly<Record<Standard, number>> = {
  gnu: 0,
  f95: 1995,
  f2003: 2003,
  f2008: 2008,
  f2008ts: 2012,
  f2018: 2018,
  f2023: 2023,
};

// Flags that are passed to the library.
function settings(options: Required<FortranOptions>): string[] {
  const given: [string, number | boolean][] = [
    ['f_legacy_files', options.legacyFiles],
    ['f_dec_formats', options.decFormats],
    ['f_swap_files', options.swapFiles],
    ['f_no_sign_zero', !options.signZero],
    ['f_standard', YEARS[options.standard]],
    ['f_pedantic', options.pedantic],
    ['f_max_subrecord', options.maxSubrecordBytes],
    ['f_marker_bytes', options.markerBytes === 8 ? 8 : 0],
  ];
  return given.filter(([, value]) => value).map(([name, value]) => `${name} = ${Number(value)};`);
}

/** Prints the variables of BLOCK DATA or of a module, with their initial values. */
export function emitBlockData(printer: Printer, scope: Scope): Emitter {
  const em = new Emitter(printer, scope);
  printStorage(em, scope, bodyOf(printer, scope).data);
  declareLocals(em, scope);
  return em;
}

function bodyOf(printer: Printer, scope: Scope): TypedBody {
  return printer.bodies.get(scope) ?? { data: [], statements: [] };
}

function emitBody(em: Emitter, scope: Scope): Block {
  const { data, statements } = bodyOf(em.printer, scope);
  printStorage(em, scope, data);
  for (const child of scope.children) emitProcedure(em.printer, child);
  return em.capture(() => em.statements(statements));
}

/** Prints a procedure that the program defines, preceded by its internal procedures. */
export function emitProcedure(printer: Printer, procedure: Procedure): void {
  const { scope } = procedure;
  const em = new Emitter(printer, scope, procedure);
  const place = procedure.entries.length > 0 ? shareResults(em, procedure) : '';
  const body = emitBody(em, scope);
  if (procedure.entries.length > 0) printWithEntries(em, procedure, body, place);
  else printPlain(em, procedure, body);
}

function printPlain(em: Emitter, procedure: Procedure, body: Block): void {
  const dummies = procedure.dummies.filter((d): d is Sym => d !== undefined);
  const name = innerName(procedure);
  em.printer.prototype(`definition ${name}`, `${linkage(procedure)}${prototypeText(procedure, name)};`);
  const head = `${linkage(procedure)}${resultTypeText(procedure)} ${name}(${parameterList(em, procedure, dummies).join(', ') || 'void'}) {`;
  em.line(head);
  if (procedure.alternateReturns) em.line('int32_t RETURN_ = 0;');
  const start = em.capture(() => {});
  em.parts.block.nodes.push(start);
  guardRecursion(em, procedure);
  let result: Result = { given: [] };
  declaring(em, () => {
    declareDummies(em, procedure, true);
    const ahead = procedure.isFunction ? neededByResult(procedure) : new Set<Sym>();
    declareLocals(em, em.scope, { only: ahead });
    if (procedure.isFunction) result = declareResult(em, procedure);
    if (procedure.isFunction && procedure.result?.k === 'variable') assignLocalInitial(em, procedure.result);
    declareLocals(em, em.scope, { but: ahead });
  });
  if (em.parts.usesIo) em.line('fio IO;');
  em.add(body);
  if (em.parts.exitUsed) em.line('EXIT_:;');
  for (const line of [...em.cleanups, ...result.given]) em.line(line);
  const frame = printFrame(em);
  const flags = keepFlags(em);
  start.nodes.push(...flags.enter, ...frame.enter);
  if (result.value && frame.leave.length > 0)
    em.line(`${resultTypeText(procedure)} VALUE_ = ${result.value};`);
  for (const line of [...flags.leave, ...frame.leave]) em.line(line);
  if (result.value) em.line(`return ${frame.leave.length > 0 ? 'VALUE_' : result.value};`);
  if (procedure.alternateReturns) em.line('return RETURN_;');
  em.line('}');
  em.printer.functions.push(em.lines());
  printDoor(em, procedure);
}

// The length and bounds of a result may depend on the bounds of local arrays.
function neededByResult({ result, scope }: Procedure): Set<Sym> {
  const needed = new Set<Sym>();
  const visit = (symbol: Sym): void => {
    if (symbol.scope !== scope || symbol === result || symbol.k !== 'variable' || needed.has(symbol)) return;
    needed.add(symbol);
    note(symbol);
  };
  const note = (symbol: Sym): void => {
    for (const e of [...(dimensionsOf(symbol) ?? []), typeOf(symbol).length]) visitSymbols(e, visit);
  };
  if (result?.k === 'variable') note(result);
  return needed;
}

/** C code that returns a result: the statements, and the value to return. */
interface Result {
  given: string[];
  value?: string;
}

/** Declares the result variable. */
function declareResult(em: Emitter, procedure: Procedure): Result {
  const symbol = procedure.result!;
  const name = nameOf(em, symbol);
  const type = resultTypeOf(procedure)!;
  const mode = resultMode(procedure);
  const outside = em.printer.shared.has(symbol);
  noteVariable(em, symbol);
  if (symbol.allocatable || symbol.pointer || rankOf(symbol) > 0)
    keepDeclaredLengths(em, symbol, (t, n, value) => setVariable(em, outside, t, n, value));
  const declare = (c: string, value: string): void => {
    if (outside) {
      shareVariable(em, c, name);
      const isQuiet = value === '0' && em.program.options.listVariables;
      em.line(isQuiet ? `${QUIET_CLEAR}(&${name}, sizeof ${name});` : `${name} = (${c})${value};`);
    } else if (value === '0') em.declareZeroed(c, name);
    else em.line(`${c} ${name} = ${value};`);
  };
  const set = (c: string, variable: string, value: string): void =>
    setVariable(em, outside, c, variable, value);
  switch (mode) {
    case 'value': {
      const structure = type.base === 'derived' && !type.derived!.opaque;
      if (type.base === 'character') {
        em.line(`char ${name}[1] = {' '};`);
        return { given: [], value: `${name}[0]` };
      }
      declare(cType(type), structure ? '{0}' : '0');
      if (structure && needsInit(type.derived!)) em.line(`${cType(type)}_init(&${name});`);
      if (structure) sizeObject(em, type, name);
      return { given: [], value: name };
    }
    case 'pointer':
      declare(`${cType(type)} *`, '0');
      return { given: [], value: name };
    case 'characters':
      declare('char *', 'RESULT_');
      if (constantLength(type) === undefined) set('int32_t', `${name}_N`, 'RESULT_N');
      return { given: [] };
    case 'cell':
      if (!isStringCell(type, symbol, 0)) return { given: sizeResult(em, symbol, set) };
      declare('fstr', '{0}');
      if (typeof type.length === 'object')
        em.line(`${name}.len = f_extent(1, ${integerText(em, type.length)});`);
      return { given: [`*RESULT_ = ${name};`] };
    case 'any':
      declare('fclass', '{0}');
      return { given: [`*RESULT_ = ${name};`] };
    default:
      if (shapeKindOf(symbol) !== 'deferred') return { given: sizeResult(em, symbol, set) };
      declare('fdesc', '{0}');
      if (type.base === 'character' && typeof type.length === 'object')
        em.line(`${name}.elem = ${constantLength(type) ?? `f_extent(1, ${integerText(em, type.length)})`};`);
      return { given: [`*RESULT_ = ${name};`] };
  }
}
