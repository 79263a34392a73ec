// The fast version of a loop that runs ahead of its checks. A result, store or load that depends on an untested value
// may be wrong. One test covers several values, and runs before control can depend on any of them. If this test fails,
// the fast version undoes the stores, and the slow version repeats the iteration:
//
//   block exit
//     loop again                    (safepoint)
//       block n … block 1
//         loop fast                 … `br_if` out of block 1 at the last test, … out of block n at the first
//         end
//         br exit
//       end                         undoes the stores between the last two tests
//     …
//       end                         undoes the stores before the first test
//       restores locals, repeats the iteration with its checks; continues by `br again`
//     end
//   end
//
// A NaN makes a sum NaN, so one test of a sum covers several values. (Infinities of opposite signs also add up to NaN;
// the slow version then finds nothing to repair.) A loop that stores nothing runs ahead to its end.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { OPCODES, opcodeOf } from '../encoding/opcodes.ts';
import { OPERANDS } from '../hooks/instruction-shapes.ts';
import type { CheckPlan } from '../planning/check-plan.ts';
import { ProvenValues } from '../planning/proven-values.ts';
import { loadsOfStores } from '../planning/repeated-addresses.ts';
import {
  isBranch,
  isHarmless,
  isLoad,
  isStore,
  localsToRestore,
  type Reach,
  showsBits,
} from '../planning/speculated-loops.ts';
import { timeAfter, timeOf, UpcomingChecks } from '../planning/upcoming-checks.ts';
import { NODE } from '../planning/value-graph.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { F32, F64, I32 } from '../reading/module-info.ts';
import type { SlowPathWriter } from './slow-path-writer.ts';
import { SCRATCH } from './temporaries.ts';
import type { AheadVersion } from './written-versions.ts';

const F32_CONVERT_I32_S = opcodeOf('f32.convert_i32_s');
const F64_CONVERT_I32_S = opcodeOf('f64.convert_i32_s');

/** Load instruction for the bytes that a store overwrites, so that the same store restores them. */
function loadFor(store: number): number {
  const name = OPCODES[store]!.name.replace('store', 'load');
  return opcodeOf(/load\d/.test(name) ? `${name}_u` : name);
}

/** A store to undo or delay, with its address and value. */
interface Saved {
  readonly at: number;
  readonly address: number;
  readonly value: number;
}

/** The loop being written, and its position. */
export interface LoopPlace {
  readonly bytes: Uint8Array;
  readonly list: InstructionList;
  readonly plan: CheckPlan;
  readonly start: number;
  readonly reach: Reach;
  /** Number of labels around the loop, through which tests can leave. */
  readonly labels: number;
  /** Records that the instruction at `at` starts at the next byte written. */
  readonly noteOffset: (at: number) => void;
}

export class SpeculativeVersion implements AheadVersion {
  /** Values that need no further test. */
  readonly proven: ProvenValues;
  private readonly slow: SlowPathWriter;
  private readonly code: ByteWriter;
  private readonly place: LoopPlace;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly upcoming: UpcomingChecks;
  private readonly restored: readonly number[];
  /** Earlier loads of the bytes that stores overwrite. */
  private readonly loadsOfStores: ReadonlyMap<number, number>;
  /** Types of the sums that hold values not yet tested. */
  private readonly pending = new Set<number>();
  /** True while untested values are pending, in sums or among the operands of the next test. */
  private isWaiting = false;
  /** True if a store was written while untested values were pending. */
  private hasStoredSince = false;
  private delayed: Saved[] = [];
  private readonly undone: Saved[] = [];
  /** Number of stores that each test written so far undoes. */
  private readonly tests: number[] = [];
  /** Locals in which a NaN persists from iteration to iteration. */
  private readonly sticky = new Set<number>();

  constructor(slow: SlowPathWriter, place: LoopPlace) {
    const { list, plan } = place;
    this.slow = slow;
    this.code = slow.code;
    this.place = place;
    this.list = list;
    this.plan = plan;
    this.proven = new ProvenValues(plan.graph);
    const isRight = (node: number) => slow.isClean(node) || this.proven.has(node);
    this.upcoming = new UpcomingChecks(list, plan, list.partners[place.start]!, isRight);
    this.restored = localsToRestore(list, place.start);
    this.loadsOfStores = loadsOfStores(place.bytes, list, place.start);
  }

  // ---- the iteration that may have to restart -----------------------------------------------------------------------

  /** Saves the content of locals at the start of an iteration, or of the loop. */
  writeStart(): void {
    for (const local of this.restored) {
      this.slow.local(op.LOCAL_GET, local);
      this.slow.local(op.LOCAL_SET, this.startOf(local));
    }
  }

  /** Sets the sums of values to 0 where the loop begins. */
  writeZeroSums(): void {
    for (const type of [F64, F32]) {
      this.code.constant(op.I32_CONST, 0);
      this.code.byte(type === F64 ? F64_CONVERT_I32_S : F32_CONVERT_I32_S);
      this.slow.local(op.LOCAL_SET, this.sumOf(type));
    }
  }

  /**
   * Closes the labels through which tests leave, undoes the stores, and restores the locals to their values at the
   * start of the iteration.
   */
  writeReturn(): void {
    for (let test = this.place.labels; test > 0; test--) {
      this.code.byte(op.END);
      const stores = this.undone.slice(this.tests[test - 2] ?? 0, this.tests[test - 1] ?? 0);
      for (const store of stores.toReversed()) this.writeSaved(store);
    }
    this.writeRestore();
  }

  writeRestore(): void {
    for (const local of this.restored) {
      this.slow.local(op.LOCAL_GET, this.startOf(local));
      this.slow.local(op.LOCAL_SET, local);
    }
  }

  private startOf(local: number): number {
    return this.slow.locals.scratchOf(this.list.locals[local]!, SCRATCH.starts + local);
  }

  private sumOf(type: number): number {
    return this.slow.locals.scratchOf(type, SCRATCH.sum);
  }

  // ---- tests -----------------------------------------------------------------------------------------------------------

  /**
   * Requires these values not to be NaN before instruction `at`: they are tested now or later. `push` pushes one of
   * them.
   */
  expectBefore(at: number, nodes: readonly number[], push: (node: number) => void): void {
    if (this.place.reach === 'turn') this.expect(nodes, push, timeOf(at));
    else {
      for (const node of nodes) this.proven.add(node);
      for (const node of nodes) if (!this.isNotedAsSticky(node, at)) this.addToSum(node, push);
    }
  }

  /** Requires the value produced by instruction `at` not to be NaN. */
  expectAfter(at: number, node: number, push: () => void): void {
    this.expect([node], push, timeAfter(at));
  }

  private expect(nodes: readonly number[], push: (node: number) => void, from: number): void {
    // A value that a later test also covers needs no test of its own here.
    const alone = nodes.filter(
      (node) => !this.upcoming.isCovered(from, (checked) => this.isMadeOf(checked, (part) => part === node)),
    );
    for (const node of alone) this.proven.add(node);
    this.isWaiting = true;
    if (this.place.reach === 'loop' || this.upcoming.isInTime(from))
      for (const node of alone) this.addToSum(node, push);
    else this.testNow(alone, push);
  }

  /** Immediately tests the operands of an instruction whose result does not reveal a NaN. */
  expectNow(nodes: readonly number[], push: (node: number) => void): void {
    const doubtful = [...new Set(nodes)].filter((node) => !this.proven.has(node));
    for (const node of doubtful) this.proven.add(node);
    this.testNow(doubtful, push);
  }

  /** Writes the code that must precede instruction `at`. */
  writeBefore(at: number): void {
    if (this.place.reach === 'loop' || !this.isWaiting) return;
    if (this.delayed.length > 0 && !isHarmless(this.list, at)) this.testNow([]);
    else if (isBranch(this.list, at) || (showsBits(this.list, at) && this.mayShowWrongBits(at)))
      this.testNow([]);
  }

  private mayShowWrongBits(at: number): boolean {
    return !isLoad(this.list, at) || this.hasStoredSince;
  }

  /** Writes the code that must come at the end of the body. */
  writeEnd(): void {
    if (this.place.reach === 'turn') this.testNow([]);
  }

  /** Writes the test after a loop that ran ahead to its end: leaves through label 0 if a value was NaN. */
  writeFinalTest(): void {
    const pushes = [...this.pending].map((type) => ({ type, local: this.sumOf(type) }));
    for (const local of this.sticky) pushes.push({ type: this.list.locals[local]!, local });
    pushes.forEach(({ type, local }, i) => {
      this.writeIsNan(type, () => this.slow.local(op.LOCAL_GET, local));
      if (i > 0) this.code.byte(op.I32_OR);
    });
    if (pushes.length > 0) this.slow.branchIf(0, false);
  }

  private addToSum(node: number, push: (node: number) => void): void {
    const type = this.plan.graph.type(node);
    const sum = this.sumOf(type);
    push(node);
    if (this.pending.has(type) || this.place.reach === 'loop') {
      this.slow.local(op.LOCAL_GET, sum);
      this.code.byte(type === F64 ? op.F64_ADD : op.F32_ADD);
    }
    this.slow.local(op.LOCAL_SET, sum);
    this.pending.add(type);
  }

  private testNow(nodes: readonly number[], push?: (node: number) => void): void {
    const { graph } = this.plan;
    const [only] = nodes;
    if (nodes.length === 1 && this.pending.size === 0) this.writeIsNan(graph.type(only!), () => push!(only!));
    else {
      for (const node of nodes) this.addToSum(node, push!);
      [...this.pending].forEach((type, i) => {
        this.writeIsNan(type, () => this.slow.local(op.LOCAL_GET, this.sumOf(type)));
        if (i > 0) this.code.byte(op.I32_OR);
      });
    }
    if (this.pending.size > 0 || nodes.length > 0) {
      this.tests.push(this.undone.length);
      this.slow.branchIf(this.place.labels + 1 - this.tests.length, false);
    }
    this.pending.clear();
    this.isWaiting = false;
    this.hasStoredSince = false;
    for (const store of this.delayed) this.writeSaved(store);
    this.delayed = [];
  }

  private writeIsNan(type: number, push: () => void): void {
    push();
    push();
    this.slow.writeNanOfTwins(type);
  }

  // ---- stores ----------------------------------------------------------------------------------------------------------

  /**
   * Writes the store at `at`, whose operands are on the stack, so that it can be undone; false if no undo is needed.
   */
  isWritten(at: number, copy: () => void): boolean {
    const next = timeAfter(at);
    if (!isStore(this.list, at) || !(this.isWaiting || this.upcoming.hasNext(next))) return false;
    const { slow } = this;
    const opcode = this.list.opcodes[at]!;
    const type = OPERANDS[opcode]![1]!;
    const store = {
      at,
      address: slow.locals.scratchOf(I32, SCRATCH.addresses + at - this.place.start),
      value: this.oldValue(at),
    };
    if (this.isWaiting && this.upcoming.canWait(next)) {
      slow.local(op.LOCAL_SET, store.value);
      slow.local(op.LOCAL_SET, store.address);
      this.delayed.push(store);
      return true;
    }
    const value = slow.locals.scratchOf(type, SCRATCH.stored);
    slow.local(op.LOCAL_SET, value);
    slow.local(op.LOCAL_TEE, store.address);
    if (!this.loadsOfStores.has(at)) {
      this.place.noteOffset(at);
      this.code.byte(loadFor(opcode));
      this.copyPlace(at);
      slow.local(op.LOCAL_SET, store.value);
      slow.local(op.LOCAL_GET, store.address);
    }
    slow.local(op.LOCAL_GET, value);
    copy();
    this.undone.push(store);
    this.hasStoredSince ||= this.isWaiting;
    return true;
  }

  /** Saves the value that the load at `at` read, if a store overwrites it. */
  writeAfter(at: number): void {
    for (const [store, load] of this.loadsOfStores)
      if (load === at) this.slow.local(op.LOCAL_TEE, this.oldValue(store));
  }

  /** The local for the bytes that the store at `at` overwrites, or for the value that it will store. */
  private oldValue(at: number): number {
    const type = OPERANDS[this.list.opcodes[at]!]![1]!;
    return this.slow.locals.scratchOf(type, SCRATCH.saved + at - this.place.start);
  }

  private writeSaved(store: Saved): void {
    this.slow.local(op.LOCAL_GET, store.address);
    this.slow.local(op.LOCAL_GET, store.value);
    this.place.noteOffset(store.at);
    this.code.byte(this.list.opcodes[store.at]!);
    this.copyPlace(store.at);
  }

  /** Copies the alignment and offset of the access at `at`. */
  private copyPlace(at: number): void {
    this.code.copy(this.place.bytes, this.list.starts[at]! + 1, this.list.starts[at + 1]!);
  }

  // ---- the program's own sums ---------------------------------------------------------------------------------------

  /**
   * Tests whether a local's value at the end of an iteration is computed from its value at the start, as in a sum, so
   * that a NaN persists. Records such locals.
   */
  private isNotedAsSticky(node: number, at: number): boolean {
    const local = this.plan.graph
      .localHomes(node, at)
      .find((home) => this.isMadeOf(node, (part) => this.isStartOf(home, part)));
    if (local === undefined) return false;
    this.sticky.add(local);
    return true;
  }

  private isMadeOf(node: number, isIt: (part: number) => boolean): boolean {
    const parts = new Set([node]);
    for (const part of parts) {
      if (isIt(part)) return true;
      if (this.plan.graph.kind(part) !== NODE.operation) continue;
      for (const operand of this.proven.operands(part)) parts.add(operand);
    }
    return false;
  }

  /** Tests whether `node` is the value of a local at the start of an iteration. */
  private isStartOf(local: number, node: number): boolean {
    const { list, place, plan } = this;
    const made = plan.graph.instruction(node);
    if (plan.graph.kind(node) !== NODE.leaf || made <= place.start) return false;
    return list.opcodes[made] === op.LOCAL_GET && list.immediates[made] === local;
  }
}
