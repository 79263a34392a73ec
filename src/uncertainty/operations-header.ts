// Prints the protocol tables of operations.ts as a C header, `ux-operations.h`, so that the guest runtime and the
// kernels share their numbers with the core. Names: UX_UNARY_SIN, UX_BINARY_ADD, UX_PARAMETRIC_GAUSS, UX_QUERY_SAMPLE.

import {
  BINARY_OPERATIONS,
  PARAMETRIC_KINDS,
  QUERIES,
  SINGLE_PRECISION,
  UNARY_OPERATIONS,
} from './operations.ts';

/** The text of `ux-operations.h`: one `enum` a table, each with a final `…_COUNT`. */
export function operationsHeader(): string {
  return [
    '// Generated from src/uncertainty/operations.ts. Do not edit.',
    '#pragma once',
    '',
    `#define UX_SINGLE_PRECISION 0x${SINGLE_PRECISION.toString(16).toUpperCase()}`,
    '',
    printEnum('UX_UNARY', UNARY_OPERATIONS),
    printEnum('UX_BINARY', BINARY_OPERATIONS),
    printEnum('UX_PARAMETRIC', PARAMETRIC_KINDS),
    printEnum('UX_QUERY', QUERIES),
  ].join('\n');
}

function printEnum(prefix: string, names: readonly string[]): string {
  const entries = [...names, 'count'].map((name, index) => `  ${prefix}_${name.toUpperCase()} = ${index},`);
  return `enum {\n${entries.join('\n')}\n};\n`;
}
