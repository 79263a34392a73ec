// The floating-point variables of Fortran sources as their authors know them: names, places, bounds and components.
// Debug information describes the front end's C; this table translates it back.

/** A type, or an object declared with it: numbers, arrays of them, structures. */
export interface FortranPart {
  /** Fortran's spelling: `real(8)`. */
  readonly type: string;
  /** Lower and upper bound of each dimension. */
  readonly bounds?: readonly (readonly [number, number])[];
  /** Components of a derived type with floating-point numbers in them. */
  readonly members?: readonly FortranMember[];
}

export interface FortranMember extends FortranPart {
  readonly name: string;
  /** Its name in C. */
  readonly cName: string;
  /** True when its members are members of the structure itself: the parent part of an extended type. */
  readonly isParent?: boolean;
}

export interface FortranVariable extends FortranPart {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** '' for variables of modules. */
  readonly procedure: string;
  readonly cName: string;
  /** The C function that declares it, when it is not static. */
  readonly cFunction: string;
  /** Offset of a member of COMMON or EQUIVALENCE in its storage, and the bytes of one number. */
  readonly shared?: { readonly offset: number; readonly sizeBytes: number };
  /** Reason why the values of the variable cannot be recorded. */
  readonly refusal?: string;
}
