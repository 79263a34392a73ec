// FORALL loops, which run over all indices that the mask selects, with memory for one value per index.

import { layoutNode, layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { IndexLoop } from '../../program/walking/typed-statements.ts';
import { lengthOfValue, materialiseValue } from '../arrays/array.ts';
import { describe } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import { layoutOfDescriptor } from '../designators/storage.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, chars, lvalue, scalar } from '../writer/expressions.ts';
import { tableOfLayout } from '../writer/type-parts.ts';
import { indexLoops } from './construct.ts';

/** The C names for the stored mask values of a FORALL, and for the current position among them. */
export interface StoredMask {
  values: string;
  place: string;
}

/** The indices over which a statement in FORALL ranges. */
export interface Indices {
  readonly loops: readonly IndexLoop[];
  readonly mask: StoredMask | undefined;
}

/** Prints the loops; `body` prints the body with an emitter in which their variables are bound. */
export function forallLoops(outer: Emitter, { loops, mask }: Indices, body: (em: Emitter) => void): void {
  outer.inBraces('', () => {
    if (mask) outer.line(`${mask.place} = 0;`);
    indexLoops(outer, loops, (em) => {
      if (mask) em.line(`if (!${mask.values}[${mask.place}++]) continue;`);
      body(em);
    });
  });
}

// Memory for one pointer per index.
export function openStore(em: Emitter, over: Indices): { values: string; place: string; count: string } {
  const count = em.temporary('int32_t', '0');
  forallLoops(em, over, () => em.line(`${count} = f_plus(${count}, 1);`));
  const values = em.inArena('void **', `(void **)f_alloc(f_times(${count}, sizeof(void *)))`);
  return { values, count, place: em.temporary('int32_t', '0') };
}

/** Stores the place of an object, with its shape and its dynamic type. */
export function storeObject(em: Emitter, e: Typed, pointer: string, length: string): void {
  if (e.rank > 0) {
    const layout = layoutOf(em, e);
    const d = describe(em, layout, tableOfLayout(layout));
    em.line(`${pointer} = f_duplicate((char *)&${d}, sizeof ${d});`);
  } else if (e.type.base === 'character') {
    const { p, n } = chars(em, e);
    em.line(`${pointer} = (void *)${p}; ${length} = ${n};`);
  } else if (e.type.base === 'class') em.line(`${pointer} = &${lvalue(em, e)};`);
  else {
    const c = objectType(e);
    em.line(`${pointer} = f_alloc(sizeof(${c})); *(${c} *)${pointer} = ${scalar(em, e)};`);
  }
}

const objectType = ({ type }: Typed): string => (type.base === 'class-star' ? 'fclass' : cType(type));

/** The object whose place `storeObject` stored. */
export function storedObject(em: Emitter, e: Typed, pointer: string, length: string): Typed {
  if (e.rank > 0) {
    const d = em.temporary('fdesc *', `(fdesc *)${pointer}`);
    return layoutNode(layoutOfDescriptor(`(*${d})`, e.type, e.rank, true), e.at);
  }
  const c = objectType(e);
  const p = em.temporary(`${c} *`, `(${c} *)${pointer}`);
  return e.type.base === 'character' ? objectNode(e, p, length) : objectNode(e, `(*${p})`);
}

export function storeValue(em: Emitter, value: Typed, pointer: string, length: string): void {
  if (value.rank > 0) {
    const { layout: _own, ...lazy } = arrayValue(em, value);
    const layout = materialiseValue(em, { ...lazy, at: lazy.at });
    em.line(`${pointer} = ${layout.pointer}; ${length} = ${lengthOfValue(em, layoutValue(layout))};`);
    return;
  }
  if (value.type.base === 'character') {
    const v = chars(em, value);
    const n = em.once('int32_t', v.n);
    em.line(`${pointer} = f_duplicate(${v.p}, ${n}); ${length} = ${n};`);
    return;
  }
  const c = cType(value.type);
  em.line(`${pointer} = f_alloc(sizeof(${c}));`);
  const derived = value.type.derived;
  if (derived && !derived.opaque && needsCopy(derived)) {
    const source = isDesignator(value) ? `&${lvalue(em, value)}` : em.temporaryPointer(c, scalar(em, value));
    em.line(`${c}_copy((${c} *)${pointer}, ${source}); f_own_temporary(${pointer}, 1, &${c}_type);`);
  } else em.line(`*(${c} *)${pointer} = ${scalar(em, value)};`);
}
