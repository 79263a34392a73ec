// Splits a module into a first part and further parts with functions that few runs call. An instance of the first part
// and all further parts works like the whole module. Parts share memory, table and globals with the first part, and
// call functions in other parts through the table, into which each part puts its functions. For absent functions, the
// first part's table contains stubs, which report the missing part through the single added import. The import throws,
// and the run starts again with a fresh instance that includes the part. All absent functions of the same part and type
// share a stub: with a separate stub for each function, a divided compiler would be several percent larger.
import { ByteReader } from '../encoding/byte-reader.ts';
import { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import { FUNCREF, I32, type ModuleInfo, SECTION, type Section } from '../reading/module-info.ts';
import { readModule, unsupported } from '../reading/module-reader.ts';
import { makeStub, moveBody } from './part-code.ts';
import { FIRST, planSplit, type SplitPlan } from './split-plan.ts';

/** Names by which parts refer to each other. */
export interface SplitNames {
  /**
   * Module of the import that a call to an absent function invokes. It has type (i32) -> (), takes the number of the
   * missing part, and must throw.
   */
  readonly module: string;
  readonly load: string;
  /**
   * Names under which the first part exports shared objects and other parts import them. A prefix is followed by the
   * number of the global.
   */
  readonly memory: string;
  readonly table: string;
  readonly global: string;
}

const HEADER_BYTES = 8;
/** Import and export kinds. */
const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const;
const FUNCTION_TYPE = 0x60;

/**
 * Sections of the first part in the order that the format requires; the module's own data count precedes its code.
 */
const FIRST_SECTIONS = [
  SECTION.type,
  SECTION.import,
  SECTION.function,
  SECTION.table,
  SECTION.memory,
  SECTION.global,
  SECTION.export,
  SECTION.element,
  SECTION.dataCount,
  SECTION.code,
  SECTION.data,
];

/**
 * Splits a module and returns its parts in order.
 * @param partOf part number of each function that the module defines; a part without functions is still a module.
 *   Exported functions are always in the first part.
 * @throws HazeError `malformed-module`; `unsupported-instruction` unless the module has one memory and one table of
 *   its own, filled by one segment; also for tail calls, and for functions used as values
 */
export function splitModule(
  module: Uint8Array,
  partOf: Uint8Array,
  partCount: number,
  names: SplitNames,
): Uint8Array[] {
  const info = readModule(module);
  if (info.tagTypes.length > 0 || info.sections.some(({ id }) => id === SECTION.start))
    throw unsupported('exception tags or a start function', 'a module that must be divided', 0);
  const all = new Uint8Array(info.functionTypes.length);
  all.set(partOf, info.functionImports.length);
  for (const { kind, index } of info.exports) if (kind === KIND.function) all[index] = FIRST;
  const list = new InstructionList();
  const plan = planSplit(info, all, partCount, (see) => {
    info.bodies.forEach((body, i) => {
      const index = info.functionImports.length + i;
      decodeBody(info, index, body, list);
      see(index, list);
    });
  });
  const writer = new SplitWriter(info, plan, names, list);
  return Array.from({ length: partCount }, (_, part) =>
    part === FIRST ? writer.writeFirst() : writer.writeOther(part),
  );
}

/** Writes the parts of one module, one after another. */
class SplitWriter {
  readonly #info: ModuleInfo;
  readonly #plan: SplitPlan;
  readonly #names: SplitNames;
  readonly #list: InstructionList;
  /** Index of a function in the part being written, by index in the whole module; -1 if it is absent. */
  readonly #newIndex: Int32Array;

  constructor(info: ModuleInfo, plan: SplitPlan, names: SplitNames, list: InstructionList) {
    this.#info = info;
    this.#plan = plan;
    this.#names = names;
    this.#list = list;
    this.#newIndex = new Int32Array(info.functionTypes.length);
  }

  writeFirst(): Uint8Array {
    const own = this.#functionsOf(FIRST);
    const stubs = this.#listStubs();
    const load = this.#info.functionImports.length;
    // After the imports come this part's own functions, then stubs.
    this.#newIndex.fill(-1);
    for (let index = 0; index < load; index++) this.#newIndex[index] = index;
    for (const [i, index] of own.entries()) this.#newIndex[index] = load + 1 + i;
    const stubIndex = new Map(
      stubs.map((stub, i) => [this.#keyOf(stub), load + 1 + own.length + i] as const),
    );
    const written = new Map<number, ByteWriter>([
      [SECTION.type, this.#types()],
      [SECTION.import, this.#importsWithLoad()],
      [SECTION.function, this.#functionTypes([...own, ...stubs])],
      [SECTION.table, this.#table()],
      [SECTION.export, this.#exports()],
      [SECTION.element, this.#firstElements(stubIndex)],
      [SECTION.code, this.#firstCode(own, stubs)],
    ]);
    const out = this.#begin();
    for (const id of FIRST_SECTIONS) {
      const content = written.get(id);
      const section = this.#sectionOf(id);
      if (content) out.section(id, content);
      else if (section) out.copy(this.#info.bytes, section.header, section.end);
    }
    return out.finish();
  }

  writeOther(part: number): Uint8Array {
    const own = this.#functionsOf(part);
    this.#newIndex.fill(-1);
    for (const [i, index] of own.entries()) this.#newIndex[index] = i;
    const types = new ByteWriter();
    types.u32(own.length);
    for (const index of own) types.u32(this.#info.functionTypes[index]!);
    const code = new ByteWriter();
    code.u32(own.length);
    for (const index of own) this.#moveBody(code, index);
    const out = this.#begin();
    out.section(SECTION.type, this.#types());
    out.section(SECTION.import, this.#sharedImports());
    out.section(SECTION.function, types);
    out.section(SECTION.element, this.#elementsOf(part));
    out.section(SECTION.code, code);
    return out.finish();
  }

  #begin(): ByteWriter {
    const out = new ByteWriter(this.#info.bytes.length);
    out.copy(this.#info.bytes, 0, HEADER_BYTES);
    return out;
  }

  #sectionOf(id: number): Section | undefined {
    return this.#info.sections.find((section) => section.id === id);
  }

  #functionsOf(part: number): number[] {
    const { functionImports, bodies } = this.#info;
    const indices = bodies.map((_, i) => functionImports.length + i);
    return indices.filter((index) => this.#plan.partOf[index] === part);
  }

  /** Number of a function's stub, shared by all functions of the same part and type. */
  #keyOf(index: number): number {
    return this.#plan.partOf[index]! * this.#info.types.length + this.#info.functionTypes[index]!;
  }

  /** For each stub, an absent function that needs the stub. */
  #listStubs(): number[] {
    const { partOf, tableFunctions, addedFunctions } = this.#plan;
    const absent = [...tableFunctions, ...addedFunctions].filter((index) => partOf[index] !== FIRST);
    const stubs = new Map(absent.map((index) => [this.#keyOf(index), index]));
    return [...stubs].sort(([one], [other]) => one - other).map(([, index]) => index);
  }

  /** A vector from the module with additional items appended. */
  #longer(id: number, added: number): ByteWriter {
    const out = new ByteWriter();
    const section = this.#sectionOf(id);
    const reader = new ByteReader(this.#info.bytes, section?.start ?? 0, section?.end ?? 0);
    out.u32((section ? reader.u32() : 0) + added);
    if (section) out.copy(this.#info.bytes, reader.position, section.end);
    return out;
  }

  /** The module's types, followed by the type of the added import. */
  #types(): ByteWriter {
    const out = this.#longer(SECTION.type, 1);
    for (const byte of [FUNCTION_TYPE, 1, I32, 0]) out.byte(byte);
    return out;
  }

  #importsWithLoad(): ByteWriter {
    const out = this.#longer(SECTION.import, 1);
    out.name(this.#names.module);
    out.name(this.#names.load);
    out.byte(KIND.function);
    out.u32(this.#info.types.length);
    return out;
  }

  #functionTypes(functions: readonly number[]): ByteWriter {
    const out = new ByteWriter();
    out.u32(functions.length);
    for (const index of functions) out.u32(this.#info.functionTypes[index]!);
    return out;
  }

  get #slots(): number {
    return this.#plan.ownSlots + this.#plan.addedFunctions.length;
  }

  #table(): ByteWriter {
    const out = new ByteWriter();
    for (const byte of [1, FUNCREF, 0]) out.byte(byte);
    out.u32(this.#slots);
    return out;
  }

  #exports(): ByteWriter {
    const { exports, globalTypes } = this.#info;
    const { memory, table, global } = this.#names;
    const out = new ByteWriter();
    const add = (name: string, kind: number, index: number) => {
      out.name(name);
      out.byte(kind);
      out.u32(index);
    };
    out.u32(exports.length + globalTypes.length + 2);
    for (const { name, kind, index } of exports)
      add(name, kind, kind === KIND.function ? this.#newIndex[index]! : index);
    add(memory, KIND.memory, 0);
    add(table, KIND.table, 0);
    for (const index of globalTypes.keys()) add(`${global}${index}`, KIND.global, index);
    return out;
  }

  #sharedImports(): ByteWriter {
    const { bytes, globalTypes, globalVariability } = this.#info;
    const { module, memory, table, global } = this.#names;
    const out = new ByteWriter();
    const add = (name: string, kind: number) => {
      out.name(module);
      out.name(name);
      out.byte(kind);
    };
    out.u32(globalTypes.length + 2);
    add(memory, KIND.memory);
    out.byte(0);
    const limits = this.#sectionOf(SECTION.memory)!;
    out.u32(new ByteReader(bytes, limits.start + 2, limits.end).u32());
    add(table, KIND.table);
    out.byte(FUNCREF);
    out.byte(0);
    out.u32(this.#slots);
    for (const [index, type] of globalTypes.entries()) {
      add(`${global}${index}`, KIND.global);
      out.byte(type);
      out.byte(globalVariability[index]!);
    }
    return out;
  }

  /** Writes all slots that hold a function. The slots of absent functions hold stubs. */
  #firstElements(stubIndex: ReadonlyMap<number, number>): ByteWriter {
    const { partOf, tableStart, tableFunctions, ownSlots, addedFunctions } = this.#plan;
    const segments = [
      { slot: tableStart, functions: tableFunctions },
      { slot: ownSlots, functions: addedFunctions },
    ];
    return writeElements(segments, (index) =>
      partOf[index] === FIRST ? this.#newIndex[index]! : stubIndex.get(this.#keyOf(index))!,
    );
  }

  #elementsOf(part: number): ByteWriter {
    const { partOf, tableStart, tableFunctions, ownSlots, addedFunctions } = this.#plan;
    const segments: { slot: number; functions: number[] }[] = [];
    const add = (slot: number, index: number) => {
      if (partOf[index] !== part) return;
      const last = segments.at(-1);
      if (last && last.slot + last.functions.length === slot) last.functions.push(index);
      else segments.push({ slot, functions: [index] });
    };
    for (const [i, index] of tableFunctions.entries()) add(tableStart + i, index);
    for (const [i, index] of addedFunctions.entries()) add(ownSlots + i, index);
    return writeElements(segments, (index) => this.#newIndex[index]!);
  }

  #firstCode(own: readonly number[], stubs: readonly number[]): ByteWriter {
    const code = new ByteWriter();
    code.u32(own.length + stubs.length);
    for (const index of own) this.#moveBody(code, index);
    for (const index of stubs)
      writeBody(code, makeStub(this.#plan.partOf[index]!, this.#info.functionImports.length));
    return code;
  }

  #moveBody(code: ByteWriter, index: number): void {
    const info = this.#info;
    decodeBody(info, index, info.bodies[index - info.functionImports.length]!, this.#list);
    writeBody(code, moveBody(info, this.#list, { newIndex: this.#newIndex, slotOf: this.#plan.slotOf }));
  }
}

/** A segment for each run of consecutive slots. */
function writeElements(
  segments: readonly { readonly slot: number; readonly functions: readonly number[] }[],
  indexOf: (index: number) => number,
): ByteWriter {
  const out = new ByteWriter();
  out.u32(segments.length);
  for (const { slot, functions } of segments) {
    for (const byte of [0, op.I32_CONST]) out.byte(byte);
    out.s32(slot);
    out.byte(op.END);
    out.u32(functions.length);
    for (const index of functions) out.u32(indexOf(index));
  }
  return out;
}

function writeBody(code: ByteWriter, body: ByteWriter): void {
  code.u32(body.length);
  code.append(body);
}
