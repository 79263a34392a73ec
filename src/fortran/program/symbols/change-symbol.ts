// Functions that change names. All other files only read names, and the printing phases do not import these functions.
import type {
  GenericMeaning,
  Meaning,
  Noted,
  ProcedureMeaning,
  Resolved,
  Scope,
  SharedStorage,
  Sym,
} from './semantics.ts';
import type { Written } from './written.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

function open(symbol: Sym): Open<Sym> {
  return symbol;
}

/** Sets the meaning of a name. */
export function become(symbol: Sym, meaning: Meaning): void {
  open(symbol).meaning = meaning;
}

/** Turns a name without a meaning into a variable. */
export function becomeVariable(symbol: Sym): void {
  if (symbol.k === 'unknown') become(symbol, { k: 'variable' });
}

/** Turns a name into a procedure, or extends a procedure's meaning. */
export function becomeProcedure(symbol: Sym, more: Omit<ProcedureMeaning, 'k'>): void {
  const known = symbol.meaning.k === 'procedure' ? symbol.meaning : undefined;
  become(symbol, { ...known, ...more, k: 'procedure' });
}

/** Turns a name into a generic name, or adds procedures to a generic name. */
export function becomeGeneric(symbol: Sym, more: Partial<GenericMeaning>): void {
  const known = symbol.meaning.k === 'generic' ? symbol.meaning : NO_PROCEDURES;
  become(symbol, { ...known, ...more });
}

const NO_PROCEDURES: GenericMeaning = { k: 'generic', specifics: [], places: new Map() };

/** Turns a name into an argument of its scope's procedure. */
export function becomeDummy(symbol: Sym): void {
  open(symbol).dummy = true;
}

/** Records that the argument belongs only to an ENTRY. */
export function becomeDummyOfEntry(symbol: Sym): void {
  open(symbol).dummyOfEntry = true;
}

/** Turns a name into the result variable of a function. */
export function becomeResult(symbol: Sym): void {
  open(symbol).result = true;
  become(symbol, { k: 'variable' });
}

/** Adds attributes to a name. */
export function addWords(symbol: Sym, words: Iterable<string>): void {
  open(symbol).words = new Set([...symbol.words, ...words]);
}

/** Sets a name's permitted uses, its accessibility and its C name. */
export function setAttributes(
  symbol: Sym,
  { intent = symbol.intent, access = symbol.access, bindName = symbol.bindName }: Partial<NamedAttributes>,
): void {
  const opened = open(symbol);
  opened.intent = intent;
  opened.access = access;
  opened.bindName = bindName;
}

type NamedAttributes = Pick<Sym, 'intent' | 'access' | 'bindName'>;

/** Records that a statement uses a name. */
export function note(symbol: Sym, what: keyof Noted): void {
  if (!symbol.noted[what]) open(symbol).noted = { ...symbol.noted, [what]: true };
}

/** Moves a name from the interface to the scope of a body whose heading does not repeat the arguments. */
export function moveTo(symbol: Sym, scope: Scope): void {
  open(symbol).scope = scope;
}

/** Adds to the attributes that were written for a name. */
export function setWritten(symbol: Sym, more: Partial<Written>): void {
  open(symbol).written = { ...symbol.written, ...more };
}

/** Stores resolved results for a name. */
export function setResolved(symbol: Sym, more: Partial<Resolved>): void {
  open(symbol).resolved = { ...symbol.resolved, ...more };
}

/** Sets where a variable is stored. */
export function setStorage(symbol: Sym, more: SharedStorage): void {
  open(symbol).storage = { ...symbol.storage, ...more };
}
