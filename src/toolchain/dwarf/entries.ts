// Reads DWARF version 4 entries (dwarfstd.org, 2010, chapter 7) as trees, one for each unit: a program's variables and
// their types. Skips units in other versions, which only libraries can contain.
import { HazeError } from '../../errors/haze-error.ts';

/** Entry tags that the reader distinguishes. */
export const TAG = {
  arrayType: 0x01,
  classType: 0x02,
  parameter: 0x05,
  member: 0x0d,
  structureType: 0x13,
  typedef: 0x16,
  inheritance: 0x1c,
  subrange: 0x21,
  baseType: 0x24,
  constType: 0x26,
  subprogram: 0x2e,
  variable: 0x34,
  volatileType: 0x35,
  restrictType: 0x37,
  atomicType: 0x47,
} as const;

/** Attributes that the reader uses. */
export const ATTRIBUTE = {
  location: 0x02,
  name: 0x03,
  byteSize: 0x0b,
  statementList: 0x10,
  lowPc: 0x11,
  upperBound: 0x2f,
  abstractOrigin: 0x31,
  count: 0x37,
  memberLocation: 0x38,
  declaredFile: 0x3a,
  declaredLine: 0x3b,
  encoding: 0x3e,
  frameBase: 0x40,
  specification: 0x47,
  type: 0x49,
  linkageName: 0x6e,
} as const;

/** A number, a string, or the bytes of an expression; a reference is an offset into the section. */
export type AttributeValue = number | string | Uint8Array;

export interface Entry {
  readonly offset: number;
  readonly tag: number;
  readonly attributes: ReadonlyMap<number, AttributeValue>;
  readonly children: Entry[];
}

/** The units of a program, and all their entries by offset. */
export interface DebugInformation {
  readonly units: readonly Entry[];
  readonly byOffset: ReadonlyMap<number, Entry>;
  /**
   * Names of the parts of a complex number, if the language has complex numbers; if undefined, complex numbers are
   * skipped.
   */
  readonly complexParts?: readonly [string, string];
}

interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly specifications: readonly (readonly [attribute: number, form: number])[];
}

const VERSION = 4;

/** A reader of little-endian bytes. */
export class DwarfReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  u8(): number {
    return this.#view.getUint8(this.at++);
  }

  u16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2, true);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  u64(): number {
    this.at += 8;
    return Number(this.#view.getBigUint64(this.at - 8, true));
  }

  unsigned(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.u8();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.u8();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return byte & 0x40 ? value - factor * 128 : value;
    }
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.at);
    const text = new TextDecoder().decode(this.#bytes.subarray(this.at, end));
    this.at = end + 1;
    return text;
  }

  block(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}

/**
 * Reads `.debug_info`.
 * @throws HazeError `malformed-debug-information`
 */
export function readEntries(sections: ReadonlyMap<string, Uint8Array>): DebugInformation {
  const info = sections.get('.debug_info') ?? new Uint8Array();
  const units: Entry[] = [];
  const byOffset = new Map<number, Entry>();
  const reader = new DwarfReader(info);
  try {
    while (!reader.isAtEnd) {
      const start = reader.at;
      const end = start + 4 + reader.u32();
      if (reader.u16() === VERSION) {
        const abbreviations = readAbbreviations(sections, reader.u32());
        reader.at++; // address size: 4
        const unit = new UnitReader(reader, { start, end, sections, abbreviations, byOffset }).read();
        if (unit) units.push(unit);
      }
      reader.at = end;
    }
  } catch (cause) {
    if (cause instanceof HazeError) throw cause;
    throw malformed(`it ends prematurely (at ${reader.at})`, cause);
  }
  return { units, byOffset };
}

function malformed(what: string, cause?: unknown): HazeError {
  return new HazeError(
    'malformed-debug-information',
    `The debug information of the module cannot be read: ${what}.`,
    { cause },
  );
}

function readAbbreviations(
  sections: ReadonlyMap<string, Uint8Array>,
  offset: number,
): Map<number, Abbreviation> {
  const reader = new DwarfReader(sections.get('.debug_abbrev') ?? new Uint8Array(), offset);
  const abbreviations = new Map<number, Abbreviation>();
  for (let code = reader.unsigned(); code !== 0; code = reader.unsigned()) {
    const tag = reader.unsigned();
    const hasChildren = reader.u8() !== 0;
    const specifications: [number, number][] = [];
    for (;;) {
      const attribute = reader.unsigned();
      const form = reader.unsigned();
      if (attribute === 0 && form === 0) break;
      specifications.push([attribute, form]);
    }
    abbreviations.set(code, { tag, hasChildren, specifications });
  }
  return abbreviations;
}

interface UnitContext {
  readonly start: number;
  readonly end: number;
  readonly sections: ReadonlyMap<string, Uint8Array>;
  readonly abbreviations: ReadonlyMap<number, Abbreviation>;
  readonly byOffset: Map<number, Entry>;
}

class UnitReader {
  readonly #reader: DwarfReader;
  readonly #context: UnitContext;

  constructor(reader: DwarfReader, context: UnitContext) {
    this.#reader = reader;
    this.#context = context;
  }

  read(): Entry | undefined {
    const { end, abbreviations, byOffset } = this.#context;
    const reader = this.#reader;
    const open: Entry[] = [];
    let root: Entry | undefined;
    while (reader.at < end) {
      const offset = reader.at;
      const code = reader.unsigned();
      if (code === 0) {
        open.pop();
        if (open.length === 0) break;
        continue;
      }
      const abbreviation = abbreviations.get(code);
      if (!abbreviation) throw malformed(`there is no abbreviation ${code}`);
      const attributes = new Map<number, AttributeValue>();
      for (const [attribute, form] of abbreviation.specifications) {
        attributes.set(attribute, this.#readValue(form));
      }
      const entry: Entry = { offset, tag: abbreviation.tag, attributes, children: [] };
      byOffset.set(offset, entry);
      open.at(-1)?.children.push(entry);
      root ??= entry;
      if (abbreviation.hasChildren) open.push(entry);
      else if (open.length === 0) break;
    }
    return root;
  }

  #readValue(form: number): AttributeValue {
    const reader = this.#reader;
    const { start, sections } = this.#context;
    switch (form) {
      case 0x01: // addr
      case 0x06: // data4
      case 0x10: // ref_addr
      case 0x17: // sec_offset
        return reader.u32();
      case 0x03:
        return reader.block(reader.u16());
      case 0x04:
        return reader.block(reader.u32());
      case 0x05: // data2
        return reader.u16();
      case 0x07: // data8
      case 0x20: // ref_sig8
        return reader.u64();
      case 0x08:
        return reader.text();
      case 0x09: // block
      case 0x18: // exprloc
        return reader.block(reader.unsigned());
      case 0x0a:
        return reader.block(reader.u8());
      case 0x0b: // data1
      case 0x0c: // flag
        return reader.u8();
      case 0x0d:
        return reader.signed();
      case 0x0e: // strp
        return new DwarfReader(sections.get('.debug_str') ?? new Uint8Array(), reader.u32()).text();
      case 0x0f:
        return reader.unsigned();
      case 0x11:
        return start + reader.u8();
      case 0x12:
        return start + reader.u16();
      case 0x13:
        return start + reader.u32();
      case 0x14:
        return start + reader.u64();
      case 0x15:
        return start + reader.unsigned();
      case 0x16:
        return this.#readValue(reader.unsigned());
      case 0x19: // flag_present
        return 1;
      default:
        throw malformed(`an attribute has form 0x${form.toString(16)}`);
    }
  }
}
