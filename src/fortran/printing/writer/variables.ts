// Floating-point variables as Fortran sources declare them: names, locations, bounds and components. Debug
// information describes the front end's C; this table maps it back to Fortran.

/** A type, or an object declared with the type: numbers, arrays of numbers, structures. */
export interface FortranPart {
  /** Fortran's spelling: `real(8)`. */
  readonly type: string;
  /** Lower and upper bound of each dimension. */
  readonly bounds?: readonly (readonly [number, number])[];
  /** Components of a derived type that contain floating-point numbers. */
  readonly members?: readonly FortranMember[];
}

export interface FortranMember extends FortranPart {
  readonly name: string;
  /** The variable's name in C. */
  readonly cName: string;
  /** True if its members are members of the structure itself: the parent part of an extended type. */
  readonly isParent?: boolean;
}

export interface FortranVariable extends FortranPart {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Name of the procedure that declares the variable; '' for module variables. */
  readonly procedure: string;
  readonly cName: string;
  /** The C function that declares the variable, unless it is static. */
  readonly cFunction: string;
  /** Offset of a COMMON or EQUIVALENCE member in its storage, and the size of a number in bytes. */
  readonly shared?: { readonly offset: number; readonly sizeBytes: number };
  /** Reason why the variable's values cannot be recorded. */
  readonly refusal?: string;
}
