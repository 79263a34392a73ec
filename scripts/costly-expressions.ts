// Finds regular expressions in a source that can take more than linear time. The checker is scslre, the engine of
// eslint-plugin-regexp; it reports polynomial and exponential backtracking, including in searches that restart at each
// character (`/\s+$/`: use trimEnd, or `(?<!\s)\s+$`).
import { analyse } from 'scslre';
import { parseSync } from 'vite';

/** A regular expression that is costly, or that is built from strings and therefore unknown. */
export interface CostlyExpression {
  readonly line: number;
  readonly problem: string;
  readonly isMade: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
}

/** @param file name of the file, whose suffix determines the language */
export function findCostlyExpressions(text: string, file: string): CostlyExpression[] {
  if (!text.includes('/') && !text.includes('RegExp')) return [];
  const found: CostlyExpression[] = [];
  visit(parseSync(file, text).program, (node) => {
    const problem = maybeProblem(node);
    if (problem) found.push({ line: text.slice(0, node.start).split('\n').length, ...problem });
  });
  return found;
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) look(node as Node);
  for (const inner of Object.values(node)) visit(inner, look);
}

function maybeProblem(node: Node): { readonly problem: string; readonly isMade: boolean } | undefined {
  const { type, regex, callee, arguments: given } = node;
  if (type === 'Literal' && regex) return maybeCost(regex.pattern, regex.flags);
  const isCall = (type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp';
  if (!isCall) return undefined;
  const [pattern, flags] = given ?? [];
  if (typeof pattern?.value === 'string') return maybeCost(pattern.value, String(flags?.value ?? ''));
  const problem =
    'builds an expression from text: explain in scripts/check-expressions.ts why it takes linear time.';
  return { problem, isMade: true };
}

function maybeCost(
  source: string,
  flags: string,
): { readonly problem: string; readonly isMade: boolean } | undefined {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports;
  if (report === undefined) return undefined;
  const cost = report.exponential ? 'exponential' : 'more than linear';
  const problem = `/${source}/ can take ${cost} time at ${report.character.literal.source}.`;
  return { problem, isMade: false };
}
