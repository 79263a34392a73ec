// Constructs around statements, with labels for CYCLE and EXIT.

import type { Construct } from '../../program/walking/typed-statements.ts';
import type { Emitter, OpenConstruct } from './emitter.ts';

/**
 * Opens a construct that CYCLE and EXIT may refer to; the parts of the construct are printed with the returned emitter.
 */
export function openConstruct(
  outer: Emitter,
  construct: Construct,
): { readonly em: Emitter; readonly open: OpenConstruct } {
  const open: OpenConstruct = {
    construct,
    cycleLabel: outer.printer.fresh('CY'),
    exitLabel: outer.printer.fresh('EX'),
    cycleUsed: false,
    exitUsed: false,
    blocks: outer.blocks.length,
  };
  return { em: outer.with({ constructs: [...outer.constructs, open] }), open };
}

/** Closes a construct and prints its exit label if there is a jump to it. */
export function closeConstruct(em: Emitter, open: OpenConstruct): void {
  if (open.exitUsed) em.line(`${open.exitLabel}:;`);
}

/** Prints the body of a loop with its CYCLE label. */
export function emitLoopBody(em: Emitter, open: OpenConstruct, print: () => void): void {
  print();
  if (open.cycleUsed) em.line(`${open.cycleLabel}:;`);
}
