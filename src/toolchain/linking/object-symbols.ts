// Lists the functions and variables that a WebAssembly object defines, from the symbol table in its "linking"
// section. Reference: WebAssembly tool conventions, "Linking.md", WASM_SYMBOL_TABLE.
import { HazeError } from '../../errors/haze-error.ts';
import type { ByteReader } from '../../rewrite/encoding/byte-reader.ts';
import { listSections } from '../../rewrite/encoding/list-sections.ts';
import { SECTION } from '../../rewrite/reading/module-info.ts';

const SYMBOL_TABLE = 8;
const FUNCTION = 0;
const DATA = 1;
const SECTION_SYMBOL = 3;
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

/** Source names of functions that an object imports under another name, by function number. */
export function listRenamedImports(object: Uint8Array): ReadonlyMap<number, string> {
  const renamed = new Map<number, string>();
  for (const { kind, isDefined, index, name } of listSymbols(object))
    if (kind === FUNCTION && !isDefined && name !== undefined) renamed.set(index, name);
  return renamed;
}

interface ObjectSymbol {
  readonly kind: number;
  readonly isDefined: boolean;
  /** Undefined if the symbol has the same name as its import. */
  readonly name: string | undefined;
  /** Index in the index space of its kind; 0 for data. */
  readonly index: number;
}

// The linker reports files that are damaged or are not objects.
function listSymbols(object: Uint8Array): ObjectSymbol[] {
  try {
    for (const { id, contents } of listSections(object))
      if (id === SECTION.custom && contents.name() === 'linking') return readLinking(contents);
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
  }
  return [];
}

function readLinking(linking: ByteReader): ObjectSymbol[] {
  linking.u32(); // section version
  while (linking.position < linking.end) {
    const kind = linking.byte();
    const size = linking.u32();
    if (kind === SYMBOL_TABLE) return readSymbols(linking);
    linking.skip(size);
  }
  return [];
}

function readSymbols(table: ByteReader): ObjectSymbol[] {
  const symbols: ObjectSymbol[] = [];
  for (let left = table.count(); left > 0; left--) {
    const kind = table.byte();
    const flags = table.u32();
    const isDefined = (flags & FLAG_UNDEFINED) === 0;
    if (kind === DATA) {
      symbols.push({ kind, isDefined, name: table.name(), index: 0 });
      // Segment, offset, size.
      if (isDefined) for (let field = 0; field < 3; field++) table.u32();
      continue;
    }
    const index = table.u32();
    if (kind === SECTION_SYMBOL) continue;
    const isNamed = isDefined || (flags & FLAG_EXPLICIT_NAME) !== 0;
    symbols.push({ kind, isDefined, name: isNamed ? table.name() : undefined, index });
  }
  return symbols;
}
