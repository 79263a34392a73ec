// What kinds of types, shapes and names there are.
/** The kinds that each intrinsic type has, in bytes of a component. */
export const KINDS = {
  integer: [1, 2, 4, 8, 16],
  real: [4, 8, 16],
  complex: [4, 8, 16],
  logical: [1, 2, 4, 8],
} as const;

export type Base =
  | 'integer'
  | 'real'
  | 'complex'
  | 'logical'
  | 'character'
  | 'derived'
  | 'class'
  | 'class-star'
  | 'boz'
  | 'hollerith'
  | 'procedure'
  | 'void';

export type ShapeKind =
  | 'explicit'
  | 'assumed-shape'
  | 'deferred'
  | 'assumed-size'
  | 'assumed-rank'
  | 'implied';

export type SymbolKind =
  | 'unknown'
  | 'variable'
  | 'constant'
  | 'procedure'
  | 'generic'
  | 'type'
  | 'module'
  | 'namelist'
  | 'statement-function'
  | 'intrinsic'
  | 'construct';
