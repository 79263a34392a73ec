// Floating-point variables as the Fortran sources declare them: names, locations, bounds and components. The debug
// information describes the C that the front end generates; this table maps it back to Fortran.

/** A type, or an object declared with it: numbers, arrays of numbers, structures. */
export interface FortranPart {
  /** The type as spelled in Fortran: `real(8)`. */
  readonly type: string;
  /** The lower and upper bounds of each dimension. */
  readonly bounds?: readonly (readonly [number, number])[];
  /** Components of a derived type that contain floating-point numbers. */
  readonly members?: readonly FortranMember[];
}

export interface FortranMember extends FortranPart {
  readonly name: string;
  readonly cName: string;
  /** True if its members are members of the structure itself, as for the parent part of an extended type. */
  readonly isParent?: boolean;
}

export interface FortranVariable extends FortranPart {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Name of the procedure that declares the variable; '' for variables in modules. */
  readonly procedure: string;
  readonly cName: string;
  /** The C function that declares the variable, unless it is static. */
  readonly cFunction: string;
  /** For a member of COMMON or EQUIVALENCE: its offset in the storage, and the size of a number in bytes. */
  readonly shared?: { readonly offset: number; readonly sizeBytes: number } | undefined;
  /** The reason why the values of the variable cannot be recorded. */
  readonly refusal?: string | undefined;
}
