// Generic names: named interface blocks, and types of the same name.

import { type Position, refuse } from '../../source/diagnostics.ts';
import { setAttributes } from '../symbols/change-symbol.ts';
import { declareOwn, nearest } from '../symbols/names.ts';
import { type Scope, Sym, type SymbolKind } from '../symbols/semantics.ts';

/** Kinds of symbols that may share their name with a generic. */
const GATHERED: ReadonlySet<SymbolKind> = new Set(['generic', 'procedure', 'type', 'intrinsic']);

/** The generic of this name in this scope. A generic from USE is copied, so that procedures can be added to it. */
export function declareGeneric(scope: Scope, name: string, at: Position): Sym {
  const known = scope.symbols.get(name);
  if (known?.k === 'generic' && known.scope === scope) return known;
  if (known && !GATHERED.has(known.k)) {
    declareOwn(scope, name, at);
    if (known.k !== 'unknown' || known.written.declared)
      refuse(at, `"${name}" is already declared and cannot also be a generic name.`);
  }
  const host = scope.parent && scope.k !== 'interface' ? nearest(scope.parent, name) : undefined;
  const inherited = known ?? (host?.k === 'generic' ? host : undefined);
  const specifics = known?.k === 'procedure' ? [known] : inherited?.specifics;
  const generic = new Sym(name, scope, at, {
    k: 'generic',
    specifics: specifics ?? [],
    places: new Map(),
    derived: known?.derived,
  });
  if (known?.scope === scope) setAttributes(generic, { access: known.access });
  scope.symbols.set(name, generic);
  return generic;
}
