// Matrix products.
import { type ArrayValue, elementLvalue, type Layout, layoutValue } from '../../program/c/c-arrays.ts';
import { cType, multiply, suffix } from '../../program/c/c-text.ts';
import type { IntrinsicNode } from '../../program/symbols/semantics.ts';
import type { WholeCall, WholeRow } from '../row-kinds/whole-row.ts';
import { lengthFault, otherClassFault } from './reductions.ts';

export const PRODUCTS: Readonly<Record<string, WholeRow>> = {
  matmul: {
    form: 'transformational',
    result: 'promote',
    takes: 'matrix_a matrix_b',
    misfit: ([a, b], shapeOf) =>
      otherClassFault([a, b]) ??
      productFault(a!.rank, b!.rank) ??
      lengthFault(shapeOf(a!)?.at(-1), shapeOf(b!)?.[0]),
    rank: ([a, b]) => a!.rank + b!.rank - 2,
    flags: 'raised',
    array: matmul,
  },
};

// One factor must be a matrix, and the other must be a matrix or a vector.
function productFault(a: number, b: number): string | undefined {
  const isFit = [a, b].every((rank) => rank === 1 || rank === 2) && (a === 2 || b === 2);
  return isFit ? undefined : 'The arguments must be two matrices, or a matrix and a vector';
}

// Computes the product column by column, so that the inner loop accesses consecutive memory.
function matmul(call: WholeCall): ArrayValue {
  const a = call.inMemory(0);
  const b = call.inMemory(1);
  const type = cType(call.e.type);
  const inner = call.fixed(a.dims.at(-1)!.extent);
  // Shapes are always checked, because the check costs less than the loop.
  call.requireExtents('argument B in MATMUL', [b.dims[0]!.extent], [inner]);
  const rows = a.dims.length === 2 ? call.fixed(a.dims[0]!.extent) : undefined;
  const columns = b.dims.length === 2 ? call.fixed(b.dims[1]!.extent) : undefined;
  const shape = [rows, columns].filter((n): n is string => n !== undefined);
  const c = call.room(shape, '1');
  const [i, j, k] = [call.fresh('I'), call.fresh('J'), call.fresh('K')];
  const add = (so: string, x: string, y: string): string => {
    const raised = call.step('*', x, y);
    if (raised) return `${so} = ${call.step('+', so, raised)};`;
    if (call.e.type.base === 'logical') return `${so} |= (${x} && ${y});`;
    return `${so} += ${call.e.type.base === 'complex' ? `f_mul_${suffix(call.e.type)}(${x}, ${y})` : `${x} * ${y}`};`;
  };
  const bAt = elementLvalue(b, columns ? [k, j] : [k]);
  const raises = call.raisesFlags && call.e.type.base === 'real';
  const library = raises ? undefined : maybeLibraryCall(call.e, { a, b, c, rows, columns, inner });
  if (library && [rows, columns, inner].some((n) => n !== undefined && !/^\d+$/.test(n))) {
    call.line(library);
    return layoutValue(c);
  }
  call.line(library ? `if (!F_OPTIMISED) ${library} else {` : '{');
  call.line(`for (int32_t ${j} = 0; ${j} < ${columns ?? '1'}; ${j}++) {`);
  if (rows) {
    call.line(`${type} *restrict C_ = ${c.pointer}${columns ? ` + ${multiply(j, rows)}` : ''};`);
    call.line(`for (int32_t ${i} = 0; ${i} < ${rows}; ${i}++) C_[${i}] = 0;`);
    call.line(`for (int32_t ${k} = 0; ${k} < ${inner}; ${k}++) { const ${type} B_ = ${bAt};`);
    call.line(
      `for (int32_t ${i} = 0; ${i} < ${rows}; ${i}++) ${add(`C_[${i}]`, elementLvalue(a, [i, k]), 'B_')} }`,
    );
  } else {
    call.line(`${type} S_ = 0;`);
    call.line(`for (int32_t ${k} = 0; ${k} < ${inner}; ${k}++) ${add('S_', elementLvalue(a, [k]), bAt)}`);
    call.line(`${c.pointer}[${j}] = S_;`);
  }
  call.line('} }');
  return layoutValue(c);
}

interface Product {
  readonly a: Layout;
  readonly b: Layout;
  readonly c: Layout;
  readonly rows: string | undefined;
  readonly columns: string | undefined;
  readonly inner: string;
}

// The library's loops are faster unless all extents are known and the program is optimised.
function maybeLibraryCall(
  { type }: IntrinsicNode,
  { a, b, c, rows, columns, inner }: Product,
): string | undefined {
  const isUsual =
    (type.base === 'integer' || type.base === 'real' || type.base === 'complex') && type.kind >= 4;
  const isAlike = [a, b].every(
    (m) => m.type.base === type.base && m.type.kind === type.kind && m.dims.every((d) => !d.index),
  );
  if (!isUsual || type.kind > 8 || !isAlike) return undefined;
  const bytes = (m: Layout, d: number): string =>
    m.unit === 'byte' ? m.dims[d]!.stride : multiply(m.dims[d]!.stride, `(int32_t)sizeof(${cType(type)})`);
  const [ofA, ofB] = [a, b].map((m) => `(const char *)(${m.pointer})`);
  const strides = [
    ofA,
    rows ? bytes(a, 0) : '0',
    bytes(a, rows ? 1 : 0),
    ofB,
    bytes(b, 0),
    columns ? bytes(b, 1) : '0',
  ];
  return `f_matmul_${suffix(type)}(${[c.pointer, ...strides, rows ?? '1', columns ?? '1', inner].join(', ')});`;
}
