// Defined input and output: the C function that passes a value of a derived type to the program's procedure that reads
// or writes it. The procedure contains I/O statements of its own, and wasm/fortran/io-defined.c handles their effect on
// the record of the parent statement.

import { maybeDefinedTransfer } from '../../analysis/expressions/generic.ts';
import type { Layout } from '../../program/c/c-arrays.ts';
import { layoutNode, objectNode } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { INTEGER } from '../../program/constants/constants.ts';
import type { Type, Typed } from '../../program/symbols/semantics.ts';
import type { Transfer } from '../../program/walking/typed-io.ts';
import { Emitter } from '../writer/emitter.ts';
import { callSubroutine } from '../writer/expressions.ts';

const TEXT: Type = { base: 'character', kind: 1, length: '*' };

// DTV, UNIT, IOTYPE, V_LIST, IOSTAT, IOMSG; IOTYPE and V_LIST are present only if the transfer is formatted.
function operandsOf(value: Typed, formatted: boolean): Typed[] {
  const { at } = value;
  const dims = [{ low: '1', extent: 'D.number_count', stride: '4' }];
  const pointer = '(char *)D.numbers';
  const numbers: Layout = { type: INTEGER, pointer, unit: 'byte', dims, length: '1', contiguous: true };
  const kind = [objectNode({ at, type: TEXT }, 'D.kind.p', 'D.kind.len'), layoutNode(numbers, at)];
  return [
    objectNode(value, `(*(${cType(value.type)} *)p)`),
    objectNode({ at, type: INTEGER }, 'D.unit'),
    ...(formatted ? kind : []),
    objectNode({ at, type: INTEGER }, 'D.status'),
    objectNode({ at, type: TEXT }, 'D.message', '(int32_t)sizeof D.message'),
  ];
}

/**
 * The name of the C function `(fio *, void *)` for a value of a derived type, if the program has a procedure that
 * transfers it.
 */
export function maybeTransferFunction(em: Emitter, value: Typed, to: Transfer): string | undefined {
  // An abstract parent cannot have a procedure that reads or writes only the parent part.
  if (to.form === 'measured' || (value.type.base === 'derived' && value.type.derived!.abstract))
    return undefined;
  const name = `${to.reading ? 'read' : 'write'}(${to.form})`;
  const inner = new Emitter(em.printer, em.scope);
  const operands = operandsOf(value, to.form === 'formatted');
  const call = maybeDefinedTransfer(em.scope, name, operands, value.at);
  if (call?.k !== 'call') return undefined;
  const type = value.type.derived!;
  const key = `${name} ${call.target.k} ${call.target.procedure.cName} ${type.cName}`;
  const known = em.printer.wrappers.get(key);
  if (known !== undefined) return known;
  const wrapper = em.printer.fresh('DEFINED');
  em.printer.wrappers.set(key, wrapper);
  callSubroutine(inner, call);
  em.printer.prototypes.push(`static void ${wrapper}(fio *, void *);`);
  em.printer.functions.push([
    `static void ${wrapper}(fio *io, void *p) {`,
    'fdefined D = {0};',
    'f_defined_begin(io, &D);',
    ...inner.lines(),
    'f_defined_end(io, &D);',
    '}',
  ]);
  return wrapper;
}
