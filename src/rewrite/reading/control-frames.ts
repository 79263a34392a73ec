// The control frames of a walk over a function body, innermost last: label positions and the types that each label
// expects.

import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from './instruction-list.ts';
import type { FunctionType, ModuleInfo } from './module-info.ts';

export interface Frame {
  /** Instruction that opens the frame; -1 for the function itself. */
  readonly start: number;
  readonly type: FunctionType;
  /** Height of the operand stack below the frame's own entries. */
  readonly height: number;
  /** True in unreachable code, such as after a branch. */
  dead: boolean;
}

const EMPTY: FunctionType = { parameters: [], results: [] };

export class ControlFrames {
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  private readonly frames: Frame[] = [];

  constructor(info: ModuleInfo, list: InstructionList) {
    this.info = info;
    this.list = list;
  }

  get outermost(): Frame {
    return this.frames[0]!;
  }

  push(frame: Frame): void {
    this.frames.push(frame);
  }

  pop(): Frame {
    return this.frames.pop()!;
  }

  isLoop(frame: Frame): boolean {
    return frame.start >= 0 && this.list.opcodes[frame.start] === op.LOOP;
  }

  /** The outermost loop that began after instruction `at`. */
  firstLoopAfter(at: number): Frame | undefined {
    return this.frames.find((frame) => frame.start > at && this.isLoop(frame));
  }

  frame(depth: number): Frame {
    return this.frames[this.frames.length - 1 - depth]!;
  }

  /** Target of a branch to a label: the start of a loop, the end of any other block. */
  labelPoint(depth: number): number {
    const frame = this.frame(depth);
    if (frame.start < 0) return this.list.count - 1;
    return this.isLoop(frame) ? frame.start : this.list.partners[frame.start]!;
  }

  /** Types that a branch to a label carries. */
  labelTypes(depth: number): readonly number[] {
    const frame = this.frame(depth);
    return this.isLoop(frame) ? frame.type.parameters : frame.type.results;
  }

  blockType(at: number): FunctionType {
    const immediate = this.list.immediates[at]!;
    if (immediate >= 0) return this.info.types[immediate]!;
    if (immediate === -64) return EMPTY;
    return { parameters: [], results: [immediate + 128] };
  }
}
