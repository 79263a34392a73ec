// Prints the protocol tables of operations.ts as a C header, `ux-operations.h`. This way, the guest runtime and the
// kernels use the same numbers as the core. Names: UX_UNARY_SIN, UX_BINARY_ADD, UX_PARAMETRIC_GAUSS, UX_QUERY_SAMPLE,
// UX_SHAPE_GAUSS.

import { CONTRACT_PREFIX, CONTRACT_VERSION } from '../../uxhw/contract.ts';
import { SHAPES } from '../../uxhw/shapes.ts';
import {
  BINARY_OPERATIONS,
  COMPARISONS,
  PARAMETRIC_KINDS,
  QUERIES,
  ROUNDINGS,
  SINGLE_PRECISION,
  UNARY_OPERATIONS,
} from './operations.ts';

/** The text of `ux-operations.h`: one `enum` per table; operation enums end with a `…_COUNT`. */
export function operationsHeader(): string {
  return [
    '// Generated from src/uncertainty/core/operations.ts. Do not edit.',
    '#pragma once',
    '',
    `#define UX_CONTRACT_EXPORT "${CONTRACT_PREFIX}${CONTRACT_VERSION}"`,
    `#define UX_SINGLE_PRECISION 0x${SINGLE_PRECISION.toString(16).toUpperCase()}`,
    '',
    printEnum('UX_UNARY', UNARY_OPERATIONS),
    printEnum('UX_BINARY', BINARY_OPERATIONS),
    printEnum('UX_PARAMETRIC', PARAMETRIC_KINDS),
    printEnum('UX_QUERY', QUERIES),
    printEnum('UX_COMPARISON', COMPARISONS),
    printEnum('UX_ROUNDING', ROUNDINGS),
    printShapes(),
  ].join('\n');
}

/** A separate type without a count, so that the compiler warns about a switch that omits a shape. */
function printShapes(): string {
  const entries = SHAPES.map((name, index) => `  UX_SHAPE_${name.toUpperCase()} = ${index},`);
  return `typedef enum {\n${entries.join('\n')}\n} ux_shape_kind;\n`;
}

function printEnum(prefix: string, names: readonly string[]): string {
  const entries = [...names, 'count'].map((name, index) => `  ${prefix}_${name.toUpperCase()} = ${index},`);
  return `enum {\n${entries.join('\n')}\n};\n`;
}
