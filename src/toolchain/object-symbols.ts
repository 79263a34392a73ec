// Reads which functions and variables a WebAssembly object defines, from the symbol table of its "linking" section.
// Reference: WebAssembly tool conventions, "Linking.md", WASM_SYMBOL_TABLE.

const SYMBOL_TABLE = 8;
const FUNCTION = 0;
const DATA = 1;
const SECTION = 3;
const FLAG_UNDEFINED = 0x10;
const FLAG_EXPLICIT_NAME = 0x40;

/** Names of the functions that an object defines; none when it is no such object. */
export function listDefinedFunctions(object: Uint8Array): string[] {
  return listDefined(object, false);
}

/** Names of the functions and variables that an object defines. */
export function listDefinedNames(object: Uint8Array): string[] {
  return listDefined(object, true);
}

function listDefined(object: Uint8Array, withData: boolean): string[] {
  const linking = maybeCustomSection(object, 'linking');
  if (linking === undefined) return [];
  linking.readNumber(); // version of the section
  while (!linking.isAtEnd()) {
    const kind = linking.readByte();
    const part = linking.takePart(linking.readNumber());
    if (kind === SYMBOL_TABLE) return readDefinedNames(part, withData);
  }
  return [];
}

function readDefinedNames(table: Reader, withData: boolean): string[] {
  const names: string[] = [];
  const count = table.readNumber();
  for (let index = 0; index < count; index++) {
    const kind = table.readByte();
    const flags = table.readNumber();
    const isDefined = (flags & FLAG_UNDEFINED) === 0;
    if (kind === DATA) {
      const name = table.readName();
      if (isDefined && withData) names.push(name);
      // Segment, offset, size.
      if (isDefined) for (let field = 0; field < 3; field++) table.readNumber();
      continue;
    }
    table.readNumber();
    if (kind === SECTION) continue;
    const name = isDefined || (flags & FLAG_EXPLICIT_NAME) !== 0 ? table.readName() : undefined;
    if (kind === FUNCTION && isDefined && name !== undefined) names.push(name);
  }
  return names;
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
