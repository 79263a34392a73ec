// Makes a program report stores to watched variables: after every store, it tests whether the address lies in such a
// variable. Static variables are always watched. A function's variables are watched from the creation of its frame
// until the function returns.

import { HazeError } from '../../errors/haze-error.ts';
import type { ByteWriter } from '../../rewrite/encoding/byte-writer.ts';
import * as op from '../../rewrite/encoding/opcode-names.ts';
import { FC_PAGE, OPCODES } from '../../rewrite/encoding/opcodes.ts';
import type { InstructionList } from '../../rewrite/reading/instruction-list.ts';
import {
  F32,
  F64,
  I32,
  I64,
  type ModuleInfo,
  maybeExportedFunction,
  SECTION,
  V128,
} from '../../rewrite/reading/module-info.ts';
import type { EditPlan, FunctionEdit } from '../../rewrite/writing/insert-code.ts';

/** Location of a watched variable. `functionAt` is an offset within the code section's contents. */
export type WatchedPlace =
  | { readonly kind: 'static'; readonly address: number }
  | { readonly kind: 'frame'; readonly functionAt: number; readonly local: number; readonly offset: number };

/** A variable whose assignments are recorded. */
export interface WatchedValue {
  readonly places: readonly WatchedPlace[];
  readonly elements: readonly { readonly offset: number; readonly sizeBytes: number }[];
}

/** Range that covers all elements of a variable. */
export function spanOf({ elements }: WatchedValue): { start: number; sizeBytes: number } {
  const start = Math.min(...elements.map(({ offset }) => offset));
  const end = Math.max(...elements.map(({ offset, sizeBytes }) => offset + sizeBytes));
  return { start, sizeBytes: end - start };
}

interface Runtime {
  readonly enter: number;
  readonly leave: number;
  readonly store: number;
  /** The global that holds the stack pointer. */
  readonly stackPointer: number;
}

interface FrameWatch {
  readonly variable: number;
  readonly local: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** @throws HazeError `missing-watch` if the module was not built for watching */
export function planWatching(info: ModuleInfo, watched: readonly WatchedValue[]): EditPlan {
  const runtime = {
    enter: requireFunction(info, '__ux_watch_enter'),
    leave: requireFunction(info, '__ux_watch_leave'),
    store: requireFunction(info, '__ux_watch_store'),
    stackPointer: info.exports.find(({ kind, name }) => kind === 3 && name === '__stack_pointer')?.index ?? 0,
  };
  const frames = collectFrames(info, watched);
  return {
    concerns: (index) => !/^(__ux_|__wrap_|__wasm_)/.test(info.names.get(index) ?? ''),
    editOf: (index, list) => {
      const type = info.types[info.functionTypes[index]!]!;
      return planFunction(list, runtime, frames.get(index) ?? [], type.results);
    },
  };
}

function requireFunction(info: ModuleInfo, name: string): number {
  const index = maybeExportedFunction(info, name);
  if (index !== undefined) return index;
  throw new HazeError(
    'missing-watch',
    `The module was not built for tracing variables: it has no ${name}. Rebuild it with TraceVariables.`,
  );
}

function collectFrames(info: ModuleInfo, watched: readonly WatchedValue[]): Map<number, FrameWatch[]> {
  const code = info.sections.find(({ id }) => id === SECTION.code)?.start ?? 0;
  const frames = new Map<number, FrameWatch[]>();
  watched.forEach((value, variable) => {
    const span = spanOf(value);
    for (const place of value.places) {
      if (place.kind !== 'frame') continue;
      const at = code + place.functionAt;
      const body = info.bodies.findIndex(({ sizeAt, end }) => sizeAt <= at && at < end);
      const index = info.functionImports.length + body;
      const watch = {
        variable,
        local: place.local,
        offset: place.offset + span.start,
        sizeBytes: span.sizeBytes,
      };
      frames.set(index, [...(frames.get(index) ?? []), watch]);
    }
  });
  return frames;
}

/** Number of bytes that a store writes, and its operand type, by opcode. */
const STORES: ReadonlyMap<number, { readonly sizeBytes: number; readonly type: number }> = new Map(
  OPCODES.flatMap((opcode) => {
    const found = opcode && /^([ifv](?:32|64|128))\.store(\d*)(?:_lane)?$/.exec(opcode.name);
    if (!found) return [];
    const type = { i32: I32, i64: I64, f32: F32, f64: F64, v128: V128 }[found[1]!]!;
    const bits = Number(found[2] || found[1]!.slice(1));
    return [[opcode.code, { sizeBytes: bits / 8, type }] as const];
  }),
);
const MEMORY_COPY = FC_PAGE + 10;
const BLOCK_STARTS: ReadonlySet<number> = new Set([op.BLOCK, op.LOOP, op.IF, op.TRY, op.TRY_TABLE]);
const BLOCK_ENDS: ReadonlySet<number> = new Set([op.END, op.DELEGATE]);

function planFunction(
  list: InstructionList,
  runtime: Runtime,
  frames: readonly FrameWatch[],
  results: readonly number[],
): FunctionEdit | undefined {
  const isWatched = (opcode: number) =>
    STORES.has(opcode) || opcode === MEMORY_COPY || opcode === op.MEMORY_FILL || opcode === op.GLOBAL_SET;
  if (!hasAny(list, isWatched) && frames.length === 0) return undefined;
  const first = list.locals.length;
  const stores = new StoreWriter(list, runtime, first);
  const frame = frames.length > 0 ? new FrameWriter(list, runtime, frames, results) : undefined;
  return {
    // Locals: an address, a length, another address, and one value of each type.
    locals: [I32, I32, I32, I32, I64, F32, F64, V128],
    writeEntry: (out) => frame?.writeEntry(out),
    write(at, out, copy) {
      if (frame?.replaces(at, out)) return;
      if (!stores.write(at, out, copy)) copy();
      frame?.writeBehind(at, out);
    },
  };
}

function hasAny(list: InstructionList, test: (opcode: number) => boolean): boolean {
  for (let at = 0; at < list.count; at++) if (test(list.opcodes[at]!)) return true;
  return false;
}

const ADDRESS = 0;
const LENGTH = 1;
const SOURCE = 2;
const VALUE_LOCALS: ReadonlyMap<number, number> = new Map([
  [I32, 3],
  [I64, 4],
  [F32, 5],
  [F64, 6],
  [V128, 7],
]);

class StoreWriter {
  readonly #list: InstructionList;
  readonly #runtime: Runtime;
  readonly #first: number;

  constructor(list: InstructionList, runtime: Runtime, first: number) {
    this.#list = list;
    this.#runtime = runtime;
    this.#first = first;
  }

  /** Writes a store and its test; returns false if the instruction is not a store. */
  write(at: number, out: ByteWriter, copy: () => void): boolean {
    const opcode = this.#list.opcodes[at]!;
    const store = STORES.get(opcode);
    if (store) {
      const value = VALUE_LOCALS.get(store.type)!;
      this.#local(out, op.LOCAL_SET, value);
      this.#local(out, op.LOCAL_TEE, ADDRESS);
      this.#local(out, op.LOCAL_GET, value);
      copy();
      this.#local(out, op.LOCAL_GET, ADDRESS);
      out.constant(op.I32_CONST, this.#list.seconds[at]!);
      out.byte(op.I32_ADD);
      out.constant(op.I32_CONST, store.sizeBytes);
    } else if (opcode === MEMORY_COPY || opcode === op.MEMORY_FILL) {
      this.#local(out, op.LOCAL_SET, LENGTH);
      this.#local(out, op.LOCAL_SET, SOURCE);
      this.#local(out, op.LOCAL_TEE, ADDRESS);
      this.#local(out, op.LOCAL_GET, SOURCE);
      this.#local(out, op.LOCAL_GET, LENGTH);
      copy();
      this.#local(out, op.LOCAL_GET, ADDRESS);
      this.#local(out, op.LOCAL_GET, LENGTH);
    } else return this.#writeStackChange(at, out, copy);
    out.instruction(op.CALL, this.#runtime.store);
    return true;
  }

  // Catching an exception moves the stack pointer up, past frames that exited without reaching their end.
  #writeStackChange(at: number, out: ByteWriter, copy: () => void): boolean {
    const { stackPointer, leave } = this.#runtime;
    if (this.#list.opcodes[at] !== op.GLOBAL_SET || this.#list.immediates[at] !== stackPointer) return false;
    copy();
    out.instruction(op.GLOBAL_GET, stackPointer);
    out.constant(op.I32_CONST, 1);
    out.byte(op.I32_SUB);
    out.instruction(op.CALL, leave);
    return true;
  }

  #local(out: ByteWriter, opcode: number, local: number): void {
    out.instruction(opcode, this.#first + local);
  }
}

/**
 * Starts watching when the frame is created, and stops at the end of the function, to which all exits lead.
 */
class FrameWriter {
  readonly #list: InstructionList;
  readonly #runtime: Runtime;
  readonly #frames: readonly FrameWatch[];
  readonly #results: readonly number[];
  #depth = 0;
  #hasEntered = false;

  constructor(
    list: InstructionList,
    runtime: Runtime,
    frames: readonly FrameWatch[],
    results: readonly number[],
  ) {
    this.#list = list;
    this.#runtime = runtime;
    this.#frames = frames;
    this.#results = results;
  }

  // Opens a block around the whole function body. A return exits this block.
  writeEntry(out: ByteWriter): void {
    out.byte(op.BLOCK);
    out.byte(this.#results[0] ?? 0x40);
  }

  replaces(at: number, out: ByteWriter): boolean {
    if (this.#list.opcodes[at] === op.RETURN) {
      out.instruction(op.BR, this.#depth);
      return true;
    }
    if (at !== this.#list.count - 1) return false;
    out.byte(op.END);
    this.#writeFrame(out);
    out.instruction(op.CALL, this.#runtime.leave);
    out.byte(op.END);
    return true;
  }

  writeBehind(at: number, out: ByteWriter): void {
    const opcode = this.#list.opcodes[at]!;
    if (BLOCK_STARTS.has(opcode)) this.#depth++;
    if (BLOCK_ENDS.has(opcode)) this.#depth--;
    const setsFrame =
      (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) &&
      this.#list.immediates[at] === this.#frames[0]!.local;
    if (!setsFrame || this.#hasEntered) return;
    this.#hasEntered = true;
    for (const { variable, offset, sizeBytes } of this.#frames) {
      out.constant(op.I32_CONST, variable);
      this.#writeFrame(out);
      out.constant(op.I32_CONST, offset);
      out.byte(op.I32_ADD);
      out.constant(op.I32_CONST, sizeBytes);
      this.#writeFrame(out);
      out.instruction(op.CALL, this.#runtime.enter);
    }
  }

  #writeFrame(out: ByteWriter): void {
    out.instruction(op.LOCAL_GET, this.#frames[0]!.local);
  }
}
