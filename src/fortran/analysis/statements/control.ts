// Statements that transfer control: conditions, loops and their variables, all forms of GOTO, STOP and RETURN.

import { describeType, maybeInteger } from '../../program/constants/constants.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { note } from '../../program/symbols/change-symbol.ts';
import { checkDefinable } from '../../program/symbols/definable.ts';
import { declare, lookup } from '../../program/symbols/names.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import type { LoopRange } from '../../program/walking/loop-range.ts';
import type { Construct, LoopHead, TypedOf } from '../../program/walking/typed-statements.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { Expression, LoopControl } from '../../syntax/tree/syntax-tree.ts';
import { stopCodeFault } from '../checks/later.ts';
import { requireBound } from '../checks/require-scalar.ts';
import { analyse, analyseName } from '../expressions/expression.ts';
import { inside, type Of, type Place } from './statement-place.ts';

export function analyseIf(place: Place, s: Of<'if'>): TypedOf<'if'> {
  const construct: Construct = { name: s.name, isLoop: false };
  const branches = s.branches.map(({ at, condition, body }) => ({
    at,
    condition: condition && analyseCondition(place.scope, condition),
    body: place.analyseBody(inside(place, construct), body),
  }));
  return { k: 'if', at: s.at, construct, branches };
}

function analyseCondition(scope: Scope, e: Expression, what = 'The condition'): Typed {
  const value = analyse(scope, e);
  if (value.rank > 0 || value.type.base !== 'logical') {
    refuse(
      e.at,
      `${what} must be a logical scalar; this is ${value.rank > 0 ? 'an array of type ' : ''}${describeType(value.type)}.`,
    );
  }
  return value;
}

export function analyseArithmeticIf({ scope }: Place, s: Of<'arithmetic-if'>): TypedOf<'arithmetic-if'> {
  const value = analyse(scope, s.value);
  if (!/^(integer|real)$/.test(value.type.base) || value.rank > 0)
    refuse(s.value.at, 'An arithmetic IF needs an integer or real scalar.');
  return { k: 'arithmetic-if', at: s.at, value, labels: s.labels };
}

export function analyseDo(place: Place, s: Of<'do'>): TypedOf<'do'> {
  const construct: Construct = { name: s.name, isLoop: true };
  const head = analyseHead(place.scope, s);
  const { loopVariables } = place.scope.host;
  const symbol = head.k === 'counted' && head.variable.k === 'variable' ? head.variable.sym : undefined;
  if (symbol) loopVariables.add(symbol);
  const body = place.analyseBody(inside(place, construct), s.body);
  if (symbol) loopVariables.delete(symbol);
  return { k: 'do', at: s.at, construct, head, body };
}

function analyseHead(scope: Scope, { loop, condition }: Of<'do'>): LoopHead {
  if (!loop)
    return condition ? { k: 'while', condition: analyseCondition(scope, condition) } : { k: 'forever' };
  const variable = analyseCounter(scope, loop);
  checkDefinable(scope, variable, loop.at);
  const range = analyseRange(scope, loop, variable);
  if (loop.step && maybeInteger(analyse(scope, loop.step)) === 0)
    refuse(loop.step.at, 'The step of a DO loop cannot be zero.');
  return { k: 'counted', variable, ...range };
}

/** The bounds and step of a loop, converted to the type of the loop variable. */
export function analyseRange(scope: Scope, { first, last, step }: LoopControl, variable: Typed): LoopRange {
  const value = (e: Expression): Typed => coerce(requireBound(analyse(scope, e), true), variable.type, e.at);
  const stride = step && value(step);
  if (maybeInteger(stride) === 0) refuse(step!.at, 'The step of a DO loop cannot be zero.');
  return { first: value(first), last: value(last), step: stride };
}

/** The variable of a loop with bounds, or that of an implied DO. */
export function analyseCounter(scope: Scope, loop: LoopControl): Typed {
  const variable = analyseLoopVariable(scope, loop.variable, loop.at);
  if (variable.rank > 0 || (variable.type.base !== 'integer' && variable.type.base !== 'real'))
    refuse(loop.at, `The loop variable "${loop.variable}" must be an integer or real scalar.`);
  return variable;
}

/** A loop variable as a node; the loop defines it. */
function analyseLoopVariable(scope: Scope, name: string, at: Position): Typed {
  const symbol = lookup(scope, name) ?? declare(scope.host, name, at);
  note(symbol, 'used');
  note(symbol, 'assigned');
  return analyseName(scope, name, at);
}

export function analyseExit(place: Place, s: Of<'cycle' | 'exit'>): TypedOf<'cycle' | 'exit'> {
  const construct = place.constructs.findLast((c) => (s.name === undefined ? c.isLoop : c.name === s.name));
  if (!construct) {
    refuse(
      s.at,
      s.name === undefined
        ? `${s.k.toUpperCase()} is not in a loop.`
        : `This ${s.k.toUpperCase()} is not inside a construct named "${s.name}".`,
    );
  }
  const left = place.constructs.slice(place.constructs.indexOf(construct) + (s.k === 'exit' ? 0 : 1));
  const closed = left.find((c) => c.closed)?.closed;
  if (closed) refuse(s.at, `${s.k.toUpperCase()} cannot leave ${closed}.`);
  if (s.k === 'cycle' && !construct.isLoop) refuse(s.at, `"${s.name}" is not a loop.`);
  return { k: s.k, at: s.at, construct };
}

export function analyseComputedGoto({ scope }: Place, s: Of<'computed-goto'>): TypedOf<'computed-goto'> {
  const value = analyse(scope, s.value);
  if (value.type.base !== 'integer' || value.rank > 0)
    refuse(s.value.at, 'A computed GO TO needs an integer scalar.');
  return { k: 'computed-goto', at: s.at, value, labels: s.labels };
}

export function analyseAssignedGoto(place: Place, s: Of<'assigned-goto'>): TypedOf<'assigned-goto'> {
  const variable = analyseLoopVariable(place.scope, s.variable, s.at);
  if (variable.type.base !== 'integer') refuse(s.at, `"${s.variable}" must be an integer variable.`);
  const labels =
    s.labels.length > 0 ? s.labels : [...place.assignedLabels].filter((l) => !place.formats.has(l));
  if (labels.length === 0)
    refuse(s.at, `GO TO "${s.variable}" has no target: no ASSIGN statement stores a label.`);
  return { k: 'assigned-goto', at: s.at, variable, labels: [...new Set(labels)] };
}

export function analyseAssignLabel({ scope }: Place, s: Of<'assign-label'>): TypedOf<'assign-label'> {
  const variable = analyseLoopVariable(scope, s.variable, s.at);
  const { k, type, rank } = variable;
  if (type.base !== 'integer' || type.kind !== scope.kinds.integer.kind || rank > 0 || k !== 'variable')
    refuse(s.at, `"${s.variable}" must be a scalar default integer to be assigned a label.`);
  return { k: 'assign-label', at: s.at, variable, to: s.to };
}

export function analyseStop({ scope, constructs }: Place, s: Of<'stop'>): TypedOf<'stop'> {
  if (!s.error && constructs.some((c) => c.closed === 'DO CONCURRENT'))
    refuse(s.at, 'STOP is not allowed in DO CONCURRENT; ERROR STOP is allowed.');
  const how = s.pause ? 'pause' : s.error ? 'error' : 'stop';
  const quiet = s.quiet && analyseCondition(scope, s.quiet, 'QUIET=');
  if (!s.code) return { k: 'stop', at: s.at, how, code: undefined, quiet };
  const code = analyse(scope, s.code);
  if (code.rank > 0 || !/^(character|integer)$/.test(code.type.base))
    refuse(s.code.at, 'A STOP code must be a scalar integer or character value.');
  throwFault(s.code.at, stopCodeFault(scope, code, s.code.at));
  return { k: 'stop', at: s.at, how, code, quiet };
}

export function analyseReturn({ scope }: Place, s: Of<'return'>): TypedOf<'return'> {
  if (!s.value) return { k: 'return', at: s.at, value: undefined };
  const { procedure } = scope.host;
  if (!procedure || procedure.isFunction)
    refuse(s.value.at, 'RETURN can have a number only in a subroutine.');
  const value = analyse(scope, s.value);
  if (value.type.base !== 'integer' || value.rank > 0)
    refuse(s.value.at, 'RETURN needs an integer scalar: the number of the alternate return.');
  // If there are no alternate returns, RETURN with any number is a plain return.
  const isUsed = [procedure, ...procedure.entries].some((p) => p.alternateReturns);
  return { k: 'return', at: s.at, value: isUsed ? value : undefined };
}
