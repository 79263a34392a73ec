// What changes a name. Everything else reads it only, and all that prints does not even know these functions.
import type { Resolved, SharedStorage, Sym } from './semantics.ts';
import type { Written } from './written.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

function open(symbol: Sym): Open<Sym> {
  return symbol;
}

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
