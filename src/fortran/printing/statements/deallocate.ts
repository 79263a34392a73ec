// DEALLOCATE and NULLIFY in C.

import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { TypedOf } from '../../program/walking/typed-statements.ts';
import { assignPointer } from '../assign/pointer.ts';
import { descriptorCell, pointerCell } from '../designators/designator.ts';
import type { Emitter } from '../writer/emitter.ts';
import { closeStatus, openStatus } from './allocate.ts';

/** Prints DEALLOCATE. */
export function emitDeallocate(em: Emitter, s: TypedOf<'deallocate'>): void {
  openStatus(em, s.status);
  for (const { object, name } of s.objects) deallocate(em, object, name);
  closeStatus(em, s.status);
}

function deallocate(em: Emitter, object: Typed, name: string): void {
  const inner = object.type.derived;
  const deep = inner && !inner.opaque && needsCopy(inner) && object.type.base === 'derived';
  if (object.rank > 0) {
    const cell = descriptorCell(em, object);
    const isPolymorphic = object.type.base === 'class' || object.type.base === 'class-star';
    const release = deep ? `(ffree)${inner.cName}_free` : isPolymorphic ? `f_free_of(&${cell})` : '0';
    em.line(`if (f_deallocatable(${cell}.base, "${name}")) f_free_array(&${cell}, ${release});`);
    // A CLASS(*) object without a value has no type.
    if (object.type.base === 'class-star') em.line(`if (!${cell}.base) ${cell}.type = 0;`);
    return;
  }
  const cell = pointerCell(em, object);
  if (object.type.base === 'class-star') {
    em.line(`if (f_deallocatable(${cell}.p, "${name}")) f_end_any(&${cell});`);
  } else if (object.type.base === 'character') {
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
export function emitNullify(em: Emitter, { pointers }: TypedOf<'nullify'>): void {
  for (const pointer of pointers)
    assignPointer(em, pointer, { k: 'null', at: pointer.at, type: pointer.type, rank: pointer.rank });
}
