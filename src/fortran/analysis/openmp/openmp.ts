// Checks OpenMP directives: their nesting once a procedure's declarations are known, and the names in their clauses
// once the surrounding statements are known.

import type { Program, Scope } from '../../program/symbols/semantics.ts';
import { refuse, throwFault } from '../../source/diagnostics.ts';
import { type Directive, isLoopRegion } from '../../syntax/tree/openmp-directives.ts';
import type { ProgramUnit, Statement } from '../../syntax/tree/syntax-tree.ts';
import { walkStatements } from '../../syntax/tree/walk-statements.ts';
import { checkBranches } from '../checks/branches.ts';
import { checkAtomic, checkWorkshare } from './atomic.ts';
import {
  checkClauseValues,
  checkReductions,
  checkRepeats,
  clauseVariablesFault,
  itemsOf,
  modifiersFault,
} from './clauses.ts';
import { checkLoops, checkTransformation } from './loops.ts';
import { checkNesting, type Directed } from './nesting.ts';
import { firstUnknown } from './shared-names.ts';

/** Reports misplaced directives and directives followed by the wrong statements. */
export function checkDirectives(program: Program, units: readonly ProgramUnit[]): void {
  for (const unit of units) {
    const isPure = unit.heading?.prefix.words.has('pure') || unit.heading?.prefix.words.has('elemental');
    const check = (s: Directed, around: readonly Directive[]): void => {
      if (isPure && !/^(simd|declare simd|declare target|assume|assumes|unroll|tile)$/.test(s.directive.name))
        refuse(s.at, `${s.directive.name.toUpperCase()} is not allowed in a PURE procedure.`);
      checkNesting(s, around);
      checkLoops(s);
      if (s.k === 'openmp')
        checkBranches(`the region of ${s.directive.name.toUpperCase()}`, s.body, unit.body);
    };
    visit(program, unit.body, [], check);
    checkDirectives(program, unit.contains);
  }
}

function visit(
  program: Program,
  statements: readonly Statement[],
  around: readonly Directive[],
  check: (s: Directed, around: readonly Directive[]) => void,
): void {
  for (const [i, s] of statements.entries()) {
    const isDirected = s.k === 'openmp' || s.k === 'directive';
    if (isDirected)
      program.diagnostics.attempt(() => {
        if (s.k === 'directive') checkTransformation(s, statements.slice(i + 1));
        check(s, around);
      });
    const inner = isDirected ? [...around, s.directive] : around;
    if ('body' in s && Array.isArray(s.body)) visit(program, s.body, inner, check);
    if (s.k === 'if') for (const b of s.branches) visit(program, b.body, inner, check);
    if (s.k === 'select-case' || s.k === 'select-type' || s.k === 'select-rank')
      for (const c of s.cases) visit(program, c.body, inner, check);
  }
}

/** Throws if a clause contains an invalid name or a region contains an invalid statement. */
export function checkDirective(scope: Scope, s: Directed): void {
  checkRepeats(s.directive, s.at);
  checkClauseValues(scope, s.directive, s.at);
  throwFault(s.at, modifiersFault(s.directive));
  throwFault(s.at, clauseVariablesFault(scope, s.directive, s.at));
  checkReductions(scope, s.directive, s.at);
  checkAtomic(scope, s);
  checkWorkshare(scope, s);
  checkDeclared(scope, s);
  if (s.k === 'openmp') checkLoopVariable(s);
  if (s.k === 'openmp' && s.directive.clauses.some((c) => c.name === 'default' && c.text === 'none'))
    checkAllNamed(scope, s);
}

// A THREADPRIVATE variable must have SAVE; DECLARE SIMD must name the enclosing procedure.
function checkDeclared(scope: Scope, { directive, at }: Directed): void {
  const items = directive.clauses[0]?.name === '' ? directive.clauses[0].text!.split(',') : [];
  if (directive.name === 'declare simd' && scope.procedure && items.some((name) => name !== scope.name))
    refuse(at, `DECLARE SIMD must name "${scope.name}", the procedure that contains it.`);
  if (directive.name === 'declare simd' && scope.unit?.k === 'block-data')
    refuse(at, 'DECLARE SIMD is not allowed in BLOCK DATA.');
  if (directive.name !== 'threadprivate' || scope.k === 'module' || scope.unit?.k === 'program') return;
  for (const item of items) {
    const symbol = scope.symbols.get(item);
    if (
      symbol &&
      !symbol.has('save') &&
      !symbol.saved &&
      !symbol.written.initial &&
      !symbol.storage.common &&
      !scope.saveAll
    )
      refuse(at, `"${item}" cannot be THREADPRIVATE: it does not have SAVE.`);
  }
}

// Rejects clauses that list the loop variable, because the directive determines its role.
function checkLoopVariable({ directive, body, at }: Directed & { k: 'openmp' }): void {
  const loop = body[0]?.k === 'do' && isLoopRegion(directive.name) ? body[0].loop?.variable : undefined;
  const taken = /(^| )simd$/.test(directive.name)
    ? /^(firstprivate|shared|reduction)$/
    : /^(firstprivate|shared|reduction|linear)$/;
  const clause = directive.clauses.find((c) => taken.test(c.name) && itemsOf(c).includes(loop ?? ''));
  if (clause) refuse(at, `The loop variable "${loop}" is not allowed in ${clause.name.toUpperCase()}.`);
}

/** Clauses that do not give a variable a role. */
const SAYS_NOTHING = /^(if|num_threads|schedule|final|priority|depend|allocate|affinity)$/;

// DEFAULT(NONE): each variable in the region must be listed in a clause, unless the language determines its role.
function checkAllNamed(scope: Scope, { directive, body, at }: Directed & { k: 'openmp' }): void {
  const known = new Set(
    directive.clauses
      .filter((c) => !SAYS_NOTHING.test(c.name) && c.text !== undefined)
      .flatMap((c) => itemsOf(c).map((item) => /^\w+/.exec(item)?.[0] ?? item)),
  );
  walkStatements(body, (one) => one.k === 'do' && one.loop && known.add(one.loop.variable));
  if ([...known].some((item) => item.startsWith('/')) || directive.clauses.some((c) => c.text?.includes('/')))
    return;
  const missing = firstUnknown(scope, body, known);
  if (missing !== undefined)
    refuse(at, `DEFAULT(NONE): "${missing}" is not listed in any clause of ${directive.name.toUpperCase()}.`);
}
