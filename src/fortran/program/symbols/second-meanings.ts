// Names that are declared first as one kind of entity and then as another.
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Sym, SymbolKind } from './semantics.ts';

const WORDS: Readonly<Record<SymbolKind, string>> = {
  unknown: 'unknown',
  variable: 'a variable',
  constant: 'a constant',
  procedure: 'a procedure',
  generic: 'a generic name',
  type: 'a derived type',
  namelist: 'a namelist',
  'statement-function': 'a statement function',
  intrinsic: 'an intrinsic procedure',
};

/** The kinds of names that a declaration may turn into the given kind. */
const BEFORE = {
  constant: ['unknown', 'variable', 'constant'],
  namelist: ['unknown', 'namelist'],
  procedure: ['unknown', 'variable', 'procedure'],
  intrinsic: ['unknown', 'variable', 'intrinsic'],
} as const satisfies Partial<Record<SymbolKind, readonly SymbolKind[]>>;

/** Error message for declaring a name that already has another meaning. */
export function secondMeaningFault(
  symbol: Sym,
  at: Position,
  wanted: keyof typeof BEFORE,
): string | undefined {
  refuseDefined(symbol, at);
  const before: readonly SymbolKind[] = BEFORE[wanted];
  if (before.includes(symbol.k)) return undefined;
  return `"${symbol.name}" is already ${WORDS[symbol.k]} and cannot also be ${WORDS[wanted]}.`;
}

/** Throws if EXTERNAL names a procedure with an interface, because the interface already makes it external. */
export function refuseSecondExternal(symbol: Sym, at: Position): void {
  refuseDefined(symbol, at);
  if (symbol.procedure?.unit)
    refuse(at, `"${symbol.name}" already has an interface and cannot also be EXTERNAL.`);
}

/** Throws if a procedure is already declared by its definition after CONTAINS. */
export function refuseDefined({ name, procedure }: Sym, at: Position): void {
  if (procedure?.unit && (procedure.place === 'internal' || procedure.place === 'module'))
    refuse(at, `"${name}" is declared by the procedure after CONTAINS and cannot also be declared here.`);
}
