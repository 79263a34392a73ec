// Warnings about the names in a scope, once all its statements have been analysed: unused variables and arguments,
// variables with an implicit type, and results that never receive a value.

import type { Scope, Sym } from '../program/symbols/semantics.ts';
import { isFixedFormName } from '../source/reader.ts';

/** Warns about the names of a program unit or procedure. */
export function warnAboutNames(scope: Scope): void {
  const inGroups = new Set<string>();
  for (const { meaning } of scope.symbols.values())
    if (meaning.k === 'namelist') for (const name of meaning.members) inGroups.add(name);
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope || inGroups.has(symbol.name)) continue;
    if (symbol.result) warnAboutResult(scope, symbol);
    else if (symbol.dummy) warnAboutDummy(scope, symbol);
    else warnAboutVariable(scope, symbol);
  }
}

function warn({ scope, at }: Sym, message: string, option: string): void {
  scope.program.diagnostics.warn(at, message, option);
}

function warnAboutResult(scope: Scope, symbol: Sym): void {
  if (symbol.noted.used || symbol.noted.assigned || scope.procedure?.entries.length) return;
  warn(symbol, `The function never sets its result, "${symbol.name}".`, '-Wreturn-type');
}

function warnAboutDummy(scope: Scope, symbol: Sym): void {
  if (symbol.noted.used || symbol.noted.assigned || !scope.unit?.body.length) return;
  warn(symbol, `The dummy argument "${symbol.name}" is never used.`, '-Wunused-dummy-argument');
}

function warnAboutVariable(scope: Scope, symbol: Sym): void {
  const { diagnostics } = scope.program;
  const isVariable = symbol.k === 'variable' || symbol.k === 'unknown';
  if (!isVariable || symbol.storage.common || symbol.storage.equivalence || symbol.association) return;
  if (!symbol.written.declared) {
    if (symbol.noted.used && symbol.resolved.type && !isFixedFormName(diagnostics.fileNameAt(symbol.at)))
      warn(
        symbol,
        `"${symbol.name}" is not declared: its first letter makes it ${describeImplicit(symbol)}.`,
        '-Wimplicit-variable',
      );
    return;
  }
  if (symbol.noted.used || symbol.noted.assigned || scope.k === 'module' || symbol.written.data) return;
  warn(symbol, `The variable "${symbol.name}" is declared but never used.`, '-Wunused-variable');
}

function describeImplicit(symbol: Sym): string {
  const { base, kind } = symbol.resolved.type!;
  return `${base.toUpperCase()}(${kind})`;
}
