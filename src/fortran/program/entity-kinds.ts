// What kinds of types, shapes and names there are.
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
