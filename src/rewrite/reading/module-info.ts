// Facts about a module that the rewriter reads before any code: sections, types, index spaces, exports, names.

export const I32 = 0x7f;
export const I64 = 0x7e;
export const F32 = 0x7d;
export const F64 = 0x7c;
export const V128 = 0x7b;
export const FUNCREF = 0x70;
export const EXTERNREF = 0x6f;
export const EXNREF = 0x69;

export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
  tag: 13,
} as const;

/**
 * A section by its position in the module: `header` is the offset of its id byte; `start` and `end` bound its
 * contents.
 */
export interface Section {
  readonly id: number;
  /** Name of a custom section; otherwise ''. */
  readonly name: string;
  readonly header: number;
  readonly start: number;
  readonly end: number;
}

export interface FunctionType {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

export interface FunctionImport {
  readonly module: string;
  readonly name: string;
}

export interface ExportEntry {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
  /** Offset of the entry's bytes in the module. */
  readonly start: number;
  readonly end: number;
}

/** A function body: `sizeAt` is the offset of its size; `start` and `end` bound its bytes. */
export interface Body {
  readonly sizeAt: number;
  readonly start: number;
  readonly end: number;
}

export interface ModuleInfo {
  readonly bytes: Uint8Array;
  readonly sections: readonly Section[];
  readonly types: readonly FunctionType[];
  /** One entry per imported function; imports come first in the index space. */
  readonly functionImports: readonly FunctionImport[];
  /** Type index of every function, including imports. */
  readonly functionTypes: readonly number[];
  readonly tableTypes: readonly number[];
  readonly globalTypes: readonly number[];
  /** 1 for each mutable global, 0 for immutable globals. */
  readonly globalVariability: readonly number[];
  /** Initial value of each global that is initialised by a plain `i32.const`; undefined for the others. */
  readonly globalConstants: readonly (number | undefined)[];
  /** Type index of every tag. */
  readonly tagTypes: readonly number[];
  readonly exports: readonly ExportEntry[];
  /** Functions that a table or constant expression refers to, so that indirect calls may reach them. */
  readonly referencedFunctions: ReadonlySet<number>;
  readonly bodies: readonly Body[];
  /** Function names from the name section, by index. */
  readonly names: ReadonlyMap<number, string>;
  readonly globalNames: ReadonlyMap<number, string>;
}

/** Index of an exported function, or undefined. */
export function maybeExportedFunction(info: ModuleInfo, name: string): number | undefined {
  return info.exports.find((entry) => entry.kind === 0 && entry.name === name)?.index;
}

export function describeFunction(info: ModuleInfo, index: number): string {
  const name = info.names.get(index);
  return name === undefined ? `function ${index}` : `function ${index} (${name})`;
}

/** Value type of each letter used in the effects of `OPCODES`. */
export function typeOfLetter(letter: string): number {
  const type = { i: I32, l: I64, f: F32, d: F64, v: V128 }[letter];
  if (type === undefined) throw new TypeError(`no type has the letter ${letter}`);
  return type;
}
