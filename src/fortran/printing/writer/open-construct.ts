// Constructs around statements, with labels for CYCLE and EXIT. A jump out of a BLOCK frees the values of its
// variables first. These variables are known only after the body has been printed, so jumps contain marks until then.

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

function jump(marks: readonly string[], label: string): string {
  if (marks.length === 0) return `goto ${label};`;
  return `{ ${marks.map((mark) => `${mark}; `).join('')}goto ${label}; }`;
}

/** C code for a jump to a label of the program, which may be in an open BLOCK. */
export function gotoLabel(em: Emitter, label: number): string {
  return jump(
    em.blocks.toReversed().map((mark) => `${mark}_${label}`),
    `L${label}`,
  );
}

/** C code for a jump to the point at which a construct continues or ends. */
export function gotoConstruct(em: Emitter, open: OpenConstruct, label: string): string {
  return jump(em.blocks.slice(open.blocks).toReversed(), label);
}

/** C code for a jump to the end of the procedure. */
export function gotoEnd(em: Emitter): string {
  return jump(em.blocks.toReversed(), 'EXIT_');
}
