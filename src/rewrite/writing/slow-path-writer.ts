// Writes tests for NaN, followed by slow paths that compute the dirty values again from their leaves by calling the
// hooks. Tracks which values are clean.

import type { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { FC_PAGE, opcodeOf } from '../encoding/opcodes.ts';
import { COPYSIGN_BY_BITS, VECTOR_COUNT, VECTOR_PAGE } from '../encoding/vector-opcodes.ts';
import { HOOK_KINDS, type HookKind, type HookTable } from '../hooks/hooks.ts';
import { type FloatShape, VECTOR_HOOKS } from '../hooks/vector-hooks.ts';
import type { CheckPlan } from '../planning/check-plan.ts';
import { writeReload } from '../planning/reloads.ts';
import { NO_NODE, NODE } from '../planning/value-graph.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { F32, F64, V128 } from '../reading/module-info.ts';
import type { BranchHint } from './branch-hints.ts';
import { writeBelowRedZone } from './red-zone.ts';
import { allocateTemporaries, ExtraLocals } from './temporaries.ts';
import { writeAnyLaneNan, writeVectorHook } from './vector-writer.ts';
import type { FunctionJob, Sites, WriterContext } from './writer-context.ts';
import type { AheadVersion, WrittenVersion } from './written-versions.ts';

const F32_GE = opcodeOf('f32.ge');
const F64_GE = opcodeOf('f64.ge');
/** Kinds of hooks that return an integer on which a program may base a decision. */
const DECIDING: ReadonlySet<HookKind> = new Set(['comparison', 'truncation']);

/** Bit in a site number: the result may be a condition (UX_CHOICE in the guest). */
const CHOICE = 1 << 30;

/** Opcode after the prefix; Haze's own instructions use the opcode of the instruction that they derive from. */
function vectorNumberOf(opcode: number): number {
  if (opcode < VECTOR_PAGE + VECTOR_COUNT) return opcode - VECTOR_PAGE;
  const isOr = Object.values<number>(COPYSIGN_BY_BITS).includes(opcode);
  return (isOr ? op.V128_OR : op.V128_AND) - VECTOR_PAGE;
}

export class SlowPathWriter {
  readonly hints: BranchHint[] = [];
  readonly code: ByteWriter;
  readonly locals: ExtraLocals;
  /** Address of the word that is nonzero while a record exists. */
  readonly recordsAlive: number;
  /** Local that holds a copy of each node; -1 if none is needed. */
  readonly slots: Int32Array;
  private readonly bytes: Uint8Array;
  private readonly hooks: HookTable;
  private readonly list: InstructionList;
  private readonly plan: CheckPlan;
  private readonly redZone: number | undefined;
  private readonly sites: Sites | undefined;
  private readonly isMarked: boolean;
  private readonly cleaned: Int32Array;
  private current: WrittenVersion | undefined;
  /** The loop version that runs ahead of its checks, while it is being written. */
  speculation: AheadVersion | undefined;
  private cleanedInVersion: number[] = [];

  constructor(context: WriterContext, job: FunctionJob, code: ByteWriter) {
    this.bytes = context.info.bytes;
    this.hooks = context.hooks;
    this.list = job.list;
    this.plan = job.plan;
    this.redZone = job.redZone;
    this.sites = context.sites;
    this.isMarked = context.sites?.isMarked?.(job.index) ?? false;
    this.code = code;
    this.recordsAlive = context.copies?.recordsAlive ?? 0;
    this.locals = new ExtraLocals(job.list.locals.length);
    this.slots = allocateTemporaries(job.plan.memory, this.locals);
    this.cleaned = job.plan.memory.take('cleaned', job.plan.graph.count, 0);
  }

  local(opcode: number, index: number): void {
    this.code.instruction(opcode, index);
  }

  instruction(opcode: number): void {
    if (opcode >= VECTOR_PAGE) {
      this.code.instruction(op.PREFIXES.SIMD, vectorNumberOf(opcode));
    } else if (opcode >= FC_PAGE) {
      this.code.instruction(op.PREFIXES.NUMERIC, opcode - FC_PAGE);
    } else this.code.byte(opcode);
  }

  openUnlikely(type?: number): void {
    this.hints.push({ offset: this.code.length, likely: false });
    this.code.open(op.IF, type);
  }

  branchIf(depth: number, likely?: boolean): void {
    if (likely !== undefined) this.hints.push({ offset: this.code.length, likely });
    this.code.instruction(op.BR_IF, depth);
  }

  /** The loop version being written; undefined outside such loops. */
  get version(): WrittenVersion | undefined {
    return this.current;
  }

  /** Writes one version of a loop by calling `write`. The slow version repeats the fast version's checks. */
  writeVersion(version: WrittenVersion, write: () => void): void {
    this.current = version;
    this.cleanedInVersion = [];
    write();
    if (version.isFast) this.forgetCleaned();
    this.current = undefined;
  }

  /** Writes a loop version that runs ahead of its checks, through `write`. */
  writeAhead(version: AheadVersion, write: () => void): void {
    this.speculation = version;
    this.cleanedInVersion = [];
    write();
    this.forgetCleaned();
    this.speculation = undefined;
  }

  private forgetCleaned(): void {
    for (const node of this.cleanedInVersion) this.cleaned[node] = 0;
  }

  private markClean(node: number): void {
    this.cleaned[node] = 1;
    if (this.current || this.speculation) this.cleanedInVersion.push(node);
  }

  /** Records that a check has proved this value and all its operands exact. */
  markRight(node: number): void {
    if (this.isClean(node)) return;
    const { graph } = this.plan;
    this.markRight(graph.first(node));
    if (graph.second(node) !== NO_NODE) this.markRight(graph.second(node));
    this.markClean(node);
  }

  isClean(node: number): boolean {
    const { graph } = this.plan;
    return this.cleaned[node] === 1 || graph.kind(node) !== NODE.operation || graph.isExact(node);
  }

  /** Tests whether a value needs no check at a point where one is planned. */
  isRight(node: number): boolean {
    return this.isClean(node) || (this.speculation?.proven.has(node) ?? false);
  }

  pushHome(node: number, at: number): void {
    const { graph } = this.plan;
    if (graph.kind(node) === NODE.constant) {
      const made = graph.instruction(node);
      this.code.copy(this.bytes, this.list.starts[made]!, this.list.starts[made + 1]!);
      return;
    }
    const home = graph.localHome(node, at);
    const slot = this.slots[node]!;
    if (home >= 0) this.local(op.LOCAL_GET, home);
    else if (slot >= 0) this.local(op.LOCAL_GET, slot);
    else writeReload(this.bytes, this.list, graph.instruction(node), this.code);
  }

  /** Pushes the exact value of a node: from its home, or from the slow paths, which then repair its homes. */
  pushRight(node: number, at: number): void {
    if (this.isClean(node)) {
      this.pushHome(node, at);
      return;
    }
    this.writeHookCall(node, at);
    this.markClean(node);
    for (const home of this.plan.graph.localHomes(node, at)) this.local(op.LOCAL_TEE, home);
    if (this.slots[node]! >= 0) this.local(op.LOCAL_TEE, this.slots[node]!);
  }

  writeHookCall(node: number, at: number): void {
    const { graph } = this.plan;
    this.pushRight(graph.first(node), at);
    if (graph.second(node) !== NO_NODE) this.pushRight(graph.second(node), at);
    this.callHook(graph.instruction(node));
  }

  /** Tests whether a number at its home is NaN. */
  writeIsNan(node: number, at: number): void {
    this.pushHome(node, at);
    this.pushHome(node, at);
    this.writeNanOfTwins(this.plan.graph.type(node));
  }

  /**
   * Tests whether the number that is on the stack twice is NaN, that is, not greater than or equal to itself. On x86,
   * engines compile this test to one branch but "differs from itself" to two.
   */
  writeNanOfTwins(type: number): void {
    this.code.byte(type === F64 ? F64_GE : F32_GE);
    this.code.byte(op.I32_EQZ);
  }

  /** Lane layout of an operation's result; undefined for a scalar. */
  maybeShapeOf(node: number): FloatShape | undefined {
    const { graph } = this.plan;
    if (graph.type(node) !== V128) return undefined;
    return VECTOR_HOOKS[this.list.opcodes[graph.instruction(node)]!]!.from;
  }

  /** Tests several values at once. Their sum is NaN if any of them is. */
  writeAnyNan(nodes: readonly number[], at: number): void {
    const shape = this.maybeShapeOf(nodes[0]!);
    if (shape) {
      writeAnyLaneNan(
        this,
        shape,
        nodes.map((node) => () => this.pushHome(node, at)),
      );
      return;
    }
    if (nodes.length === 1) {
      this.writeIsNan(nodes[0]!, at);
      return;
    }
    const type = this.plan.graph.type(nodes[0]!);
    nodes.forEach((node, i) => {
      this.pushHome(node, at);
      if (i > 0) this.code.byte(type === F64 ? op.F64_ADD : op.F32_ADD);
    });
    const sum = this.locals.scratchOf(type);
    this.local(op.LOCAL_TEE, sum);
    this.local(op.LOCAL_GET, sum);
    this.writeNanOfTwins(type);
  }

  writeFlushes(at: number): void {
    const planned = this.plan.flushBefore.get(at);
    if (!planned) return;
    const { graph } = this.plan;
    const nodes = planned.filter((node) => !this.isRight(node));
    if (this.speculation) {
      if (nodes.length > 0) this.speculation.expectBefore(at, nodes, (node) => this.pushHome(node, at));
      for (const node of nodes) this.markRight(node);
      return;
    }
    for (const kind of [F64, F32, 'f64x2', 'f32x4']) {
      const group = nodes.filter(
        (node) => (this.maybeShapeOf(node) ?? graph.type(node)) === kind && !this.isClean(node),
      );
      if (group.length === 0) continue;
      const waiting = this.plan.waiting.get(at) ?? [];
      if (this.current?.isFast) {
        this.current.leaveIf(waiting, () => this.writeAnyNan(group, at));
        for (const node of group) this.markRight(node);
        continue;
      }
      this.current?.enter(waiting);
      this.writeAnyNan(group, at);
      this.openUnlikely();
      for (const node of group) {
        this.pushRight(node, at);
        this.code.byte(op.DROP);
      }
      this.code.byte(op.END);
    }
  }

  /** Calls the slow path of the instruction at `at`, whose operands are on the stack. */
  callHook(at: number): void {
    const opcode = this.list.opcodes[at]!;
    this.markPlace(at);
    if (VECTOR_HOOKS[opcode]) writeVectorHook(this, opcode, (hooked) => this.callHookOf(hooked));
    else this.callHookOf(opcode);
  }

  /** Calls the slow path of an instruction, given its opcode. */
  callHookOf(opcode: number): void {
    if (this.sites && !this.sites.isMarked && DECIDING.has(HOOK_KINDS[opcode]!))
      this.writeSite(this.sites, this.sites.next());
    this.callFunction(this.hooks.functionFor(opcode));
  }

  /** Calls the slow path of a comparison, which may return a condition that differs between draws. */
  callComparison(at: number, isChoice: boolean): void {
    const { sites } = this;
    if (!sites || !isChoice) {
      this.callHook(at);
      return;
    }
    if (!sites.isMarked) this.writeSite(sites, sites.next() | CHOICE);
    else if (this.isMarked) this.writeSite(sites, this.list.starts[at]! | CHOICE);
    this.callFunction(this.hooks.functionFor(this.list.opcodes[at]!));
  }

  callFunction(index: number): void {
    writeBelowRedZone(this.code, this.redZone, () => {
      this.code.instruction(op.CALL, index);
    });
  }

  /** Stores the location of the call at `at`, unless the called function records its own locations. */
  markCall(at: number): void {
    const isDirect = this.list.opcodes[at] === op.CALL;
    if (!isDirect || !this.sites?.isMarked?.(this.list.immediates[at]!)) this.markPlace(at);
  }

  /** Stores the location of an instruction, in functions that record locations. */
  markPlace(at: number): void {
    if (this.isMarked) this.writeSite(this.sites!, this.list.starts[at]!);
  }

  private writeSite({ address }: Sites, site: number): void {
    this.code.constant(op.I32_CONST, 0);
    this.code.constant(op.I32_CONST, site);
    this.code.instruction(op.I32_STORE, 2, address);
  }

  /** Repairs the value on top of the stack if it is NaN, by evaluating `node` again; `copy` is a local for it. */
  writeCheckOnStack(node: number, at: number, copy: number): void {
    this.local(op.LOCAL_SET, copy);
    const waiting = this.plan.waiting.get(at + 1)?.slice(0, -1) ?? [];
    if (this.speculation) {
      this.speculation.expectAfter(at, node, () => this.local(op.LOCAL_GET, copy));
      this.markRight(node);
    } else if (this.current?.isFast) {
      this.current.leaveIf(waiting, () => this.writeIsNanIn(node, copy));
      this.markRight(node);
    } else {
      this.current?.enter(waiting);
      this.writeIsNanIn(node, copy);
      this.openUnlikely();
      this.writeHookCall(node, at);
      this.markClean(node);
      this.local(op.LOCAL_SET, copy);
      this.code.byte(op.END);
    }
    this.local(op.LOCAL_GET, copy);
  }

  /** Tests whether a copy of an operation's result is NaN. */
  private writeIsNanIn(node: number, copy: number): void {
    const push = () => this.local(op.LOCAL_GET, copy);
    const shape = this.maybeShapeOf(node);
    if (shape) {
      writeAnyLaneNan(this, shape, [push]);
      return;
    }
    push();
    push();
    this.writeNanOfTwins(this.plan.graph.type(node));
  }
}
