// Variable of a program, from its debug information.
import type { Shape } from './value-shapes.ts';

/** Place of a variable: an address, or an offset in the frame of each call of its function. */
export type VariablePlace =
  | { readonly kind: 'static'; readonly address: number }
  | {
      readonly kind: 'frame';
      /** The function: an offset in the contents of the code section. */
      readonly functionAt: number;
      /** The local of the function that holds the address of its frame. */
      readonly local: number;
      readonly offset: number;
    };

export interface ProgramVariable {
  readonly name: string;
  /** Path among the program's files. */
  readonly file: string;
  readonly line: number;
  /** '' outside of functions. */
  readonly functionName: string;
  readonly shape: Shape;
  /** Unknown are places that only a person would expect to be known; such variables are not listed. */
  readonly place: VariablePlace | { readonly kind: 'unknown'; readonly reason: string };
  /** True when the name has Fortran's spelling. */
  readonly isFortran?: true;
}
