// Floating-point variables of a program that was built without optimisation and with debug information: their names,
// declarations, shapes, and locations in memory.

import { listSections } from '../../rewrite/encoding/list-sections.ts';
import { SECTION } from '../../rewrite/reading/module-info.ts';
import { readVariableTable, VARIABLE_TABLE } from '../fortran/fortran-variables.ts';
import {
  ATTRIBUTE,
  type AttributeValue,
  type DebugInformation,
  DwarfReader,
  type Entry,
  readEntries,
  TAG,
} from './entries.ts';
import { COMPLEX_PARTS, type GeneratedVariable, nameFortranVariables } from './fortran-names.ts';
import type { ProgramVariable, VariablePlace } from './program-variable.ts';
import { maybeShapeOf, typeOf } from './value-shapes.ts';

/**
 * All floating-point variables of the program's own files that reside in memory, in the order of their units.
 * @throws HazeError `malformed-debug-information`
 */
export function listProgramVariables(module: Uint8Array): ProgramVariable[] {
  const sections = readDebugSections(module);
  const information = readEntries(sections);
  const fortran = readVariableTable(sections.get(VARIABLE_TABLE) ?? new Uint8Array());
  return information.units.flatMap((unit) => {
    const table = unit.attributes.get(ATTRIBUTE.statementList);
    if (typeof table !== 'number') return [];
    if (String(unit.attributes.get(ATTRIBUTE.name)).endsWith('.generated.c')) {
      const walk = new VariableWalk({ ...information, complexParts: COMPLEX_PARTS });
      return nameFortranVariables(walk.visit(unit), fortran);
    }
    const files = readFileNames(sections.get('.debug_line') ?? new Uint8Array(), table);
    return new VariableWalk(information).visit(unit).flatMap(({ shape, file, ...found }) => {
      const path = files[file] ?? '';
      return shape && isProgramFile(path) ? [{ ...found, shape, file: path }] : [];
    });
  });
}

interface FunctionFrame {
  readonly name: string;
  readonly at: number;
  readonly local: number | undefined;
}

/** A declared variable, with the number of its file. */
interface DeclaredVariable extends GeneratedVariable {
  readonly file: number;
  readonly line: number;
}

/** Finds all variables of a unit that reside in memory, including variables without floating-point numbers. */
class VariableWalk {
  readonly #information: DebugInformation;
  readonly #found: DeclaredVariable[] = [];

  constructor(information: DebugInformation) {
    this.#information = information;
  }

  visit(entry: Entry, frame?: FunctionFrame): DeclaredVariable[] {
    const inner = entry.tag === TAG.subprogram ? this.#frameOf(entry) : frame;
    if (entry.tag === TAG.variable || entry.tag === TAG.parameter) this.#add(entry, frame);
    for (const child of entry.children) this.visit(child, inner);
    return this.#found;
  }

  #add(entry: Entry, frame: FunctionFrame | undefined): void {
    const place = maybePlace(entry.attributes.get(ATTRIBUTE.location), frame);
    const name = this.#find(entry, ATTRIBUTE.name);
    if (!place || typeof name !== 'string') return;
    const declaration = this.#origin(entry) ?? entry;
    const type = typeOf(this.#information, entry) ?? typeOf(this.#information, declaration);
    const shape = maybeShapeOf(this.#information, type);
    const file = Number(this.#find(entry, ATTRIBUTE.declaredFile) ?? 0);
    const line = Number(this.#find(entry, ATTRIBUTE.declaredLine) ?? 0);
    this.#found.push({ name, file, line, functionName: frame?.name ?? '', shape, place });
  }

  #frameOf(entry: Entry): FunctionFrame {
    const name = this.#find(entry, ATTRIBUTE.name);
    return {
      name: typeof name === 'string' ? name : '',
      at: Number(entry.attributes.get(ATTRIBUTE.lowPc) ?? 0),
      local: maybeFrameLocal(entry.attributes.get(ATTRIBUTE.frameBase)),
    };
  }

  /** An attribute of an entry, or of the declaration that the entry completes. */
  #find(entry: Entry, attribute: number): AttributeValue | undefined {
    const own = entry.attributes.get(attribute);
    if (own !== undefined) return own;
    const origin = this.#origin(entry);
    return origin && this.#find(origin, attribute);
  }

  #origin({ attributes }: Entry): Entry | undefined {
    const reference = attributes.get(ATTRIBUTE.specification) ?? attributes.get(ATTRIBUTE.abstractOrigin);
    return typeof reference === 'number' ? this.#information.byOffset.get(reference) : undefined;
  }
}

// Declarations in system headers do not belong to the program.
function isProgramFile(file: string): boolean {
  return file !== '' && !file.startsWith('/');
}

const OP_ADDRESS = 0x03;
const OP_FRAME_OFFSET = 0x91;
const OP_WASM_LOCATION = 0xed;
const WASM_LOCAL = 0x00;
/** Address that the linker writes for unused data that it has removed. */
const REMOVED = 0xffff_fffe;

function maybePlace(
  location: AttributeValue | undefined,
  frame: FunctionFrame | undefined,
): VariablePlace | undefined {
  if (!(location instanceof Uint8Array) || location.length === 0) return undefined;
  const reader = new DwarfReader(location);
  const operation = reader.u8();
  if (operation === OP_ADDRESS) {
    const address = reader.u32();
    return address >= REMOVED ? undefined : { kind: 'static', address };
  }
  if (operation !== OP_FRAME_OFFSET || frame?.local === undefined) return undefined;
  return { kind: 'frame', functionAt: frame.at, local: frame.local, offset: reader.signed() };
}

function maybeFrameLocal(base: AttributeValue | undefined): number | undefined {
  if (!(base instanceof Uint8Array) || base.length < 3) return undefined;
  const reader = new DwarfReader(base);
  if (reader.u8() !== OP_WASM_LOCATION || reader.u8() !== WASM_LOCAL) return undefined;
  return reader.unsigned();
}

/** Contents of the custom sections, keyed by section name, such as `.debug_info`. */
function readDebugSections(module: Uint8Array): Map<string, Uint8Array> {
  const sections = new Map<string, Uint8Array>();
  for (const { id, contents } of listSections(module)) {
    const name = id === SECTION.custom ? contents.name() : '';
    if (name.startsWith('.debug_') || name === VARIABLE_TABLE) sections.set(name, contents.rest());
  }
  return sections;
}

/** Paths by 1-based number; the program's paths have no leading slash. */
function readFileNames(section: Uint8Array, offset: number): string[] {
  const reader = new DwarfReader(section, offset);
  reader.at += 4; // length
  const version = reader.u16();
  if (version < 2 || version > 4) return [];
  reader.at += 4; // header length
  reader.at += version >= 4 ? 5 : 4; // instruction sizes, default, base and range of lines
  const standardOpcodes = reader.u8() - 1;
  reader.at += standardOpcodes;
  const folders = [''];
  for (let folder = reader.text(); folder !== ''; folder = reader.text()) folders.push(folder);
  const names = [''];
  for (let name = reader.text(); name !== ''; name = reader.text()) {
    const folder = folders[reader.unsigned()] ?? '';
    reader.unsigned(); // modification time
    reader.unsigned(); // length
    names.push(joinPath(folder, name));
  }
  return names;
}

function joinPath(folder: string, name: string): string {
  const path = name.startsWith('/') || folder === '' ? name : `${folder.replace(/\/$/, '')}/${name}`;
  return path.replace(/^\/program\//, '').replace(/^(\.\/)+/, '');
}
