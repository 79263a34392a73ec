// Layouts of arrays whose bounds are declared. Bounds that are not constant are in C variables named after the array.

import type { Layout } from '../../program/c/c-arrays.ts';
import { multiply } from '../../program/c/c-text.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import type { Dimension, Type, Typed } from '../../program/symbols/semantics.ts';

/** The layout of an array with explicit bounds. Variable bounds are in C variables named after the array. */
export function explicitLayout(
  base: { type: Type; pointer: string; length: string; prefix: string },
  dims: readonly Dimension[],
  unit: Layout['unit'] = base.type.base === 'character' ? 'byte' : 'element',
): Layout {
  let stride = unit === 'byte' ? base.length : '1';
  const layout: Layout = {
    type: base.type,
    pointer: base.pointer,
    unit,
    dims: [],
    length: base.length,
    contiguous: true,
  };
  dims.forEach((dim, i) => {
    const low = boundText(dim.low, `${base.prefix}_L${i + 1}`);
    const high = maybeInteger(dim.high);
    const lowNumber = maybeInteger(dim.low);
    let n = `${base.prefix}_E${i + 1}`;
    if (high !== undefined && lowNumber !== undefined) n = String(Math.max(0, high - lowNumber + 1));
    else if (!dim.high) n = '0';
    layout.dims.push({ low, extent: n, stride });
    stride = multiply(stride, n);
  });
  return layout;
}

export function boundText(e: Typed, name: string): string {
  const n = maybeInteger(e);
  return n === undefined ? name : String(n);
}

/**
 * The layout of a polymorphic dummy. Its elements are as far apart as their dynamic type requires; the procedure
 * obtained the type's table on entry.
 */
export function layoutOfPolymorphicDummy(name: string, type: Type, dims: readonly Dimension[]): Layout {
  const pointer = `(char *)${name}`;
  const layout = explicitLayout({ type, pointer, length: `${name}_T->size`, prefix: name }, dims, 'byte');
  return { ...layout, length: '1', table: `${name}_T` };
}

/** The layout of a CLASS(*) dummy, which is passed with the type and length of its elements. */
export function layoutOfAnyDummy(name: string, type: Type, dims: readonly Dimension[]): Layout {
  const pointer = `(char *)${name}->p`;
  const layout = explicitLayout({ type, pointer, length: `${name}_Z`, prefix: name }, dims, 'byte');
  return { ...layout, table: `${name}->t` };
}
