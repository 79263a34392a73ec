// Jumps out of BLOCK constructs: the values of the variables in the BLOCK are freed before control leaves. These
// variables are known only after the body has been printed, so jumps contain marks until then.

import type { Emitter, OpenConstruct } from './emitter.ts';

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
