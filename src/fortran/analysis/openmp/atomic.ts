// Rules for the contents of OpenMP's ATOMIC and WORKSHARE regions (OpenMP 5.1, 2.19.7 and 2.10.3).
import { lookup } from '../../program/symbols/names.ts';
import type { Scope } from '../../program/symbols/semantics.ts';
import { refuse, throwFault } from '../../source/diagnostics.ts';
import type { Expression, Statement } from '../../syntax/tree/syntax-tree.ts';
import { mentions, someReference } from '../../syntax/tree/walk-statements.ts';
import { analyse } from '../expressions/expression.ts';
import type { Directed } from './nesting.ts';

type Assignment = Extract<Statement, { k: 'assignment' }>;

const OPERATORS = new Set(['+', '-', '*', '/', '.and.', '.or.', '.eqv.', '.neqv.']);
const INTRINSICS = new Set(['max', 'min', 'iand', 'ior', 'ieor']);

/** Throws if the statements cannot be executed atomically. */
export function checkAtomic(scope: Scope, s: Directed): void {
  if (s.k !== 'openmp' || s.directive.name !== 'atomic') return;
  const has = (name: string): boolean => s.directive.clauses.some((c) => c.name === name);
  const forms = ['read', 'write', 'update'].filter(has);
  const exclusive = [...forms, ...['capture', 'compare'].filter(has)];
  if (forms.length > 1 || (exclusive.length > 1 && (has('read') || has('write'))))
    refuse(s.at, `${exclusive.join(' and ').toUpperCase()} are mutually exclusive on ATOMIC.`);
  for (const name of ['weak', 'fail'])
    if (has(name) && !has('compare')) refuse(s.at, `${name.toUpperCase()} of ATOMIC needs COMPARE.`);
  const assignments = s.body.filter((one) => one.k === 'assignment');
  if (!has('compare') && (assignments.length !== s.body.length || assignments.length === 0))
    refuse(s.body[0]?.at ?? s.at, 'Expected an assignment after ATOMIC.');
  for (const one of assignments) checkScalars(scope, one);
  const [first] = assignments;
  if (!first || has('compare') || has('write')) return;
  if (has('read')) checkRead(first);
  else if (has('capture')) throwFault(s.at, captureFault(assignments));
  else checkUpdate(first);
}

function checkScalars(scope: Scope, { target, at }: Assignment): void {
  const { rank, type } = analyse(scope, target);
  if (rank > 0 || type.base === 'derived' || type.base === 'character')
    refuse(at, 'ATOMIC needs a scalar variable of an arithmetic or logical type.');
}

function checkRead({ value, at }: Assignment): void {
  if (value.k !== 'ref') refuse(at, 'ATOMIC READ needs the form v = x.');
}

function captureFault(assignments: readonly Assignment[]): string | undefined {
  const reads = assignments.filter((one) => one.value.k === 'ref' && textOf(one.value) !== undefined);
  if (assignments.length !== 2 || reads.length === 0)
    return 'ATOMIC CAPTURE needs two assignments: a change, and a copy of the changed variable.';
  return undefined;
}

function checkUpdate({ target, value, at }: Assignment): void {
  const changed = textOf(target);
  const isChanged = (e: Expression): boolean => changed !== undefined && textOf(e) === changed;
  if (value.k === 'binary' && OPERATORS.has(value.op)) {
    const operands = flatten(value, value.op);
    const found = operands.filter(isChanged).length;
    const others = operands.filter((e) => !isChanged(e));
    const name = target.k === 'ref' ? target.parts[0]?.name : undefined;
    if (found === 1 && name !== undefined && !others.some((e) => isScalarIn(e, name, target))) return;
  } else if (value.k === 'ref' && INTRINSICS.has(value.parts[0]!.name)) {
    const args = value.parts[0]!.lists[0] ?? [];
    if (args.filter((a) => a.value && isChanged(a.value)).length === 1) return;
  }
  refuse(
    at,
    'ATOMIC needs the form x = x op e, x = e op x or x = f(x, e), with x once on the right and a plain operator or function.',
  );
}

// The leftmost and rightmost operands of a chain of the same operator.
function flatten(e: Expression, op: string): Expression[] {
  if (e.k !== 'binary' || precedenceOf(e.op) !== precedenceOf(op)) return [e];
  return [...flatten(e.left, op), e.right];
}

function precedenceOf(op: string): string {
  return op === '-' ? '+' : op === '/' ? '*' : op;
}

function isScalarIn(e: Expression, name: string, target: Expression): boolean {
  return target.k === 'ref' && target.parts.length === 1 && target.parts[0]!.lists.length === 0
    ? mentions(e, name)
    : false;
}

/** A designator as a string, for comparisons; undefined for any other expression. */
function textOf(e: Expression): string | undefined {
  if (e.k !== 'ref') return undefined;
  return JSON.stringify(e.parts, (key, value) => (key === 'at' ? undefined : value));
}

/** Throws if WORKSHARE cannot divide a statement among threads. */
export function checkWorkshare(scope: Scope, s: Directed): void {
  if (s.k !== 'openmp' || !s.directive.name.endsWith('workshare')) return;
  const [only] = s.body;
  for (const one of only?.k === 'block' ? only.body : s.body) {
    const isShared = ['assignment', 'where', 'forall', 'openmp', 'continue'].includes(one.k);
    if (!isShared && !(one.k === 'directive'))
      refuse(one.at, 'WORKSHARE can contain only assignments, WHERE, FORALL and regions.');
    if (one.k !== 'openmp') checkCalls(scope, one);
  }
}

function checkCalls(scope: Scope, statement: Statement): void {
  someReference(statement, ({ parts: [part] }) => {
    const procedure = lookup(scope, part!.name)?.procedure;
    if (procedure?.isFunction && !procedure.elemental && procedure !== scope.host.procedure)
      refuse(part!.at, `The function "${part!.name}" is not ELEMENTAL, so WORKSHARE cannot call it.`);
    return false;
  });
}
