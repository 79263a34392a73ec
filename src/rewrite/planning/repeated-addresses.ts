// Finds an earlier load from the same address for each store in a loop body. The loaded value is the current content or
// the content at the start of the iteration, so the store can be undone without another load.

import { ByteReader } from '../encoding/byte-reader.ts';
import * as op from '../encoding/opcode-names.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import { OPERANDS, RESULTS } from '../hooks/instruction-shapes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';

const BELOW = -1;

/**
 * Numbers the values on the operand stack and in locals, so that equal numbers mean equal values within one
 * iteration.
 */
class ValueNumbers {
  private readonly bytes: Uint8Array;
  private readonly list: InstructionList;
  private readonly stack: number[] = [];
  private readonly locals = new Map<number, number>();
  private readonly known = new Map<string, number>();

  constructor(bytes: Uint8Array, list: InstructionList) {
    this.bytes = bytes;
    this.list = list;
  }

  private numberOf(description: string): number {
    const known = this.known.get(description);
    if (known !== undefined) return known;
    this.known.set(description, this.known.size);
    return this.known.size - 1;
  }

  private pop(): number {
    return this.stack.pop() ?? BELOW;
  }

  /** Number of the entry `depth` below the top. */
  peek(depth: number): number {
    return this.stack[this.stack.length - 1 - depth] ?? BELOW;
  }

  step(at: number): void {
    const opcode = this.list.opcodes[at]!;
    const immediate = this.list.immediates[at]!;
    switch (opcode) {
      case op.LOCAL_GET:
        this.stack.push(this.locals.get(immediate) ?? this.numberOf(`local ${immediate}`));
        return;
      case op.LOCAL_SET:
        this.locals.set(immediate, this.pop());
        return;
      case op.LOCAL_TEE:
        this.locals.set(immediate, this.peek(0));
        return;
      case op.I32_CONST:
        this.stack.push(
          this.numberOf(`constant ${new ByteReader(this.bytes, this.list.starts[at]! + 1).s33()}`),
        );
        return;
      case op.I32_ADD:
        this.stack.push(this.numberOf(`${this.pop()} + ${this.pop()}`));
        return;
      case op.DROP:
      case op.BR_IF:
        this.pop();
        return;
      case op.SELECT:
      case op.SELECT_T:
        for (let n = 0; n < 3; n++) this.pop();
        this.stack.push(this.numberOf(`made at ${at}`));
        return;
      case op.GLOBAL_GET:
        this.stack.push(this.numberOf(`made at ${at}`));
        return;
      default:
        for (let n = OPERANDS[opcode]!.length; n > 0; n--) this.pop();
        for (let n = RESULTS[opcode]!.length; n > 0; n--) this.stack.push(this.numberOf(`made at ${at}`));
    }
  }
}

/**
 * Finds an earlier load of the overwritten bytes for each store in the loop at `start`. The body of the loop must not
 * contain any blocks.
 */
export function loadsOfStores(bytes: Uint8Array, list: InstructionList, start: number): Map<number, number> {
  const values = new ValueNumbers(bytes, list);
  const loads = new Map<string, number>();
  const found = new Map<number, number>();
  for (let at = start + 1; at < list.partners[start]!; at++) {
    const [type, access] = OPCODES[list.opcodes[at]!]!.name.split('.');
    const place = (address: number) => `${type} ${address} ${list.seconds[at]}`;
    if (access === 'load') loads.set(place(values.peek(0)), at);
    const load = access === 'store' ? loads.get(place(values.peek(1))) : undefined;
    if (load !== undefined) found.set(at, load);
    values.step(at);
  }
  return found;
}
