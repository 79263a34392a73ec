// The contract with a guest whose records can be freed, and the locals that may hold a box at a safepoint.
// src/rewrite/README.md describes the contract: two counters in linear memory, a function, and the C stack pointer.

import { HazeError } from '../../errors/haze-error.ts';
import * as op from '../encoding/opcode-names.ts';
import { mayBeBox } from '../hooks/instruction-shapes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { I32, I64, type ModuleInfo, maybeExportedFunction } from '../reading/module-info.ts';

export const RECORDS_ALIVE = '__ux_records_alive';
export const SITE = '__ux_site';
const COLLECT_WANTED = '__ux_collect_wanted';
const SAFEPOINT = '__ux_safepoint';
const STACK_POINTER = '__stack_pointer';

/** Addresses and indices of the guest that safepoints use. */
export interface SafepointContract {
  /** Address of a 32-bit word that is nonzero while any record exists. */
  readonly recordsAlive: number;
  /** Address of a 32-bit word that is nonzero when the guest wants to collect records. */
  readonly collectWanted: number;
  /** Index of the function that collects records. */
  readonly safepoint: number;
  /** Index of the global that holds the C stack pointer. */
  readonly stackPointer: number;
}

function missing(name: string, what: string): HazeError {
  return new HazeError(
    'missing-safepoint-export',
    `The module does not export ${name}, ${what}. Link it with the guest runtime, or rewrite it without safepoints.`,
    { data: { export: name } },
  );
}

/**
 * Address of an exported variable of the guest.
 * @throws HazeError `missing-safepoint-export`
 */
export function exportedAddress(info: ModuleInfo, name: string): number {
  const entry = info.exports.find((candidate) => candidate.kind === 3 && candidate.name === name);
  const address = entry && info.globalConstants[entry.index];
  if (address === undefined) throw missing(name, 'the address of a 32-bit word');
  return address;
}

/** Index of the global that holds the C stack pointer, found by its name or the name of its export. */
export function maybeStackPointer(info: ModuleInfo): number | undefined {
  for (const [index, name] of info.globalNames) if (name === STACK_POINTER) return index;
  return info.exports.find((candidate) => candidate.kind === 3 && candidate.name === STACK_POINTER)?.index;
}

/**
 * Finds the guest's side of the contract.
 * @throws HazeError `missing-safepoint-export` with the name of the missing export
 */
export function findSafepointContract(info: ModuleInfo): SafepointContract {
  const safepoint = maybeExportedFunction(info, SAFEPOINT);
  if (safepoint === undefined) throw missing(SAFEPOINT, 'the function that collects records');
  const stackPointer = maybeStackPointer(info);
  if (stackPointer === undefined) throw missing(STACK_POINTER, 'the global for the C stack pointer');
  return {
    recordsAlive: exportedAddress(info, RECORDS_ALIVE),
    collectWanted: exportedAddress(info, COLLECT_WANTED),
    safepoint,
    stackPointer,
  };
}

/**
 * Locals that may hold a box: floating-point locals and vectors, 64-bit integers (in which compilers move doubles), and
 * 32-bit integers that are loaded from memory or reinterpreted (in which compilers move floats).
 */
export function localsThatMayHoldBoxes(list: InstructionList): Uint8Array {
  const may = new Uint8Array(list.locals.length);
  list.locals.forEach((type, i) => {
    if (mayBeBox(type) || type === I64) may[i] = 1;
  });
  for (let at = 1; at < list.count; at++) {
    const opcode = list.opcodes[at];
    if (opcode !== op.LOCAL_SET && opcode !== op.LOCAL_TEE) continue;
    const source = list.opcodes[at - 1];
    const local = list.immediates[at]!;
    if (list.locals[local] === I32 && (source === op.I32_LOAD || source === op.I32_REINTERPRET_F32))
      may[local] = 1;
  }
  return may;
}
