// The context in which a statement is analysed.

import type { Scope } from '../../program/symbols/semantics.ts';
import type { Construct, TypedStatement } from '../../program/walking/typed-statements.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';

/** A statement in the syntax tree, by kind. */
export type Of<K extends Statement['k']> = Extract<Statement, { k: K }>;

export interface Place {
  readonly scope: Scope;
  /** The open constructs, innermost last. */
  readonly constructs: readonly Construct[];
  /** The program unit's formats by label, and the labels that ASSIGN stores in variables. */
  readonly formats: ReadonlyMap<number, string>;
  readonly assignedLabels: ReadonlySet<number>;
  /**
   * Analyses the statements in a construct's body. Statements contain statements, so the analysis calls itself through
   * this function, which statements/statement.ts implements.
   */
  readonly analyseBody: (place: Place, statements: readonly Statement[]) => TypedStatement[];
}

/** The same context inside a construct, possibly with additional names. */
export function inside(place: Place, construct: Construct | undefined, scope: Scope = place.scope): Place {
  return { ...place, scope, constructs: construct ? [...place.constructs, construct] : place.constructs };
}
