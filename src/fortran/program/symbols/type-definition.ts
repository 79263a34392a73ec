// The definition of a derived type, as written.
import type { Position } from '../../source/diagnostics.ts';
import type { Expression, SpecificationStatement, TypeSpec } from '../../syntax/tree/syntax-tree.ts';

export type TypeDefinition = Extract<SpecificationStatement, { k: 'type-definition' }>;

export interface TypeParameter {
  name: string;
  at: Position;
  k: 'kind' | 'len';
  type: TypeSpec;
  initial?: Expression | undefined;
}
