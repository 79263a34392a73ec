// The dimension selected by DIM=.

import type { ChosenDimension } from '../../intrinsics/row-kinds/chosen-dimension.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import type { MaybeTyped } from '../../program/symbols/semantics.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { scalar } from '../writer/expressions.ts';
import { scalarOr } from './absent.ts';

/** Reads DIM=, or chooses the first dimension if it is omitted. */
export function chooseDimension(em: Emitter, e: MaybeTyped, rank: number): ChosenDimension {
  const constant = e ? maybeInteger(e) : 1;
  if (constant !== undefined && constant >= 1 && constant <= rank)
    return { constant, rank, text: String(constant) };
  const text = em.temporary('int32_t', scalarOr(em, e!, `f_size(${scalar(em, e!)})`, '1'));
  em.line(`f_check_dim(${text}, ${rank}, ${placeOf(e!.at)});`);
  return { constant: undefined, rank, text };
}
