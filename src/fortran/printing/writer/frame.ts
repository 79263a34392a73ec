// Variables that a procedure shares with its internal procedures. A procedure that is never re-entered has only one
// instance, so its variables are static in C. Any other procedure has a frame for each call and a pointer to the
// current frame. An internal procedure is passed together with its frame, which is installed by its caller (see
// fclosure in fortran-runtime.h).

import type { Procedure } from '../../program/symbols/semantics.ts';
import { type Emitter, QUIET_CLEAR } from './emitter.ts';

/** True if each call of a procedure has its own set of variables that it shares with internal procedures. */
export function hasFrames(procedure: Procedure | undefined): boolean {
  return procedure !== undefined && (procedure.recursive || procedure.reentered === true);
}

/** Declares a variable that internal procedures share; `suffix` makes it a C array. */
export function shareVariable(em: Emitter, type: string, name: string, suffix = ''): void {
  if (hasFrames(em.procedure)) em.parts.frame.push({ type, name, suffix });
  else em.printer.keep(`static ${type} ${name}${suffix}`);
}

function pointerTo(host: Procedure): string {
  return `FRAME_${host.cName}`;
}

/** The closure of an internal procedure whose host has frames; undefined if its address is enough. */
export function maybeClosure(em: Emitter, procedure: Procedure, address: string): string | undefined {
  const host = procedure.place === 'internal' ? procedure.scope.parent?.host.procedure : undefined;
  if (!host || !hasFrames(host)) return undefined;
  const { closures } = em.printer;
  const known = closures.get(host) ?? new Set();
  closures.set(host, known.add(procedure.cName));
  const frame = pointerTo(host);
  return `f_bind(&${frame}->CLOSURE_${procedure.cName}, (fproc)${address}, (void **)&${frame})`;
}

/**
 * Prints the frame of a procedure that has been printed; returns the statements that enter and leave it, if anything is
 * shared.
 */
export function printFrame(em: Emitter): { enter: string[]; leave: string[] } {
  const { procedure, printer } = em;
  const { frame } = em.parts;
  const closures = procedure && printer.closures.get(procedure);
  if (!procedure || (frame.length === 0 && !closures)) return { enter: [], leave: [] };
  const pointer = pointerTo(procedure);
  const tag = `struct ${pointer}`;
  // A traced variable must remain a C variable that can be found by its name, so the frame contains only its address.
  const isApart = ({ suffix }: { suffix: string }): boolean =>
    em.program.options.listVariables && suffix === '';
  const accessOf = (name: string, apart: boolean): string =>
    `#define ${name} (${apart ? '*' : ''}${pointer}->${name})`;
  printer.keep(`static ${tag} *${pointer}`, undefined, {
    before: [
      `${tag} {`,
      ...frame.map((v) => `${v.type} ${isApart(v) ? '*' : ''}${v.name}${v.suffix};`),
      ...[...(closures ?? [])].map((name) => `fclosure CLOSURE_${name};`),
      '};',
    ],
    macros: new Map(frame.map((v) => [v.name, accessOf(v.name, isApart(v))])),
  });
  const apart = frame
    .filter(isApart)
    .flatMap(({ type, name }) => [
      `#undef ${name}`,
      `${type} ${name}; ${QUIET_CLEAR}(&${name}, sizeof ${name}); OWN_.${name} = &${name};`,
      accessOf(name, true),
    ]);
  return {
    enter: [`${tag} OWN_ = {0}, *OUTER_ = ${pointer}; ${pointer} = &OWN_;`, ...apart],
    leave: [`${pointer} = OUTER_;`],
  };
}
