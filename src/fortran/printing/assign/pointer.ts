// Pointer assignment in C: to scalars, to arrays with new bounds, and to procedures.

import { cType, multiply } from '../../program/c/c-text.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { PointerBounds } from '../../program/walking/typed-statements.ts';
import { describe, descriptorCell, pointerCell } from '../designators/designator.ts';
import { cellOfProcedure } from '../designators/procedure.ts';
import { layoutOf } from '../designators/section.ts';
import { isStringCell } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, callValue, chars, lvalue, scalar } from '../writer/expressions.ts';
import { integer } from '../writer/parts-of-designators.ts';
import { tableOfLayout } from '../writer/type-parts.ts';
import { anyValue } from './assign.ts';

/** Prints `pointer => target`, with the bounds on the left side, if any. */
export function assignPointer(em: Emitter, pointer: Typed, target: Typed, bounds?: PointerBounds): void {
  if (pointer.type.base === 'procedure')
    em.line(`${procedureCell(em, pointer)} = (fproc)${target.k === 'null' ? '0' : scalar(em, target)};`);
  else if (pointer.rank > 0) assignArrayPointer(em, pointer, target, bounds ?? { lower: [] });
  else assignScalarPointer(em, pointer, target);
}

function procedureCell(em: Emitter, e: Typed): string {
  if (e.k === 'procedure' && e.sym) return cellOfProcedure(em, e.sym);
  return lvalue(em, e);
}

function assignScalarPointer(em: Emitter, pointer: Typed, target: Typed): void {
  const cell = pointerCell(em, pointer);
  if (isStringCell(pointer.type, { allocatable: false, pointer: true }, 0)) {
    if (target.k === 'null') em.line(`${cell}.p = 0;`);
    else {
      const t = chars(em, target);
      // A pointer that was declared with a length keeps that length.
      const { length } = pointer.type;
      const n = typeof length === 'object' ? scalar(em, length) : t.n;
      checkLength(em, n, t.n);
      em.line(`${cell}.len = ${n}; ${cell}.p = (char *)${t.p};`);
    }
  } else if (pointer.type.base === 'class-star')
    em.line(target.k === 'null' ? `${cell}.p = 0;` : `${cell} = ${anyValue(em, target)};`);
  else if (target.k === 'null') em.line(`${cell} = 0;`);
  else em.line(`${cell} = (${cType(pointer.type)} *)${addressOfTarget(em, target)};`);
}

function checkLength(em: Emitter, wanted: string, given: string): void {
  if (em.program.options.checkBounds && wanted !== given)
    em.line(`f_check_target_length(${wanted}, ${given}, ${placeOf(em.statementAt)});`);
}

function addressOfTarget(em: Emitter, target: Typed): string {
  if (target.k === 'call') return callValue(em, target);
  if (target.type.base === 'class-star') return `${pointerCell(em, target)}.p`;
  if (isPointer(target) || isAllocatable(target)) return pointerCell(em, target);
  return `&${lvalue(em, target)}`;
}

function assignArrayPointer(em: Emitter, pointer: Typed, target: Typed, bounds: PointerBounds): void {
  const { lower, upper } = bounds;
  const cell = descriptorCell(em, pointer);
  if (target.k === 'null') {
    em.line(`${cell}.base = 0;`);
    return;
  }
  const keeps = (isPointer(target) || isAllocatable(target)) && target.k !== 'call';
  const layout = target.k === 'call' ? arrayValue(em, target).layout! : layoutOf(em, target);
  if (target.k === 'call') em.arena.used = false;
  const whole = target.k === 'variable' || (target.k === 'component' && target.base.rank === 0);
  const dims = layout.dims.map((d) => ({ ...d, low: keeps || whole ? d.low : '1' }));
  const d = describe(em, { ...layout, dims }, tableOfLayout(layout));
  const { length } = pointer.type;
  if (typeof length === 'object') checkLength(em, scalar(em, length), `${d}.elem`);
  if (upper) remap(em, d, lower, upper);
  else for (const [i, low] of lower.entries()) em.line(`${d}.dim[${i}].lb = ${integer(em, low)};`);
  em.line(`${cell} = ${d};`);
}

// `p(1:n, 1:m) => vector`: the elements keep their order but get new bounds.
function remap(em: Emitter, d: string, lower: readonly Typed[], upper: readonly Typed[]): void {
  const stride = em.temporary('int32_t', `${d}.dim[0].stride`);
  const room = em.temporary('int32_t', `f_elements(&${d})`);
  em.line(`${d}.rank = ${upper.length};`);
  let step = stride;
  for (const [i, last] of upper.entries()) {
    const low = em.temporary('int32_t', integer(em, lower[i]!));
    const high = em.temporary('int32_t', integer(em, last));
    em.line(
      `${d}.dim[${i}].lb = ${low}; ${d}.dim[${i}].ext = f_extent(${low}, ${high}); ${d}.dim[${i}].stride = ${step};`,
    );
    step = em.temporary('int32_t', multiply(step, `${d}.dim[${i}].ext`));
  }
  if (em.program.options.checkBounds)
    em.line(`f_check_target(${room}, f_elements(&${d}), ${placeOf(em.statementAt)});`);
}
