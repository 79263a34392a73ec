// The variables of Fortran sources as their authors know them: names, places, bounds and components. Debug information
// describes the C that the front end makes of them; this table, which travels in a section of the object, translates.

/** A type, or what is declared with one: numbers, arrays of them, structures. */
export interface FortranPart {
  /** As Fortran writes it: `real(8)`. */
  readonly type: string;
  /** Lower and upper bound of each dimension. */
  readonly bounds?: readonly (readonly [number, number])[];
  /** Of a derived type: the components with floating-point numbers in them. */
  readonly members?: readonly FortranMember[];
}

export interface FortranMember extends FortranPart {
  readonly name: string;
  /** Its name in C. */
  readonly cName: string;
  /** Its members are those of the structure itself: the part that a derived type extends. */
  readonly isParent?: boolean;
}

export interface FortranVariable extends FortranPart {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** '' for variables of modules. */
  readonly procedure: string;
  readonly cName: string;
  /** The C function that declares it, where it is not static. */
  readonly cFunction: string;
  /** Of a member of COMMON or EQUIVALENCE: where in that storage it lies, and the bytes of one number. */
  readonly shared?: { readonly offset: number; readonly sizeBytes: number };
  /** Why its values cannot be recorded. */
  readonly refusal?: string;
}

/** The custom section that holds the table. */
export const VARIABLE_TABLE = 'haze.fortran-variables';

/** An object with the table in it. Linking puts the tables of several objects one after the other. */
export function appendVariableTable(object: Uint8Array, variables: readonly FortranVariable[]): Uint8Array {
  const encoder = new TextEncoder();
  const name = encoder.encode(VARIABLE_TABLE);
  const table = encoder.encode(`${JSON.stringify(variables)}\n`);
  const contents = [...encodeLength(name.length), ...name];
  const head = Uint8Array.from([0, ...encodeLength(contents.length + table.length), ...contents]);
  const joined = new Uint8Array(object.length + head.length + table.length);
  joined.set(object);
  joined.set(head, object.length);
  joined.set(table, object.length + head.length);
  return joined;
}

// LEB128, as all lengths of a module.
function encodeLength(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...encodeLength(length >>> 7)];
}

/** The variables of a section's contents. */
export function readVariableTable(contents: Uint8Array): FortranVariable[] {
  const tables = new TextDecoder().decode(contents).split('\n').slice(0, -1);
  return tables.flatMap((table) => JSON.parse(table) as FortranVariable[]);
}
