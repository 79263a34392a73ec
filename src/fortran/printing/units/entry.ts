// Procedures with ENTRY in C. All entry points share one function and the memory for its result.

import { resultMode } from '../../analysis/calls/pass-mode.ts';
import { cType, multiply, sizeProduct } from '../../program/c/c-text.ts';
import { constantLength, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import { dimensionsOf, shapeKindOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { innerName, printDoor } from '../calls/c-descriptors.ts';
import { declareAuxiliaries, declareDummies, parameterName } from '../declarations/dummy.ts';
import { declareLocals } from '../declarations/local.ts';
import { declareSizedResults, isSizedByEntry, setUpResult } from '../declarations/result.ts';
import { isStringCell } from '../designators/storage.ts';
import type { Block } from '../writer/c-tree.ts';
import type { Emitter } from '../writer/emitter.ts';
import { printFrame } from '../writer/frame.ts';
import { hasHiddenLength, parameterType, prototypeText } from '../writer/signature.ts';
import { typeTable } from '../writer/type-parts.ts';
import {
  guardRecursion,
  lengthName,
  lengthParameters,
  linkage,
  parameterList,
  resultTypeText,
} from './heading.ts';

/**
 * Stores the results of a function and its entries in a single variable. Returns the static pointer to it that internal
 * procedures need.
 */
export function shareResults(em: Emitter, procedure: Procedure): string {
  const all = [procedure, ...procedure.entries];
  const shared = em.scope.children.length > 0 && all.some((p) => p.result);
  const place = shared ? em.printer.fresh('RESULT') : 'RESULT_';
  if (shared) em.printer.keep(`static void *${place}`);
  for (const p of all) {
    if (!p.result || isSizedByEntry(p)) continue;
    em.printer.names.set(p.result, resultPlace(p, p.result, place));
    if (shared && resultMode(p) !== 'characters') em.printer.shared.add(p.result);
  }
  return shared ? place : '';
}

function resultPlace(procedure: Procedure, result: Sym, place: string): string {
  const type = typeOf(result);
  const c = cType(type);
  switch (resultMode(procedure)) {
    case 'characters':
      return 'RESULT_';
    case 'pointer':
      return `(*(${c} *F_ALIAS *)${place})`;
    case 'cell':
      if (!isStringCell(type, result, 0)) break;
      return `(*(fstr *)${place})`;
    case 'any':
      return `(*(fclass *)${place})`;
    case 'descriptor':
      if (shapeKindOf(result) === 'deferred') return `(*(fdesc *)${place})`;
      if (!constantShape(dimensionsOf(result)!)) break;
      return `((${c} *)((fdesc *)${place})->base)`;
    default:
      return `(*(${c} F_ALIAS *)${place})`;
  }
  unprintable(result.at, 'the result of a function with ENTRY', result.name);
}

/**
 * Prints a procedure with ENTRY: one C function that has all the dummies, and a small function for each entry point.
 */
export function printWithEntries(em: Emitter, procedure: Procedure, body: Block, place: string): void {
  const all = [procedure, ...procedure.entries];
  const dummies: Sym[] = [];
  for (const p of all) for (const d of p.dummies) if (d && !dummies.includes(d)) dummies.push(d);
  const name = `${procedure.cName}ENTRIES`;
  const parameters = ['int32_t ENTRY_', 'void *RESULT_', 'int32_t RESULT__N'];
  for (const d of dummies) parameters.push(`${parameterType(d)} ${parameterName(em, d)}`);
  parameters.push(...lengthParameters(em, procedure, dummies));
  em.line(`static int32_t ${name}(${parameters.join(', ')}) {`);
  em.line('int32_t RETURN_ = 0; (void)RESULT_; (void)RESULT__N;');
  if (place !== '') {
    em.line(`void *OUTER_ = ${place}; ${place} = RESULT_;`);
    em.cleanups.push(`${place} = OUTER_;`);
  }
  const start = em.capture(() => {});
  em.parts.block.nodes.push(start);
  guardRecursion(em, procedure);
  for (const d of dummies) declareAuxiliaries(em, d);
  declareSizedResults(em, all);
  declareLocals(em, em.scope);
  if (em.parts.usesIo) em.line('fio IO;');
  em.line(
    `switch (ENTRY_) { ${procedure.entries.map((e, i) => `case ${i + 1}: goto ENTRY_${e.name};`).join(' ')} default:; }`,
  );
  declareDummies(em, procedure, false);
  setUpResult(em, procedure);
  em.add(body);
  if (em.parts.exitUsed) em.line('EXIT_:;');
  const frame = printFrame(em);
  start.nodes.push(...frame.enter);
  for (const line of [...em.cleanups, ...frame.leave, 'return RETURN_;', '}']) em.line(line);
  em.printer.functions.push(em.lines());
  for (const [number, p] of all.entries()) printEntryWrapper(em, p, { name, number, dummies, procedure });
}

function isStructure(p: Procedure): boolean {
  const type = p.result && typeOf(p.result);
  return type?.base === 'derived' && !type.derived!.opaque;
}

function printEntryWrapper(
  em: Emitter,
  p: Procedure,
  master: { name: string; number: number; dummies: readonly Sym[]; procedure: Procedure },
): void {
  const name = innerName(p);
  em.printer.prototype(`definition ${name}`, `${linkage(p)}${prototypeText(p, name)};`);
  const own = p.dummies.filter((d): d is Sym => d !== undefined);
  const mode = resultMode(p);
  const out: string[] = [
    `${linkage(p)}${resultTypeText(p)} ${name}(${parameterList(em, p, own).join(', ') || 'void'}) {`,
  ];
  if (mode === 'descriptor' && shapeKindOf(p.result!) !== 'deferred' && !isSizedByEntry(p))
    out.push(...resultDescriptor(p.result!));
  const values = master.dummies.map((d) => (own.includes(d) ? parameterName(em, d) : '0'));
  const lengths = master.dummies
    .filter((d) => hasHiddenLength(master.procedure, d))
    .map((d) => {
      if (!own.includes(d)) return '0';
      // C does not pass lengths, so characters have their declared length.
      if (!hasHiddenLength(p, d)) return String(constantLength(typeOf(d)) ?? 1);
      return lengthName(em, d);
    });
  const held = mode === 'value' || mode === 'pointer';
  const result = [
    held ? '&VALUE_' : mode === 'none' ? '0' : 'RESULT_',
    mode === 'characters' ? 'RESULT_N' : '0',
  ];
  const call = `${master.name}(${[String(master.number), ...result, ...values, ...lengths].join(', ')})`;
  const value = `${resultTypeText(p)} VALUE_${isStructure(p) && mode === 'value' ? '' : ' = 0'}`;
  out.push(
    held ? `${value}; ${call}; return VALUE_; }` : p.alternateReturns ? `return ${call}; }` : `${call}; }`,
  );
  em.printer.functions.push(out);
  printDoor(em, p);
}

// Memory for an array of constant shape that the function and its entries fill.
function resultDescriptor(result: Sym): string[] {
  const type = typeOf(result);
  const bytes = type.base === 'character' ? String(constantLength(type)) : `(int32_t)sizeof(${cType(type)})`;
  const dims = dimensionsOf(result)!;
  const shape = constantShape(dims)!;
  const lines = [
    `RESULT_->base = f_new(${sizeProduct(bytes, String(shape.reduce((a, b) => a * b, 1)))}); RESULT_->elem = ${bytes}; RESULT_->rank = ${shape.length}; RESULT_->type = ${typeTable(type, '')};`,
  ];
  let stride = bytes;
  shape.forEach((n, i) => {
    lines.push(
      `RESULT_->dim[${i}].lb = ${maybeInteger(dims[i]!.low)}; RESULT_->dim[${i}].ext = ${n}; RESULT_->dim[${i}].stride = ${stride};`,
    );
    stride = multiply(stride, String(n));
  });
  return lines;
}
