// What changes a name. Everything else reads it only, and all that prints does not even know these functions.
import type { GenericMeaning, Meaning, ProcedureMeaning, Resolved, SharedStorage, Sym } from './semantics.ts';
import type { Written } from './written.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

function open(symbol: Sym): Open<Sym> {
  return symbol;
}

/** Gives a name its meaning, whatever it was before. */
export function become(symbol: Sym, meaning: Meaning): void {
  open(symbol).meaning = meaning;
}

/** Makes a name that is nothing else yet a variable. */
export function becomeVariable(symbol: Sym): void {
  if (symbol.k === 'unknown') become(symbol, { k: 'variable' });
}

/** Makes a name a procedure, or gives one that is more of its meaning. */
export function becomeProcedure(symbol: Sym, more: Omit<ProcedureMeaning, 'k'>): void {
  const known = symbol.meaning.k === 'procedure' ? symbol.meaning : undefined;
  become(symbol, { ...known, ...more, k: 'procedure' });
}

/** Makes a name a generic one, or gives one that is more procedures. */
export function becomeGeneric(symbol: Sym, more: Partial<GenericMeaning>): void {
  const known = symbol.meaning.k === 'generic' ? symbol.meaning : NO_PROCEDURES;
  become(symbol, { ...known, ...more });
}

const NO_PROCEDURES: GenericMeaning = { k: 'generic', specifics: [], places: new Map() };

/** Adds to what the text says of a name. */
export function setWritten(symbol: Sym, more: Partial<Written>): void {
  open(symbol).written = { ...symbol.written, ...more };
}

/** Keeps what has been found of a name. */
export function setResolved(symbol: Sym, more: Partial<Resolved>): void {
  open(symbol).resolved = { ...symbol.resolved, ...more };
}

/** Says where a variable lies. */
export function setStorage(symbol: Sym, more: SharedStorage): void {
  open(symbol).storage = { ...symbol.storage, ...more };
}
