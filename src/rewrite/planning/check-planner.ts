// Decides where to check a function body for boxes. Arithmetic on NaN yields NaN, so a whole tree of operations stays
// unchecked ("dirty") until its exact value is stored, passed, compared, converted, or held in a local that is read
// after control flow joins. The plan lists the checks and the values that get temporaries; `CheckedFunctionWriter`
// follows it. src/rewrite/README.md explains the design.

import * as op from '../encoding/opcode-names.ts';
import {
  isConstant,
  isStructure,
  mayBeBox,
  maybeReferenceResult,
  OPERANDS,
  RESULTS,
  ROLE,
  ROLES,
  referenceOperands,
} from '../hooks/instruction-shapes.ts';
import { VECTOR_HOOKS } from '../hooks/vector-hooks.ts';
import { maybeCallType } from '../reading/call-types.ts';
import { ControlFrames } from '../reading/control-frames.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { FunctionType, ModuleInfo } from '../reading/module-info.ts';
import { CheckLedger } from './check-ledger.ts';
import type { CheckPlan, ManyResults, PlanRequest } from './check-plan.ts';
import { branchTableDepths, type Liveness } from './liveness.ts';
import { keepStackRoots, OperandStack } from './operand-stack.ts';
import type { PlanMemory } from './plan-memory.ts';
import { NO_NODE, NODE, type ValueGraph } from './value-graph.ts';

/** Longest chain of operations that a single check covers. */
const MAX_UNCHECKED_DEPTH = 64;

/** A single walk over a function body with an abstract operand stack. */
export class CheckPlanner implements CheckPlan {
  readonly graph: ValueGraph;
  readonly memory: PlanMemory;
  readonly nodes: Int32Array;
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  readonly checkAfter: Int32Array;
  readonly flushBefore: ReadonlyMap<number, number[]>;
  readonly manyResults: ReadonlyMap<number, ManyResults>;
  readonly stackRoots = new Map<number, readonly number[]>();
  readonly waiting = new Map<number, readonly number[]>();
  readonly liveness: Liveness;
  /** True if a local that was assumed never to hold a box is assigned a value that may be a box. */
  violated = false;

  private readonly request: PlanRequest;
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  private readonly assumedExact: Uint8Array;
  private readonly frames: ControlFrames;
  private readonly ledger: CheckLedger;
  private readonly stack: OperandStack;

  constructor(request: PlanRequest, liveness: Liveness, assumedExact: Uint8Array) {
    const { info, list, memory } = request;
    this.memory = memory;
    this.request = request;
    this.info = info;
    this.list = list;
    this.liveness = liveness;
    this.assumedExact = assumedExact;
    this.ledger = new CheckLedger(list, memory);
    this.graph = this.ledger.graph;
    this.checkAfter = this.ledger.checkAfter;
    this.flushBefore = this.ledger.flushBefore;
    this.stack = new OperandStack(this.ledger, memory.take('nodes', list.count, NO_NODE));
    this.nodes = this.stack.made;
    this.manyResults = this.stack.manyResults;
    this.frames = new ControlFrames(info, list);
    this.firsts = memory.take('firsts', list.count, NO_NODE);
    this.seconds = memory.take('seconds', list.count, NO_NODE);
  }

  run(results: readonly number[]): void {
    this.frames.push({ start: -1, type: { parameters: [], results }, height: 0, dead: false });
    for (let at = 0; at < this.list.count; at++) this.step(at);
  }

  private flushForLabel(at: number, depths: readonly number[]): void {
    const points = depths.map((depth) => this.frames.labelPoint(depth));
    this.ledger.flushLocals(at, (local) => points.some((point) => this.liveness.isLiveAt(point, local)));
  }

  private flushAt(at: number, point: number): void {
    this.ledger.flushLocals(at, (local) => this.liveness.isLiveAt(point, local));
  }

  private enter(at: number, opcode: number): void {
    const dead = this.frames.frame(0).dead;
    if (!dead && opcode === op.IF) this.stack.popNode();
    const type = this.frames.blockType(at);
    if (dead) {
      this.frames.push({ start: at, type, height: this.stack.height, dead });
      return;
    }
    this.stack.settleAbove(this.frames.frame(0).height);
    if (opcode === op.IF) this.flushAt(at, at);
    if (opcode === op.LOOP) {
      this.flushAt(at, at);
      this.ledger.join(at);
    }
    for (let n = type.parameters.length; n > 0; n--) this.stack.popNode();
    this.frames.push({ start: at, type, height: this.stack.height, dead });
    this.stack.pushResults(type.parameters, at);
    if (opcode === op.LOOP && this.request.needsRoots(at)) this.noteStackRoots(at);
  }

  private noteStackRoots(at: number): void {
    const roots = keepStackRoots(at, this.stack.nodes, this.graph, this.frames, this.list);
    if (roots.length > 0) this.stackRoots.set(at, roots);
  }

  /** Ends the current arm of an if, try or catch; the next arm starts with `types` on the stack. */
  private nextArm(at: number, types: readonly number[]): void {
    const old = this.frames.pop()!;
    if (!old.dead) {
      this.stack.consumeMany(old.type.results);
      this.flushAt(at, this.list.partners[old.start]!);
    }
    this.stack.truncate(old.height);
    const outerDead = this.frames.frame(0).dead;
    this.ledger.join(at);
    this.frames.push({ ...old, dead: outerDead });
    if (!outerDead) this.stack.pushResults(types, at);
  }

  private leave(at: number): void {
    const frame = this.frames.pop()!;
    // No branch targets the end of a loop, so facts known before the end still hold after it.
    if (!frame.dead && this.frames.isLoop(frame) && !this.request.copiedLoops.has(frame.start)) return;
    if (!frame.dead) {
      this.stack.consumeMany(frame.type.results);
      if (frame.start >= 0) this.flushAt(at, at);
    }
    this.stack.truncate(frame.height);
    if (frame.start < 0) return;
    this.ledger.join(at);
    if (!this.frames.frame(0).dead) this.stack.pushResults(frame.type.results, at);
  }

  private die(): void {
    const frame = this.frames.frame(0);
    this.stack.truncate(frame.height);
    frame.dead = true;
  }

  private branch(at: number, depths: readonly number[]): void {
    const arity = this.frames.labelTypes(depths[0]!).length;
    for (let n = 0; n < arity; n++) this.stack.settle(n);
    this.flushForLabel(at, depths);
  }

  private call(at: number, type: FunctionType): void {
    this.stack.consumeMany(type.parameters);
    this.stack.settleAbove(this.frames.frame(0).height);
    this.flushAt(at, at);
    if (this.request.needsRoots(at)) this.noteStackRoots(at);
    this.stack.pushResults(type.results, at);
  }

  private step(at: number): void {
    this.ledger.begin(at);
    const opcode = this.list.opcodes[at]!;
    const frame = this.frames.frame(0);
    if (frame.dead && !isStructure(opcode)) return;
    if (this.stack.height > frame.height && this.request.versionedLoops.has(frame.start))
      this.waiting.set(at, this.stack.typesAbove(frame.height));
    this.visit(at, opcode);
    this.ledger.finish(at);
  }

  private visit(at: number, opcode: number): void {
    switch (ROLES[opcode]!) {
      case ROLE.plain:
        this.stack.consumeMany(OPERANDS[opcode]!);
        this.stack.pushResults(RESULTS[opcode]!, at);
        return;
      case ROLE.exact:
        this.stepExact(at, opcode);
        return;
      case ROLE.arithmetic:
        this.stepArithmetic(at, opcode);
        return;
      case ROLE.copysign:
      case ROLE.comparison:
      case ROLE.truncation:
        this.stepCareful(at, opcode);
        return;
      default:
        this.stepSpecial(at, opcode);
        return;
    }
  }

  private stepExact(at: number, opcode: number): void {
    const type = RESULTS[opcode]![0]!;
    for (let n = OPERANDS[opcode]!.length; n > 0; n--) this.stack.popNode();
    const isExact = !this.request.choices.has(at);
    const node = isConstant(opcode)
      ? this.graph.addConstant(type, at)
      : this.graph.addLeaf(type, at, isExact);
    this.stack.pushMade(type, node, at);
  }

  private popOperands(opcode: number): [first: number, second: number] {
    this.settleOtherShapes(opcode);
    const second = OPERANDS[opcode]!.length === 2 ? this.stack.popNode() : NO_NODE;
    return [this.stack.popNode(), second];
  }

  private stepArithmetic(at: number, opcode: number): void {
    const [first, second] = this.popOperands(opcode);
    const type = RESULTS[opcode]![0]!;
    const node = this.graph.addOperation(type, at, first, second);
    this.stack.pushMade(type, node, at);
    if (this.graph.depth(node) > MAX_UNCHECKED_DEPTH && this.graph.isDirty(node, at))
      this.ledger.checkWhenPushed(node, at);
  }

  /**
   * Handles instructions whose slow path evaluates the operands first, so that dirty operands need no earlier check.
   */
  private stepCareful(at: number, opcode: number): void {
    const [first, second] = this.popOperands(opcode);
    const { graph } = this;
    const isExact = graph.isExact(first) && (second === NO_NODE || graph.isExact(second));
    const type = RESULTS[opcode]![0]!;
    if (ROLES[opcode] === ROLE.copysign) this.stack.pushMade(type, graph.addLeaf(type, at, isExact), at);
    else this.stack.pushResults(RESULTS[opcode]!, at);
    if (isExact) return;
    this.firsts[at] = first;
    this.seconds[at] = second;
    graph.requireHome(first, at);
    if (second === NO_NODE) this.ledger.clean([first], at, at + 1);
    else {
      graph.requireHome(second, at);
      this.ledger.clean([first, second], at, at + 1);
    }
  }

  /**
   * Checks operands with a different lane layout, because a NaN in their lanes may not be visible as one in the lanes
   * of this layout.
   */
  private settleOtherShapes(opcode: number): void {
    const hook = VECTOR_HOOKS[opcode];
    if (!hook) return;
    const { list, graph, stack } = this;
    OPERANDS[opcode]!.forEach((_, depth) => {
      const node = stack.nodes[stack.height - 1 - depth]!;
      if (graph.kind(node) !== NODE.operation) return;
      if (VECTOR_HOOKS[list.opcodes[graph.instruction(node)]!]!.to !== hook.from) stack.settle(depth);
    });
  }

  private stepLocal(at: number, opcode: number): void {
    const local = this.list.immediates[at]!;
    const type = this.list.locals[local]!;
    const { graph } = this;
    if (opcode === op.LOCAL_GET) {
      if (!mayBeBox(type)) {
        this.stack.push(type, NO_NODE, at);
        return;
      }
      let node = graph.nodeOfLocal(local);
      if (node === NO_NODE) node = graph.addLocalLeaf(local, type, at, this.assumedExact[local] === 1);
      if (graph.instruction(node) === at) this.nodes[at] = node;
      this.stack.push(type, node, at);
      return;
    }
    if (mayBeBox(type)) this.bind(local, at);
    if (opcode === op.LOCAL_SET) this.stack.popNode();
  }

  private bind(local: number, at: number): void {
    const { graph, stack } = this;
    const node = stack.topNode;
    // The value was pushed before a check repaired its node, so the local must not receive this unrepaired copy.
    if (graph.isDirty(node, stack.topTime) && !graph.isDirty(node, at)) this.stack.settle(0);
    this.ledger.bindLocal(local, node, at);
    if (this.assumedExact[local] === 1 && !graph.isExact(node)) {
      this.assumedExact[local] = 0;
      this.violated = true;
    }
  }

  private stepSelect(at: number): void {
    this.stack.popNode();
    const type = this.stack.topType;
    this.stack.settle(0);
    const second = this.stack.popNode();
    this.stack.settle(0);
    const first = this.stack.popNode();
    if (!mayBeBox(type)) {
      this.stack.push(type, NO_NODE, at);
      return;
    }
    const isExact = !this.request.choices.has(at) && this.graph.isExact(first) && this.graph.isExact(second);
    const node = this.graph.addLeaf(type, at, isExact);
    this.stack.pushMade(type, node, at);
  }

  private stepSpecial(at: number, opcode: number): void {
    if (this.stepControl(at, opcode)) return;
    const immediate = this.list.immediates[at]!;
    switch (opcode) {
      case op.DROP:
        this.stack.popNode();
        return;
      case op.SELECT:
      case op.SELECT_T:
        this.stepSelect(at);
        return;
      case op.LOCAL_GET:
      case op.LOCAL_SET:
      case op.LOCAL_TEE:
        this.stepLocal(at, opcode);
        return;
      case op.GLOBAL_GET:
        this.stack.pushResults([this.info.globalTypes[immediate]!], at);
        return;
      case op.GLOBAL_SET:
        this.stack.consume();
        return;
      default:
        this.stepReference(opcode, at, immediate);
    }
  }

  /** Handles table and reference instructions, whose operands contain no boxes. */
  private stepReference(opcode: number, at: number, immediate: number): void {
    for (let n = referenceOperands(opcode); n > 0; n--) this.stack.popNode();
    const result = maybeReferenceResult(this.info, opcode, immediate);
    if (result !== undefined) this.stack.pushResults([result], at);
  }

  private stepControl(at: number, opcode: number): boolean {
    const { bytes } = this.info;
    const immediate = this.list.immediates[at]!;
    switch (opcode) {
      case op.UNREACHABLE:
        this.die();
        return true;
      case op.BLOCK:
      case op.LOOP:
      case op.IF:
      case op.TRY:
      case op.TRY_TABLE:
        this.enter(at, opcode);
        return true;
      case op.ELSE:
        this.nextArm(at, this.frames.frame(0).type.parameters);
        return true;
      case op.CATCH:
        this.nextArm(at, this.info.types[this.info.tagTypes[immediate]!]!.parameters);
        return true;
      case op.CATCH_ALL:
        this.nextArm(at, []);
        return true;
      case op.END:
      case op.DELEGATE:
        this.leave(at);
        return true;
      case op.BR:
        this.branch(at, [immediate]);
        this.die();
        return true;
      case op.BR_IF:
        this.stack.popNode();
        this.branch(at, [immediate]);
        return true;
      case op.BR_TABLE:
        this.stack.popNode();
        this.branch(at, branchTableDepths(bytes, this.list, at));
        this.die();
        return true;
      default:
        return this.stepCall(at, opcode, immediate);
    }
  }

  private stepCall(at: number, opcode: number, immediate: number): boolean {
    const called = maybeCallType(this.info, opcode, immediate);
    if (called) {
      if (opcode === op.CALL_INDIRECT || opcode === op.RETURN_CALL_INDIRECT) this.stack.popNode();
      if (opcode === op.CALL || opcode === op.CALL_INDIRECT) this.call(at, called);
      else {
        this.stack.consumeMany(called.parameters);
        this.die();
      }
      return true;
    }
    switch (opcode) {
      case op.RETURN:
        this.stack.consumeMany(this.frames.outermost.type.results);
        this.die();
        return true;
      case op.THROW:
        this.stack.consumeMany(this.info.types[this.info.tagTypes[immediate]!]!.parameters);
        this.flushAt(at, at);
        this.die();
        return true;
      case op.RETHROW:
      case op.THROW_REF:
        this.flushAt(at, at);
        this.die();
        return true;
      default:
        return false;
    }
  }
}
