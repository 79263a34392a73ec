// Modules that contain only imports and exports, written byte by byte, so that they need no compiler and any name is
// allowed.

/** An import of any kind; a function without a signature has no parameters and no results. */
export interface ImportedFunction {
  readonly module: string;
  readonly name: string;
  /** Letters for parameters and results: i, I, f and F are numbers, e is externref, a is funcref. */
  readonly signature?: string;
  readonly kind?: WebAssembly.ImportExportKind;
}

/** The first bytes of a WebAssembly module: magic number and version. */
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const TYPES: Readonly<Record<string, number>> = { i: 0x7f, I: 0x7e, f: 0x7d, F: 0x7c, e: 0x6f, a: 0x70 };
/** The kind and the type, which follow the name. A function's type follows its kind. */
const OTHER_KINDS = { table: [1, 0x70, 0, 0], memory: [2, 0, 1], global: [3, 0x7f, 0], tag: [4, 0, 0] };

function number(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7)];
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value);
  return [...number(bytes.length), ...bytes];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...number(items.length), ...items.flat()];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...number(content.length), ...content];
}

/** A module with these imports, and its own function under each name in `exports`. */
export function createImportModule(
  imports: readonly ImportedFunction[],
  exports: readonly string[] = [],
): Uint8Array {
  const signatures = [':', ...imports.map(({ signature = ':' }) => signature)];
  const typeOf = (signature: string) => {
    const [parameters = '', results = ''] = signature.split(':');
    const letters = (word: string) => vector([...word].map((letter) => [TYPES[letter]!]));
    return [0x60, ...letters(parameters), ...letters(results)];
  };
  const importOf = ({ module, name, kind = 'function' }: ImportedFunction, i: number) => {
    const described = kind === 'function' ? [0, ...number(i + 1)] : OTHER_KINDS[kind];
    return [...text(module), ...text(name), ...described];
  };
  const own = imports.filter(({ kind = 'function' }) => kind === 'function').length;
  return Uint8Array.from([
    ...HEADER,
    ...section(1, vector(signatures.map(typeOf))),
    ...section(2, vector(imports.map(importOf))),
    ...section(3, vector([[0]])),
    ...section(7, vector(exports.map((name) => [...text(name), 0, ...number(own)]))),
    ...section(10, vector([[2, 0, 0x0b]])),
  ]);
}
