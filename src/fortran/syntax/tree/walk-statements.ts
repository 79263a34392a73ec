// Visits the statements in a body and the references in a part of the tree.
import type { Reference, Statement } from './syntax-tree.ts';

export function walkStatements(statements: readonly Statement[], visit: (s: Statement) => void): void {
  for (const s of statements) {
    visit(s);
    if ('body' in s && Array.isArray(s.body)) walkStatements(s.body, visit);
    if (s.k === 'if' || s.k === 'where') for (const b of s.branches) walkStatements(b.body, visit);
    if (s.k === 'select-case' || s.k === 'select-type' || s.k === 'select-rank')
      for (const c of s.cases) walkStatements(c.body, visit);
  }
}

/** True if a reference in a part of the tree passes a test. */
export function someReference(node: unknown, test: (reference: Reference) => boolean): boolean {
  if (Array.isArray(node)) return node.some((inner) => someReference(inner, test));
  if (!node || typeof node !== 'object' || node instanceof Set) return false;
  if ('k' in node && node.k === 'ref' && 'parts' in node && test(node as Reference)) return true;
  return Object.values(node).some((inner) => someReference(inner, test));
}

/** True if a name occurs in a part of the tree. */
export function mentions(node: unknown, name: string): boolean {
  return someReference(node, ({ parts }) => parts[0]!.name === name);
}
