// Table of a Fortran program's variables, stored in a section of the object, next to the debug information for the
// generated C code.
import type { FortranVariable } from '../../fortran/printing/writer/variables.ts';

/** Custom section that holds the table. */
export const VARIABLE_TABLE = 'haze.fortran-variables';

/** Appends the table to an object. Linking concatenates the tables of several objects. */
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

// Encodes a length in LEB128, like all lengths in a module.
function encodeLength(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...encodeLength(length >>> 7)];
}

/** Variables in a section's contents. */
export function readVariableTable(contents: Uint8Array): FortranVariable[] {
  const tables = new TextDecoder().decode(contents).split('\n').slice(0, -1);
  return tables.flatMap((table) => JSON.parse(table) as FortranVariable[]);
}
