// The floating-point variables of a program that was built without optimising and with debug information: what they are
// called, where they are declared, of what shape they are, and where in memory they lie.

import { maybeLanguageOfPath } from '../language.ts';
import { readDebugSections } from './debug-sections.ts';
import {
  ATTRIBUTE,
  type AttributeValue,
  type DebugInformation,
  DwarfReader,
  type Entry,
  readEntries,
  TAG,
} from './entries.ts';
import { readFileNames } from './line-files.ts';
import { maybeShapeOf, type Shape, typeOf } from './value-shapes.ts';

/** Where a variable lies: at an address, or in the frame of each call of its function. */
export type VariablePlace =
  | { readonly kind: 'static'; readonly address: number }
  | {
      readonly kind: 'frame';
      /** The function: an offset in the contents of the code section. */
      readonly functionAt: number;
      /** The local of the function that holds the address of its frame. */
      readonly local: number;
      readonly offset: number;
    };

export interface ProgramVariable {
  readonly name: string;
  /** Path among the program's files. */
  readonly file: string;
  readonly line: number;
  /** '' outside of functions. */
  readonly functionName: string;
  readonly shape: Shape;
  readonly place: VariablePlace;
}

/**
 * All floating-point variables of the program's own files that lie in memory, in the order of their units.
 * @throws HazeError `malformed-debug-information`
 */
export function listProgramVariables(module: Uint8Array): ProgramVariable[] {
  const sections = readDebugSections(module);
  const information = readEntries(sections);
  return information.units.flatMap((unit) => {
    const table = unit.attributes.get(ATTRIBUTE.statementList);
    if (typeof table !== 'number') return [];
    const files = readFileNames(sections.get('.debug_line') ?? new Uint8Array(), table);
    return new VariableWalk(information, files).visit(unit);
  });
}

interface FunctionFrame {
  readonly name: string;
  readonly at: number;
  readonly local: number | undefined;
}

class VariableWalk {
  readonly #information: DebugInformation;
  readonly #files: readonly string[];
  readonly #found: ProgramVariable[] = [];

  constructor(information: DebugInformation, files: readonly string[]) {
    this.#information = information;
    this.#files = files;
  }

  visit(entry: Entry, frame?: FunctionFrame): ProgramVariable[] {
    const inner = entry.tag === TAG.subprogram ? this.#frameOf(entry) : frame;
    if (entry.tag === TAG.variable || entry.tag === TAG.parameter) this.#add(entry, frame);
    for (const child of entry.children) this.visit(child, inner);
    return this.#found;
  }

  #add(entry: Entry, frame: FunctionFrame | undefined): void {
    const place = maybePlace(entry.attributes.get(ATTRIBUTE.location), frame);
    const file = this.#files[Number(this.#find(entry, ATTRIBUTE.declaredFile) ?? 0)] ?? '';
    const name = this.#find(entry, ATTRIBUTE.name);
    // What is declared in headers of the system is not the program's.
    if (!place || typeof name !== 'string' || file === '' || !isProgramFile(file)) return;
    const declaration = this.#origin(entry) ?? entry;
    const type = typeOf(this.#information, entry) ?? typeOf(this.#information, declaration);
    const shape = maybeShapeOf(this.#information, type);
    if (!shape) return;
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

  /** An attribute of an entry, or of the declaration that it completes. */
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

// The C of the Fortran front end has names and lines of its own, which a person never sees.
function isProgramFile(file: string): boolean {
  return !file.startsWith('/') && !file.endsWith('.generated.c') && maybeLanguageOfPath(file) !== 'Fortran';
}

const OP_ADDRESS = 0x03;
const OP_FRAME_OFFSET = 0x91;
const OP_WASM_LOCATION = 0xed;
const WASM_LOCAL = 0x00;
/** The linker's address of what nothing uses and it has left out. */
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
