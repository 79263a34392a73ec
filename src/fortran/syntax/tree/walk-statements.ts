// Visits the statements in a body.
import type { Statement } from './syntax-tree.ts';

export function walkStatements(statements: readonly Statement[], visit: (s: Statement) => void): void {
  for (const s of statements) {
    visit(s);
    if ('body' in s && Array.isArray(s.body)) walkStatements(s.body, visit);
    if (s.k === 'if' || s.k === 'where') for (const b of s.branches) walkStatements(b.body, visit);
    if (s.k === 'select-case' || s.k === 'select-type' || s.k === 'select-rank')
      for (const c of s.cases) walkStatements(c.body, visit);
  }
}

/** True if a name occurs in a part of the tree. */
export function mentions(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some((inner) => mentions(inner, name));
  if (!node || typeof node !== 'object' || node instanceof Set) return false;
  const { k, parts } = node as { k?: string; parts?: { name: string }[] };
  if (k === 'ref' && parts?.[0]?.name === name) return true;
  return Object.values(node).some((inner) => mentions(inner, name));
}
