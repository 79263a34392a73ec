// DEALLOCATE and NULLIFY as C.

import { analyseReference } from '../analysis/analyse-reference.ts';
import { isAllocatable, isPointer } from '../program/designator.ts';
import type { Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import {
  checkChangeable,
  checkDistinct,
  checkOutside,
  closeStatus,
  controlsOf,
  openStatus,
} from './emit-allocate.ts';
import { assignPointer } from './emit-assign-pointer.ts';
import { descriptorCell, pointerCell } from './emit-designator.ts';
import type { Of } from './emit-statement.ts';
import { needsCopy } from './emit-types.ts';
import type { Emitter } from './emitter.ts';

/** Prints DEALLOCATE. */
export function emitDeallocate(em: Emitter, s: Of<'deallocate'>): void {
  const controls = controlsOf(em, s.controls);
  checkDistinct(s.items);
  checkOutside(s.items, s.controls);
  openStatus(em, controls);
  for (const item of s.items) {
    const object = analyseReference(em.scope, item);
    checkChangeable(em, object, item.at);
    if (!isAllocatable(object) && !isPointer(object))
      throw new FortranError(item.at, 'Only pointers and allocatable variables can be deallocated.');
    deallocate(em, object, item.parts.at(-1)!.name);
  }
  closeStatus(em, controls);
}

function deallocate(em: Emitter, object: Typed, name: string): void {
  const inner = object.type.derived;
  const deep = inner && !inner.opaque && needsCopy(inner) && object.type.base === 'derived';
  if (object.rank > 0) {
    const cell = descriptorCell(em, object);
    em.line(
      `if (f_deallocatable(${cell}.base, "${name}")) f_free_array(&${cell}, ${deep ? `(ffree)${inner.cName}_free` : object.type.base === 'class' ? `f_free_of(&${cell})` : '0'});`,
    );
    return;
  }
  const cell = pointerCell(em, object);
  if (object.type.base === 'character' || object.type.base === 'class-star') {
    em.line(`if (f_deallocatable(${cell}.p, "${name}")) { free(${cell}.p); ${cell}.p = 0; }`);
  } else if (object.type.base === 'class') {
    em.line(`if (f_deallocatable(${cell}, "${name}")) { f_destroy(${cell}); ${cell} = 0; }`);
  } else {
    em.line(
      `if (f_deallocatable(${cell}, "${name}")) { ${deep ? `${inner.cName}_free(${cell}); ` : ''}free(${cell}); ${cell} = 0; }`,
    );
  }
}

/** Prints NULLIFY. */
export function emitNullify(em: Emitter, s: Of<'nullify'>): void {
  for (const item of s.items) {
    const pointer = analyseReference(em.scope, item);
    assignPointer(em, pointer, { k: 'null', at: item.at, type: pointer.type, rank: pointer.rank });
  }
}
