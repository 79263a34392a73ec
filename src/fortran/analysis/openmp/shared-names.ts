// Finds variables that no clause lists even though DEFAULT(NONE) requires a role for each, both in OpenMP and in DO
// CONCURRENT.

import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { lookup } from '../../program/symbols/names.ts';
import type { Scope, Sym } from '../../program/symbols/semantics.ts';
import type { Directive } from '../../syntax/tree/openmp-directives.ts';
import { itemsOf } from './clauses.ts';

/** Name of the first variable without a known role in a part of the syntax tree. */
export function firstUnknown(scope: Scope, node: unknown, known: ReadonlySet<string>): string | undefined {
  if (!node || typeof node !== 'object' || node instanceof Set) return undefined;
  if (Array.isArray(node)) {
    for (const one of node) {
      const found = firstUnknown(scope, one, known);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const inside = new Set([...known, ...namesMadeBy(node)]);
  if ('k' in node && node.k === 'ref' && 'parts' in node) {
    const { name, lists } = (node.parts as { name: string; lists: unknown[] }[])[0]!;
    const isCall = lists.length > 0 && lookup(scope, name)?.written.dimensions === undefined;
    if (!isCall && !inside.has(name) && isShareable(scope, name)) return name;
  }
  if ('directive' in node) {
    const names = (node.directive as Directive).clauses.flatMap(
      (c) => (c.name === 'private' ? '' : c.text)?.match(/(?<![%\w])[a-z]\w*/g) ?? [],
    );
    const missing = names.find((name) => !inside.has(name) && isShareable(scope, name));
    if (missing !== undefined) return missing;
  }
  for (const one of Object.values(node)) {
    const found = firstUnknown(scope, one, inside);
    if (found !== undefined) return found;
  }
  return undefined;
}

// The variables of loops and constructs, and the private variables of nested regions.
function namesMadeBy(node: object): string[] {
  const { k, loop, loops, items, directive, specifications } = node as {
    k?: string;
    loop?: { variable: string };
    loops?: { variable: string }[];
    items?: { name: string }[];
    directive?: Directive;
    specifications?: { entities?: { name: string }[] }[];
  };
  if (k === 'openmp')
    return directive!.clauses.filter((c) => /^(first)?private$/.test(c.name)).flatMap(itemsOf);
  if (k === 'associate') return items!.map((item) => item.name);
  if (k === 'block') return specifications!.flatMap((s) => s.entities?.map((e) => e.name) ?? []);
  return [...(loop ? [loop.variable] : []), ...(Array.isArray(loops) ? loops.map((l) => l.variable) : [])];
}

// A name that is declared but has not been used yet is still unknown: it may be the name of a function.
function isData(symbol: Sym | undefined): symbol is Sym {
  if (symbol?.k !== 'unknown') return symbol?.k === 'variable';
  const isProcedure = symbol.has('external') || symbol.has('intrinsic') || symbol.procedure !== undefined;
  return symbol.written.declared && !isProcedure;
}

function isShareable(scope: Scope, name: string): boolean {
  const symbol = lookup(scope, name);
  return (
    isData(symbol) &&
    !symbol.association &&
    !symbol.storage.cray &&
    !symbol.has('threadprivate') &&
    !(symbol.dummy && shapeKindOf(symbol) === 'assumed-size')
  );
}
