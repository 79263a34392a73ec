// Constructs around statements: the labels that CYCLE and EXIT go to, and names that hold inside.

import type { Scope } from '../../program/symbols/semantics.ts';
import type { Construct } from '../../program/walking/typed-statements.ts';
import type { Emitter, OpenConstruct } from './emitter.ts';

/** Opens a construct that CYCLE and EXIT may name. */
export function openConstruct(em: Emitter, construct: Construct): OpenConstruct {
  const open: OpenConstruct = {
    construct,
    cycleLabel: em.printer.fresh('CY'),
    exitLabel: em.printer.fresh('EX'),
    cycleUsed: false,
    exitUsed: false,
    blocks: em.blocks.length,
  };
  em.constructs.push(open);
  return open;
}

/** Closes a construct; its exit label is printed when something goes there. */
export function closeConstruct(em: Emitter, open: OpenConstruct): void {
  em.constructs.pop();
  if (open.exitUsed) em.line(`${open.exitLabel}:;`);
}

/** Prints the body of a loop with its CYCLE label. */
export function emitLoopBody(em: Emitter, open: OpenConstruct, print: () => void): void {
  print();
  if (open.cycleUsed) em.line(`${open.cycleLabel}:;`);
}

/** Prints with the names of a scope. */
export function within(em: Emitter, scope: Scope, print: () => void): void {
  const outer = em.scope;
  em.scope = scope;
  try {
    print();
  } finally {
    em.scope = outer;
  }
}
