// Visiting the statements of a body.
import type { Statement } from './syntax-tree.ts';

/** Visits statements and those inside them. */
export function walkStatements(statements: readonly Statement[], visit: (s: Statement) => void): void {
  for (const s of statements) {
    visit(s);
    if ('body' in s && Array.isArray(s.body)) walkStatements(s.body, visit);
    if (s.k === 'if' || s.k === 'where') for (const b of s.branches) walkStatements(b.body, visit);
    if (s.k === 'select-case' || s.k === 'select-type' || s.k === 'select-rank')
      for (const c of s.cases) walkStatements(c.body, visit);
  }
}
