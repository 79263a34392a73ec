// Reads which functions and variables a WebAssembly object defines, from the symbol table of its "linking" section.
// Reference: WebAssembly tool conventions, "Linking.md", WASM_SYMBOL_TABLE.

const SYMBOL_TABLE = 8;
const FUNCTION = 0;
const DATA = 1;
const SECTION = 3;
const FLAG_UNDEFINED = 0x10;
const FLAG_EXPLICIT_NAME = 0x40;

/** Names of the functions that an object defines; empty for other files. */
export function listDefinedFunctions(object: Uint8Array): string[] {
  return listSymbols(object).flatMap(({ kind, isDefined, name }) =>
    isDefined && kind === FUNCTION && name !== undefined ? [name] : [],
  );
}

/** Names of the functions and variables that an object defines. */
export function listDefinedNames(object: Uint8Array): string[] {
  return listSymbols(object).flatMap(({ kind, isDefined, name }) =>
    isDefined && (kind === FUNCTION || kind === DATA) && name !== undefined ? [name] : [],
  );
}

/** Source names of functions that an object imports under another name, by their numbers. */
export function listRenamedImports(object: Uint8Array): ReadonlyMap<number, string> {
  const renamed = new Map<number, string>();
  for (const { kind, isDefined, index, name } of listSymbols(object))
    if (kind === FUNCTION && !isDefined && name !== undefined) renamed.set(index, name);
  return renamed;
}

interface ObjectSymbol {
  readonly kind: number;
  readonly isDefined: boolean;
  /** Absent when the symbol has the name of its import. */
  readonly name: string | undefined;
  /** Number in the index space of its kind; 0 for data. */
  readonly index: number;
}

function listSymbols(object: Uint8Array): ObjectSymbol[] {
  const linking = maybeCustomSection(object, 'linking');
  if (linking === undefined) return [];
  linking.readNumber(); // version of the section
  while (!linking.isAtEnd()) {
    const kind = linking.readByte();
    const part = linking.takePart(linking.readNumber());
    if (kind === SYMBOL_TABLE) return readSymbols(part);
  }
  return [];
}

function readSymbols(table: Reader): ObjectSymbol[] {
  const symbols: ObjectSymbol[] = [];
  const count = table.readNumber();
  for (let left = count; left > 0 && !table.isAtEnd(); left--) {
    const kind = table.readByte();
    const flags = table.readNumber();
    const isDefined = (flags & FLAG_UNDEFINED) === 0;
    if (kind === DATA) {
      symbols.push({ kind, isDefined, name: table.readName(), index: 0 });
      // Segment, offset, size.
      if (isDefined) for (let field = 0; field < 3; field++) table.readNumber();
      continue;
    }
    const index = table.readNumber();
    if (kind === SECTION) continue;
    const isNamed = isDefined || (flags & FLAG_EXPLICIT_NAME) !== 0;
    symbols.push({ kind, isDefined, name: isNamed ? table.readName() : undefined, index });
  }
  return symbols;
}

function maybeCustomSection(object: Uint8Array, wanted: string): Reader | undefined {
  const reader = new Reader(object);
  reader.takePart(8); // magic number and version
  while (!reader.isAtEnd()) {
    const id = reader.readByte();
    const section = reader.takePart(reader.readNumber());
    if (id === 0 && section.readName() === wanted) return section;
  }
  return undefined;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  readByte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  /** An unsigned LEB128 number. */
  readNumber(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.readByte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  readName(): string {
    const length = this.readNumber();
    return new TextDecoder().decode(this.takePart(length).#bytes);
  }

  takePart(length: number): Reader {
    const part = new Reader(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return part;
  }
}
