// Prepares a scope before its statements are analysed: statement functions, formats, COMMON, EQUIVALENCE, DATA, labels
// used by ASSIGN, and names that occur only in the body.

import { become } from '../../program/symbols/change-symbol.ts';
import { declare, lookup, maybeImplicitTypeSpec } from '../../program/symbols/names.ts';
import type { Scope, Sym } from '../../program/symbols/semantics.ts';
import type { TypedData } from '../../program/walking/typed-statements.ts';
import { FortranError } from '../../source/diagnostics.ts';
import type { Expression, SpecificationStatement, Statement } from '../../syntax/tree/syntax-tree.ts';
import { walkStatements } from '../../syntax/tree/walk-statements.ts';
import { analyseData, markData } from './data.ts';
import { layOutStorage } from './lay-out-storage.ts';

export interface PreparedScope {
  /** The statements other than statement functions and DATA. */
  readonly statements: readonly Statement[];
  readonly formats: Map<number, string>;
  /** Labels that ASSIGN stores in variables. */
  readonly assignedLabels: Set<number>;
  readonly data: readonly TypedData[];
}

/** Prepares a scope for the analysis of its statements. */
export function prepareScope(
  scope: Scope,
  specifications: readonly SpecificationStatement[],
  body: readonly Statement[],
): PreparedScope {
  const rest = takeStatementFunctions(scope, body);
  const formats = new Map<number, string>();
  const assignedLabels = new Set<number>();
  const note = (s: Statement): void => {
    if (s.k === 'format' && s.label !== undefined) formats.set(s.label, s.text);
    else if (s.k === 'format') scope.program.diagnostics.error(s.at, 'FORMAT needs a label.');
    if (s.k === 'assign-label') assignedLabels.add(s.to);
    if (s.k === 'block') s.specifications.forEach(note);
  };
  specifications.forEach(note);
  walkStatements(rest, note);
  const datas = [...specifications];
  walkStatements(rest, (s) => {
    if (s.k === 'data') datas.push(s);
  });
  markData(scope, datas);
  layOutStorage(scope, specifications);
  const data = analyseData(scope, datas);
  return { statements: rest.filter((s) => s.k !== 'data'), formats, assignedLabels, data };
}

function takeStatementFunctions(scope: Scope, body: readonly Statement[]): Statement[] {
  let i = 0;
  const kept: Statement[] = [];
  for (; i < body.length; i++) {
    const s = body[i]!;
    if (s.k === 'format' || s.k === 'data' || s.k === 'entry') {
      kept.push(s);
      continue;
    }
    if (s.k !== 'assignment' || !declareStatementFunction(scope, s)) break;
  }
  return [...kept, ...body.slice(i)];
}

function declareStatementFunction(scope: Scope, s: Extract<Statement, { k: 'assignment' }>): boolean {
  if (s.target.k !== 'ref' || s.target.parts.length !== 1) return false;
  const part = s.target.parts[0]!;
  if (part.lists.length !== 1) return false;
  const known = lookup(scope, part.name);
  if (known && (known.written.dimensions || known.scope !== scope || known.result)) return false;
  if (known && known.k !== 'unknown' && known.k !== 'intrinsic') return false;
  if (known?.written.type?.k === 'character' && part.lists[0]![0]?.range) return false;
  const names = part.lists[0]!.map((a) =>
    a.value?.k === 'ref' && a.value.parts.length === 1 && a.value.parts[0]!.lists.length === 0
      ? a.value.parts[0]!.name
      : undefined,
  );
  if (names.some((n) => n === undefined) || s.label !== undefined) return false;
  const symbol = declare(scope, part.name, part.at);
  const parameters = names as string[];
  become(symbol, { k: 'statement-function', parameters, body: s.value });
  checkStatementFunction(scope, symbol, parameters, part.at);
  return true;
}

function checkStatementFunction(scope: Scope, symbol: Sym, parameters: readonly string[], at: number): void {
  const { name } = symbol;
  const report = (message: string): void => scope.program.diagnostics.error(at, message);
  if (symbol.dummy) report(`"${name}" is a dummy argument and cannot be a statement function.`);
  for (const parameter of parameters) {
    const outer = scope.symbols.get(parameter);
    if (parameter === name)
      report(`"${name}" cannot be an argument of the statement function with the same name.`);
    else if (outer?.written.dimensions)
      report(`"${parameter}" is an array and cannot be an argument of a statement function.`);
  }
}

/** Declares names that a host uses in its body without declaring them, so that its internal procedures share them. */
export function declareImplicitNames(scope: Scope, body: readonly Statement[]): void {
  const mention = (name: string, at: number, called: boolean): void => {
    if (name === '' || called || lookup(scope, name)) return;
    if (maybeImplicitTypeSpec(scope, name)) become(declare(scope, name, at), { k: 'variable' });
  };
  const visitAny = (value: unknown): void => {
    if (Array.isArray(value)) for (const v of value) visitAny(v);
    else if (value && typeof value === 'object') {
      const node = value as Expression & { variable?: string };
      if (node.k === 'ref') {
        const first = node.parts[0]!;
        mention(first.name, node.at, first.lists.length > 0);
      } else if (typeof node.variable === 'string') mention(node.variable, node.at, false);
      for (const [key, v] of Object.entries(value))
        if (key !== 'specifications' && typeof v === 'object') visitAny(v);
    }
  };
  for (const s of body) {
    if (s.k === 'call') {
      for (const part of s.target.parts) visitAny(part.lists);
    } else visitAny(s);
  }
}

/** Reports missing and duplicate labels. */
export function checkLabels({ program }: Scope, body: readonly Statement[]): void {
  const defined = new Set<number>();
  const all = new Map<number, number>();
  const wanted: [label: number, at: number, mayBeFormat?: boolean][] = [];
  walkStatements(body, (s) => {
    // One statement may end several loops.
    if (s.label !== undefined && (all.get(s.label) ?? s.at) !== s.at)
      program.diagnostics.error(s.at, `The label ${s.label} is defined twice in this program unit.`);
    if (s.label !== undefined) all.set(s.label, s.at);
    if (s.label !== undefined && s.k !== 'format') defined.add(s.label);
    if (s.k === 'goto') wanted.push([s.to, s.at]);
    if (s.k === 'assign-label') wanted.push([s.to, s.at, true]);
    if (s.k === 'call')
      for (const { label } of s.target.parts.flatMap((part) => part.lists.flat()))
        if (label !== undefined) wanted.push([label, s.at]);
    if (s.k === 'computed-goto' || s.k === 'arithmetic-if') for (const l of s.labels) wanted.push([l, s.at]);
    if (s.k === 'io') {
      for (const c of s.controls) {
        if (['err', 'end', 'eor'].includes(c.keyword ?? '') && c.value.k === 'int')
          wanted.push([Number(c.value.text), s.at]);
      }
    }
  });
  for (const [label, at, mayBeFormat] of wanted) {
    if (!defined.has(label) && !(mayBeFormat && all.has(label)))
      program.diagnostics.report(
        new FortranError(at, `The label ${label} is not defined in this program unit.`),
      );
  }
}
