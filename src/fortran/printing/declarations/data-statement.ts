// DATA statements as C code that runs once, before the program unit.

import { layoutValue } from '../../program/c/c-arrays.ts';
import { ofCharacters } from '../../program/c/c-text.ts';
import { needsInit } from '../../program/symbols/needs-copy.ts';
import type { Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import type { DataStore, TypedData } from '../../program/walking/typed-statements.ts';
import { assign, assignScalar } from '../assign/assign.ts';
import { assignPointer } from '../assign/pointer.ts';
import { characterPlace } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import type { Emitter } from '../writer/emitter.ts';
import { initialiseStructures, printEquivalences, startup } from './data.ts';

export function printStorage(em: Emitter, scope: Scope, data: readonly TypedData[]): void {
  printEquivalences(em, scope);
  printData(em, scope, data);
}

function printData(em: Emitter, scope: Scope, data: readonly TypedData[]): void {
  for (const { structures, stores } of data) {
    for (const symbol of structures) initialiseBefore(em, scope, symbol);
    const print = (init: Emitter): void => {
      for (const one of stores) printStore(init, one);
    };
    // The components of a type are given their initial values first.
    startup(em, scope, print, em.printer.dataInitialisers);
  }
}

// DATA values for individual components follow the initial values of the other components.
function initialiseBefore(em: Emitter, scope: Scope, symbol: Sym): void {
  const { begun } = em.printer;
  if (begun.has(symbol) || !needsInit(symbol.resolved.type!.derived!)) return;
  begun.add(symbol);
  startup(em, scope, (init) => initialiseStructures(init, symbol));
}

function printStore(em: Emitter, one: DataStore): void {
  switch (one.k) {
    case 'scalar':
      storeDatum(em, one.target, one.value);
      break;
    case 'pointer':
      assignPointer(em, one.target, one.value);
      break;
    case 'whole':
      assign(em, one.target, one.value);
      break;
    case 'elements': {
      const layout = layoutValue(layoutOf(em, one.target));
      for (const [n, value] of one.values.entries()) storeDatum(em, layout.at(unravel(n, one.shape)), value);
    }
  }
}

function storeDatum(em: Emitter, target: Typed, value: Typed): void {
  if (target.k === 'substring') blankOnce(em, target.base);
  em.inBraces('', () => assignScalar(em, target, value));
}

// Fills a character variable with blanks once, because DATA may set only part of it.
function blankOnce(em: Emitter, e: Typed): void {
  if (e.k !== 'variable' || e.rank > 0 || em.printer.blanked.has(e.sym)) return;
  em.printer.blanked.add(e.sym);
  const place = characterPlace(em, e);
  em.line(`${ofCharacters('f_assign', e.type)}(${place.p}, ${place.n}, "", 0);`);
}

function unravel(n: number, shape: readonly number[]): string[] {
  let rest = n;
  return shape.map((size) => {
    const i = rest % size;
    rest = Math.floor(rest / size);
    return String(i);
  });
}
