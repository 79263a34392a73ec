// Declarations of a name, as written. Types, bounds and values are resolved on first use (resolve.ts).
import type {
  Bound,
  CharLength,
  DataValue,
  DimensionSpec,
  Expression,
  TypeSpec,
} from '../../syntax/tree/syntax-tree.ts';

export interface Written {
  readonly type?: TypeSpec | undefined;
  /** for characters, if written after the name: `c*5` */
  readonly length?: CharLength | undefined;
  /** its type is declared, not derived from its first letter */
  readonly declared: boolean;
  readonly dimensions?: DimensionSpec | undefined;
  /** for a coarray */
  readonly codimensions?: Bound[] | undefined;
  readonly initial?: Expression | undefined;
  /** the initial value follows `=>` */
  readonly isTarget: boolean;
  /** initial values written as in DATA: `integer i/1/` */
  readonly data?: DataValue[] | undefined;
}

/** Attributes of a name that no statement has mentioned yet. */
export const NOTHING_WRITTEN: Written = { declared: false, isTarget: false };
