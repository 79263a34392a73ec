// One of a program's variables, as described by the debug information.
import type { Shape } from './value-shapes.ts';

/** Location of a variable: an address, or an offset in the frame of each call of its function. */
export type VariablePlace =
  | { readonly kind: 'static'; readonly address: number }
  | {
      readonly kind: 'frame';
      /** The function, as an offset into the contents of the code section. */
      readonly functionAt: number;
      /** The function's local that holds the address of its frame. */
      readonly local: number;
      readonly offset: number;
    };

export interface ProgramVariable {
  readonly name: string;
  /** Path among the program's files. */
  readonly file: string;
  readonly line: number;
  /** '' outside functions. */
  readonly functionName: string;
  readonly shape: Shape;
  /** Kind `unknown`: no fixed location, although a user would expect one; such variables are not listed. */
  readonly place: VariablePlace | { readonly kind: 'unknown'; readonly reason: string };
  /** True if the name is spelt as in Fortran. */
  readonly isFortran?: true;
}
