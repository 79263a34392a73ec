// The table of a program's floating-point variables. The debug information of the generated C cannot describe them; see
// ../writer/variables.ts.

import { travelsByValue } from '../../analysis/calls/pass-mode.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import { dimensionsOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Component, DerivedType, Dimension, Sym, Type } from '../../program/symbols/semantics.ts';
import { lineOf } from '../../source/diagnostics.ts';
import type { Emitter, Printer } from '../writer/emitter.ts';
import { fieldName } from '../writer/type-parts.ts';
import type { FortranMember, FortranPart, FortranVariable } from '../writer/variables.ts';
import { groupName } from './storage.ts';

/** Records a variable for the table. */
export function noteVariable(em: Emitter, symbol: Sym): void {
  if (!em.program.options.listVariables) return;
  const { procedure } = em;
  const ofProcedure = procedure && `${procedure.cName}${procedure.entries.length > 0 ? 'ENTRIES' : ''}`;
  em.printer.variables.push({ symbol, cFunction: ofProcedure ?? (em.isMain ? 'MAIN_' : '') });
}

/** All floating-point variables that have been printed, in the order in which the C declares them. */
export function listVariables(printer: Printer): FortranVariable[] {
  return printer.variables.flatMap(({ symbol, cFunction }): FortranVariable[] => {
    if (symbol.k !== 'variable') return [];
    const type = typeOf(symbol);
    const part = maybePart(type, dimensionsOf(symbol));
    if (!part) return [];
    const host = symbol.scope.host;
    const shared = symbol.storage.equivalence ?? symbol.storage.common;
    const refusal = maybeRefusal(symbol, type, part);
    return [
      {
        ...part,
        name: symbol.name,
        file: printer.program.diagnostics.fileNameAt(symbol.at),
        // A name may occur before its declaration: in a heading or in COMMON.
        line: lineOf(Math.max(symbol.at, symbol.written.type?.at ?? 0)),
        procedure: host.k === 'module' ? '' : host.name || 'main',
        cName: storageName(printer, symbol),
        cFunction,
        shared: shared && { offset: shared.offset, sizeBytes: type.kind },
        refusal,
      },
    ];
  });
}

function storageName(printer: Printer, symbol: Sym): string {
  const { equivalence, common } = symbol.storage;
  if (equivalence) return groupName(printer, equivalence.group);
  return common ? printer.program.commons.get(common.block)!.cName : (printer.names.get(symbol) ?? '');
}

const AT_RUN_TIME = 'its address is known only at run time';

function maybeRefusal(symbol: Sym, type: Type, part: FortranPart): string | undefined {
  if (symbol.dummy && !(travelsByValue(symbol) && !symbol.written.dimensions))
    return 'it is a dummy argument: trace the actual argument where it is declared';
  if (symbol.pointer) return 'it is a pointer: trace its target';
  if (symbol.allocatable) return `it is allocatable: ${AT_RUN_TIME}`;
  if (type.base === 'class') return `it is polymorphic: ${AT_RUN_TIME}`;
  if (part.bounds?.length === 0) return `its bounds are not constant: ${AT_RUN_TIME}`;
  if (symbol.result && part.bounds) return 'it is an array-valued function result';
  if (part.members && (symbol.storage.common || symbol.storage.equivalence))
    return 'it is a structure in COMMON or EQUIVALENCE';
  return undefined;
}

/** The floating-point part of an object that is declared with a type; undefined if there is none. */
function maybePart(type: Type, dims: readonly Dimension[] | undefined): FortranPart | undefined {
  const bounds = dims && { bounds: constantBounds(dims) ?? [] };
  if (type.base === 'real' || type.base === 'complex')
    return { type: `${type.base}(${type.kind})`, ...bounds };
  if ((type.base !== 'derived' && type.base !== 'class') || !type.derived || type.derived.opaque)
    return undefined;
  const members = listMembers(type.derived);
  return members.length > 0 ? { type: `type(${type.derived.name})`, ...bounds, members } : undefined;
}

// Components stored in other memory are omitted; otherwise the listing of a self-referential type would never end.
function listMembers(type: DerivedType): FortranMember[] {
  return type.components.flatMap((component: Component): FortranMember[] => {
    if (component.allocatable || component.pointer || component.procedure) return [];
    const part = maybePart(component.type, component.dims);
    if (!part) return [];
    const parent = component.parentComponent ? { isParent: true } : {};
    return [{ ...part, name: component.name, cName: fieldName(component), ...parent }];
  });
}

function constantBounds(dims: readonly Dimension[]): [number, number][] | undefined {
  const bounds: [number, number][] = [];
  for (const { low, high } of dims) {
    const [first, last] = [maybeInteger(low), maybeInteger(high)];
    if (first === undefined || last === undefined) return undefined;
    bounds.push([first, last]);
  }
  return bounds;
}
