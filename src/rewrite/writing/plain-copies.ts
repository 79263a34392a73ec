// Makes unrewritten copies of code. While no record is alive and none can be created, nothing can be a box, so code may
// run as compiled. Whole functions that cannot create a record get a copy at the end of the index space; in other
// functions, each outermost loop that creates no record has a copy next to it. A test on entry decides which version
// runs.

import { LANES_64 } from '../bits/bit-values.ts';
import type { ComputedBits } from '../bits/computed-bits.ts';
import { ByteReader } from '../encoding/byte-reader.ts';
import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { HOOK_KINDS } from '../hooks/hooks.ts';
import type { CallGraph } from '../planning/call-graph.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { ModuleInfo } from '../reading/module-info.ts';
import type { CodeOffsets } from './code-offsets.ts';

/** Index of each function's copy, for functions that have one. */
export type CopyIndices = ReadonlyMap<number, number>;

/**
 * Chooses the functions that get copies: functions that compute with floating-point numbers and cannot create a
 * record.
 */
export function chooseCopies(
  info: ModuleInfo,
  graph: CallGraph,
  isLeftAlone: (index: number) => boolean,
): Map<number, number> {
  const copies = new Map<number, number>();
  for (let index = info.functionImports.length; index < info.functionTypes.length; index++) {
    if (isLeftAlone(index) || graph.mayCreate(index) || !graph.hasHooks(index)) continue;
    copies.set(index, info.functionTypes.length + copies.size);
  }
  return copies;
}

/** Tests whether the copy of a function is worth a test on entry to the function. */
export function isWorthEntering(graph: CallGraph, index: number): boolean {
  return graph.isRecursive(index) || graph.hasLoops(index);
}

/** Outermost loops of a function that create no record but compute with numbers or parts of numbers, or order them. */
export function chooseLoops(
  list: InstructionList,
  graph: CallGraph,
  copies: CopyIndices,
  { parts, keys, wholes }: ComputedBits,
): Set<number> {
  const chosen = new Set<number>();
  for (let at = 0; at < list.count; at++) {
    if (list.opcodes[at] !== op.LOOP) continue;
    const end = list.partners[at]!;
    let computes = false;
    let creates = false;
    for (let inner = at; inner < end && !creates; inner++) {
      computes ||= HOOK_KINDS[list.opcodes[inner]!] !== 'none' || parts.has(inner);
      computes ||= keys.orders.has(inner) || keys.digits.has(inner) || (wholes.get(inner) ?? 0) >= LANES_64;
      creates = graph.callMayCreate(list, inner);
      computes ||= isDirectCall(list.opcodes[inner]!) && copies.has(list.immediates[inner]!);
    }
    if (creates || !computes) continue;
    chosen.add(at);
    at = end;
  }
  return chosen;
}

function isDirectCall(opcode: number): boolean {
  return opcode === op.CALL || opcode === op.RETURN_CALL;
}

function copyLeb(reader: ByteReader, code: ByteWriter): number {
  const value = reader.u32();
  code.u32(value);
  return value;
}

/** Writes a branching instruction with its label depths changed by `mapDepth`; other instructions are copied. */
export function writeWithDepths(
  bytes: Uint8Array,
  list: InstructionList,
  at: number,
  code: ByteWriter,
  mapDepth: (depth: number) => number,
): void {
  const opcode = list.opcodes[at]!;
  const start = list.starts[at]!;
  const reader = new ByteReader(bytes, start + 1);
  switch (opcode) {
    case op.RETHROW:
    case op.BR:
    case op.BR_IF:
    case op.DELEGATE:
      code.instruction(opcode, mapDepth(list.immediates[at]!));
      return;
    case op.BR_TABLE:
      code.byte(opcode);
      for (let n = copyLeb(reader, code) + 1; n > 0; n--) code.u32(mapDepth(reader.u32()));
      return;
    case op.TRY_TABLE:
      reader.s33();
      code.copy(bytes, start, reader.position);
      for (let n = copyLeb(reader, code); n > 0; n--) {
        const kind = reader.byte();
        code.byte(kind);
        if (kind < 2) copyLeb(reader, code);
        code.u32(mapDepth(reader.u32()));
      }
      return;
    default:
      code.copy(bytes, start, list.starts[at + 1]!);
  }
}

/** Instructions to copy, and the new depths of labels outside them. Depths count from the edge of the range. */
export interface PlainRange {
  readonly from: number;
  readonly to: number;
  readonly mapOutside: (depth: number) => number;
}

/**
 * Writes instructions `from` to `to` unchanged, except that calls go to copies and branches out of the range get new
 * depths.
 */
export function writePlainRange(
  info: ModuleInfo,
  list: InstructionList,
  range: PlainRange,
  copies: CopyIndices,
  code: ByteWriter,
  offsets: CodeOffsets,
): void {
  let nesting = 0;
  for (let at = range.from; at <= range.to; at++) {
    const opcode = list.opcodes[at]!;
    const start = list.starts[at]!;
    offsets.add(code.length, start, list.starts[at + 1]! - start);
    const copy = isDirectCall(opcode) ? copies.get(list.immediates[at]!) : undefined;
    // The label of a delegate's own try is no longer in scope where its depth is counted.
    const scope = opcode === op.DELEGATE ? nesting - 1 : nesting;
    if (copy !== undefined) {
      code.instruction(opcode, copy);
    } else {
      writeWithDepths(info.bytes, list, at, code, (depth) =>
        depth >= scope ? scope + range.mapOutside(depth - scope) : depth,
      );
    }
    if (list.partners[at]! > at) nesting++;
    else if (opcode === op.END || opcode === op.DELEGATE) nesting--;
  }
}
