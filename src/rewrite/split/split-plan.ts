// Plans the split of a module: assigns a part to each function, and a table slot to each function that another part
// calls.

import { ByteReader } from '../encoding/byte-reader.ts';
import * as op from '../encoding/opcode-names.ts';
import { FC_PAGE } from '../encoding/opcodes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { FUNCREF, type ModuleInfo, SECTION } from '../reading/module-info.ts';
import { unsupported } from '../reading/module-reader.ts';

/** The part that is loaded at the start. */
export const FIRST = 0;

/** Passes each decoded function body to a callback; all calls share one list object. */
export type ForEachBody = (see: (index: number, list: InstructionList) => void) => void;

export interface SplitPlan {
  /** The part of each function; imports are included and belong to the first part. */
  readonly partOf: Uint8Array;
  readonly partCount: number;
  /** First slot of the module's functions in the table; `tableFunctions` lists these functions in order. */
  readonly tableStart: number;
  readonly tableFunctions: readonly number[];
  /** Number of slots in the module's own table, including empty slots. */
  readonly ownSlots: number;
  /** Functions that another part calls and that were not in the table: they follow its own slots, in this order. */
  readonly addedFunctions: readonly number[];
  /** First slot of each function that has slots; -1 for all others. */
  readonly slotOf: Int32Array;
}

/** The module's single table and its content. @throws HazeError `unsupported-instruction` for other table shapes */
function readTable(info: ModuleInfo): Pick<SplitPlan, 'tableStart' | 'tableFunctions' | 'ownSlots'> {
  const sectionOf = (id: number) => info.sections.find((section) => section.id === id);
  const table = sectionOf(SECTION.table);
  if (!table || info.tableTypes.length !== 1 || info.tableTypes[0] !== FUNCREF)
    throw unsupported('anything other than one function table', 'the table section', table?.start ?? 0);
  const limits = new ByteReader(info.bytes, table.start + 2, table.end);
  limits.byte();
  const ownSlots = limits.u32();
  const elements = sectionOf(SECTION.element);
  if (!elements) return { tableStart: 0, tableFunctions: [], ownSlots };
  const reader = new ByteReader(info.bytes, elements.start, elements.end);
  const isPlain = reader.u32() === 1 && reader.u32() === 0 && reader.byte() === op.I32_CONST;
  if (!isPlain)
    throw unsupported('anything other than one active segment', 'the element section', elements.start);
  const tableStart = reader.s33();
  if (reader.byte() !== op.END) throw unsupported('a computed offset', 'the element section', elements.start);
  const tableFunctions = Array.from({ length: reader.count() }, () => reader.u32());
  return { tableStart, tableFunctions, ownSlots };
}

/** Tests whether an instruction refers to a function or changes the table without being a call. */
function isRefused(opcode: number): boolean {
  const isTable = opcode >= FC_PAGE + 12 && opcode <= FC_PAGE + 17;
  return isTable || [op.REF_FUNC, op.RETURN_CALL, op.TABLE_GET, op.TABLE_SET].includes(opcode);
}

/**
 * Plans how to split a module.
 * @param partOf part of each function, including imports; imports and exports are in part 0
 * @throws HazeError `unsupported-instruction` for modules that cannot be split
 */
export function planSplit(
  info: ModuleInfo,
  partOf: Uint8Array,
  partCount: number,
  forEachBody: ForEachBody,
): SplitPlan {
  const table = readTable(info);
  const slotOf = new Int32Array(info.functionTypes.length).fill(-1);
  for (const [index, of] of table.tableFunctions.entries())
    if (slotOf[of] === -1) slotOf[of] = table.tableStart + index;
  const called = new Set<number>();
  forEachBody((index, list) => {
    const part = partOf[index]!;
    for (let at = 0; at < list.count; at++) {
      const opcode = list.opcodes[at]!;
      if (opcode === op.CALL) {
        const target = list.immediates[at]!;
        if (partOf[target] !== part && slotOf[target] === -1) called.add(target);
      } else if (isRefused(opcode))
        throw unsupported('functions or tables as values', `function ${index}`, list.starts[at]!);
    }
  });
  // Functions of the same part and type compress well when adjacent.
  const addedFunctions = [...called].sort(
    (a, b) => partOf[a]! - partOf[b]! || info.functionTypes[a]! - info.functionTypes[b]! || a - b,
  );
  for (const [index, of] of addedFunctions.entries()) slotOf[of] = table.ownSlots + index;
  return { partOf, partCount, ...table, addedFunctions, slotOf };
}
