// The declarations of a name, as written. Types, bounds and values are resolved on first use (resolve.ts).
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
  /** For characters, if the length is written after the name: `c*5`. */
  readonly length?: CharLength | undefined;
  /** True if the type is declared rather than derived from the first letter. */
  readonly declared: boolean;
  readonly dimensions?: DimensionSpec | undefined;
  /** for a coarray */
  readonly codimensions?: Bound[] | undefined;
  readonly initial?: Expression | undefined;
  /** True if the initial value follows `=>`. */
  readonly isTarget: boolean;
  /** Initial values written as in DATA: `integer i/1/`. */
  readonly data?: DataValue[] | undefined;
}

/** The attributes of a name that no statement has mentioned yet. */
export const NOTHING_WRITTEN: Written = { declared: false, isTarget: false };
