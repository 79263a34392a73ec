// Decides where a function body is checked for boxes. Arithmetic makes NaN of NaN, so a whole tree of operations
// stays unchecked ("dirty") until its value is needed as it should be: stored, passed, compared, converted, or in a
// local that is read after control joins. The plan says where checks stand and which values get temporaries;
// `CheckedFunctionWriter` follows it. Why this is sound: README.md of this folder.

import { CheckLedger } from './check-ledger.ts';
import type { CheckPlan, ManyResults, PlanRequest } from './check-plan.ts';
import type { InstructionList } from './instruction-list.ts';
import { isFloat, OPERANDS, RESULTS, ROLE, ROLES } from './instruction-shapes.ts';
import { branchTableDepths, Liveness } from './liveness.ts';
import { FUNCREF, type FunctionType, I32, type ModuleInfo } from './module-info.ts';
import { NO_NODE, type ValueGraph } from './value-graph.ts';

/** Longest chain of operations that one check answers for. */
const MAX_UNCHECKED_DEPTH = 64;
/** Assumptions on locals are refined at most so often before all of them are given up. */
const MAX_ROUNDS = 4;

interface Frame {
  readonly start: number;
  readonly type: FunctionType;
  readonly height: number;
  /** Where code after a branch starts that nothing reaches. */
  dead: boolean;
}

const EMPTY: FunctionType = { parameters: [], results: [] };

/** One walk over a function body with an abstract operand stack. */
class CheckPlanner implements CheckPlan {
  readonly graph: ValueGraph;
  readonly nodes: Int32Array;
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  readonly checkAfter: Uint8Array;
  readonly flushBefore: ReadonlyMap<number, number[]>;
  readonly manyResults = new Map<number, ManyResults>();
  readonly stackRoots = new Map<number, readonly number[]>();
  readonly liveness: Liveness;
  /** Locals that were assumed to hold no box but are given a value that may be one. */
  violated = false;

  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  private readonly needsRoots: (at: number) => boolean;
  private readonly copiedLoops: ReadonlySet<number>;
  private readonly assumedExact: Uint8Array;
  private readonly types: number[] = [];
  private readonly stackNodes: number[] = [];
  private readonly times: number[] = [];
  private readonly frames: Frame[] = [];
  private readonly ledger: CheckLedger;

  constructor(request: PlanRequest, liveness: Liveness, assumedExact: Uint8Array) {
    const { info, list } = request;
    this.info = info;
    this.list = list;
    this.needsRoots = request.needsRoots;
    this.copiedLoops = request.copiedLoops;
    this.liveness = liveness;
    this.assumedExact = assumedExact;
    this.ledger = new CheckLedger(list);
    this.graph = this.ledger.graph;
    this.checkAfter = this.ledger.checkAfter;
    this.flushBefore = this.ledger.flushBefore;
    this.nodes = new Int32Array(list.count).fill(NO_NODE);
    this.firsts = new Int32Array(list.count).fill(NO_NODE);
    this.seconds = new Int32Array(list.count).fill(NO_NODE);
  }

  run(results: readonly number[]): void {
    this.frames.push({ start: -1, type: { parameters: [], results }, height: 0, dead: false });
    for (let at = 0; at < this.list.count; at++) this.step(at);
  }

  // ---- the abstract stack --------------------------------------------------------------------------------------------

  private push(type: number, node: number, time: number): void {
    this.types.push(type);
    this.stackNodes.push(node);
    this.times.push(time);
  }

  private popNode(): number {
    this.types.pop();
    this.times.pop();
    return this.stackNodes.pop()!;
  }

  private pushResult(type: number, at: number): number {
    const node = isFloat(type) ? this.graph.addLeaf(type, at, false) : NO_NODE;
    this.push(type, node, at);
    return node;
  }

  private pushResults(types: readonly number[], at: number): void {
    if (types.length > 1) {
      const nodes = types.map((type) => this.pushResult(type, at));
      this.manyResults.set(at, { types, nodes });
    } else if (types.length === 1) this.nodes[at] = this.pushResult(types[0]!, at);
  }

  /** The entry `depth` below the top is used as it stands: it must have been checked before it was pushed. */
  private settle(depth: number): void {
    const at = this.types.length - 1 - depth;
    const node = this.stackNodes[at]!;
    if (node === NO_NODE) return;
    const time = this.times[at]!;
    if (this.graph.isDirty(node, time)) this.ledger.checkWhenPushed(node, time);
  }

  private consume(): void {
    this.settle(0);
    this.popNode();
  }

  private consumeMany(types: readonly number[]): void {
    for (let n = types.length; n > 0; n--) this.consume();
  }

  private settleFrame(): void {
    const height = this.frames[this.frames.length - 1]!.height;
    for (let depth = 0; depth < this.types.length - height; depth++) this.settle(depth);
  }

  // ---- control -------------------------------------------------------------------------------------------------------

  private flushForLabel(at: number, depths: readonly number[]): void {
    const points = depths.map((depth) => this.labelPoint(depth));
    this.ledger.flushLocals(at, (local) => points.some((point) => this.liveness.isLiveAt(point, local)));
  }

  private flushAt(at: number, point: number): void {
    this.ledger.flushLocals(at, (local) => this.liveness.isLiveAt(point, local));
  }

  private frame(depth: number): Frame {
    return this.frames[this.frames.length - 1 - depth]!;
  }

  private labelPoint(depth: number): number {
    const { start } = this.frame(depth);
    if (start < 0) return this.list.count - 1;
    return this.list.opcodes[start] === 0x03 ? start : this.list.partners[start]!;
  }

  private labelTypes(depth: number): readonly number[] {
    const frame = this.frame(depth);
    const isLoop = frame.start >= 0 && this.list.opcodes[frame.start] === 0x03;
    return isLoop ? frame.type.parameters : frame.type.results;
  }

  private blockType(at: number): FunctionType {
    const immediate = this.list.immediates[at]!;
    if (immediate >= 0) return this.info.types[immediate]!;
    if (immediate === -64) return EMPTY;
    return { parameters: [], results: [immediate + 128] };
  }

  private enter(at: number, opcode: number): void {
    const dead = this.frame(0).dead;
    if (!dead && opcode === 0x04) this.popNode();
    const type = this.blockType(at);
    if (dead) {
      this.frames.push({ start: at, type, height: this.types.length, dead });
      return;
    }
    this.settleFrame();
    if (opcode === 0x04) this.flushAt(at, at);
    if (opcode === 0x03) {
      this.flushAt(at, at);
      this.ledger.join(at);
    }
    for (let n = type.parameters.length; n > 0; n--) this.popNode();
    this.frames.push({ start: at, type, height: this.types.length, dead });
    this.pushResults(type.parameters, at);
    if (opcode === 0x03 && this.needsRoots(at)) this.noteStackRoots(at);
  }

  /** Whatever waits on the operand stack must be readable, so that it can be saved for a safepoint. */
  private noteStackRoots(at: number): void {
    const { graph } = this;
    const roots: number[] = [];
    for (const node of this.stackNodes) {
      if (node === NO_NODE || graph.isExact(node)) continue;
      // A loop that began after the value was made comes by here again: the temporary must last until it ends.
      const loop = this.frames.find(
        ({ start }) => start > graph.instruction(node) && this.list.opcodes[start] === 0x03,
      );
      if (loop) graph.requireTemporary(node, this.list.partners[loop.start]!);
      else graph.requireHome(node, at);
      roots.push(node);
    }
    if (roots.length > 0) this.stackRoots.set(at, roots);
  }

  /** Ends the arm of an if, try or catch; what follows starts with `types` on the stack. */
  private nextArm(at: number, types: readonly number[]): void {
    const old = this.frames.pop()!;
    if (!old.dead) {
      this.consumeMany(old.type.results);
      this.flushAt(at, this.list.partners[old.start]!);
    }
    this.truncate(old.height);
    const outerDead = this.frames[this.frames.length - 1]!.dead;
    this.ledger.join(at);
    this.frames.push({ ...old, dead: outerDead });
    if (!outerDead) this.pushResults(types, at);
  }

  private truncate(height: number): void {
    this.types.length = height;
    this.stackNodes.length = height;
    this.times.length = height;
  }

  private leave(at: number): void {
    const frame = this.frames.pop()!;
    // Nothing branches to the end of a loop: what is known before it is known after.
    const isLoop = frame.start >= 0 && this.list.opcodes[frame.start] === 0x03;
    if (!frame.dead && isLoop && !this.copiedLoops.has(frame.start)) return;
    if (!frame.dead) {
      this.consumeMany(frame.type.results);
      if (frame.start >= 0) this.flushAt(at, at);
    }
    this.truncate(frame.height);
    if (frame.start < 0) return;
    this.ledger.join(at);
    if (!this.frame(0).dead) this.pushResults(frame.type.results, at);
  }

  private die(): void {
    const frame = this.frame(0);
    this.truncate(frame.height);
    frame.dead = true;
  }

  private branch(at: number, depths: readonly number[]): void {
    const arity = this.labelTypes(depths[0]!).length;
    for (let n = 0; n < arity; n++) this.settle(n);
    this.flushForLabel(at, depths);
  }

  private call(at: number, type: FunctionType): void {
    this.consumeMany(type.parameters);
    this.settleFrame();
    this.flushAt(at, at);
    if (this.needsRoots(at)) this.noteStackRoots(at);
    this.pushResults(type.results, at);
  }

  // ---- instructions --------------------------------------------------------------------------------------------------

  private step(at: number): void {
    this.ledger.begin(at);
    const opcode = this.list.opcodes[at]!;
    if (this.frame(0).dead && !this.isStructure(opcode)) return;
    this.visit(at, opcode);
    this.ledger.finish(at);
  }

  private visit(at: number, opcode: number): void {
    switch (ROLES[opcode]!) {
      case ROLE.plain:
        this.consumeMany(OPERANDS[opcode]!);
        this.pushResults(RESULTS[opcode]!, at);
        return;
      case ROLE.exact:
        this.stepExact(at, opcode);
        return;
      case ROLE.arithmetic:
      case ROLE.copysign:
        this.stepArithmetic(at, opcode);
        return;
      case ROLE.comparison:
      case ROLE.truncation:
        this.stepCareful(at, opcode);
        return;
      default:
        this.stepSpecial(at, opcode);
        return;
    }
  }

  private isStructure(opcode: number): boolean {
    return (opcode >= 0x02 && opcode <= 0x07) || [0x0b, 0x18, 0x19, 0x1f].includes(opcode);
  }

  private stepExact(at: number, opcode: number): void {
    const type = RESULTS[opcode]![0]!;
    for (let n = OPERANDS[opcode]!.length; n > 0; n--) this.popNode();
    const constant = opcode === 0x43 || opcode === 0x44;
    const node = constant ? this.graph.addConstant(type, at) : this.graph.addLeaf(type, at, true);
    this.nodes[at] = node;
    this.push(type, node, at);
  }

  private stepArithmetic(at: number, opcode: number): void {
    // The sign of copysign's second operand must be right; its NaN does not show in the result.
    if (ROLES[opcode] === ROLE.copysign) this.settle(0);
    const second = OPERANDS[opcode]!.length === 2 ? this.popNode() : NO_NODE;
    const first = this.popNode();
    const type = RESULTS[opcode]![0]!;
    const node = this.graph.addOperation(type, at, first, second);
    this.nodes[at] = node;
    this.push(type, node, at);
    if (this.graph.depth(node) > MAX_UNCHECKED_DEPTH && this.graph.isDirty(node, at))
      this.ledger.checkWhenPushed(node, at);
  }

  /** Comparisons and truncations: their slow path evaluates the operands first, so dirty ones need no check before. */
  private stepCareful(at: number, opcode: number): void {
    const second = OPERANDS[opcode]!.length === 2 ? this.popNode() : NO_NODE;
    const first = this.popNode();
    this.push(RESULTS[opcode]![0]!, NO_NODE, at);
    const { graph } = this;
    if (graph.isExact(first) && (second === NO_NODE || graph.isExact(second))) return;
    this.firsts[at] = first;
    this.seconds[at] = second;
    graph.requireHome(first, at);
    if (second === NO_NODE) this.ledger.clean([first], at, at + 1);
    else {
      graph.requireHome(second, at);
      this.ledger.clean([first, second], at, at + 1);
    }
  }

  private stepLocal(at: number, opcode: number): void {
    const local = this.list.immediates[at]!;
    const type = this.list.locals[local]!;
    const { graph } = this;
    if (opcode === 0x20) {
      if (!isFloat(type)) {
        this.push(type, NO_NODE, at);
        return;
      }
      let node = graph.nodeOfLocal(local);
      if (node === NO_NODE) node = graph.addLocalLeaf(local, type, at, this.assumedExact[local] === 1);
      if (graph.instruction(node) === at) this.nodes[at] = node;
      this.push(type, node, at);
      return;
    }
    if (isFloat(type)) this.bind(local, at);
    if (opcode === 0x21) this.popNode();
  }

  private bind(local: number, at: number): void {
    const top = this.types.length - 1;
    const node = this.stackNodes[top]!;
    const { graph } = this;
    // A copy that was pushed unchecked must not be taken for the node that a check has mended since.
    if (graph.isDirty(node, this.times[top]!) && !graph.isDirty(node, at)) this.settle(0);
    this.ledger.bindLocal(local, node, at);
    if (this.assumedExact[local] === 1 && !graph.isExact(node)) {
      this.assumedExact[local] = 0;
      this.violated = true;
    }
  }

  private stepSelect(at: number): void {
    this.popNode();
    const type = this.types[this.types.length - 1]!;
    this.settle(0);
    const second = this.popNode();
    this.settle(0);
    const first = this.popNode();
    if (!isFloat(type)) {
      this.push(type, NO_NODE, at);
      return;
    }
    const node = this.graph.addLeaf(type, at, this.graph.isExact(first) && this.graph.isExact(second));
    this.nodes[at] = node;
    this.push(type, node, at);
  }

  private stepSpecial(at: number, opcode: number): void {
    if (this.stepControl(at, opcode)) return;
    const immediate = this.list.immediates[at]!;
    switch (opcode) {
      case 0x1a: // drop
        this.popNode();
        return;
      case 0x1b:
      case 0x1c:
        this.stepSelect(at);
        return;
      case 0x20:
      case 0x21:
      case 0x22:
        this.stepLocal(at, opcode);
        return;
      case 0x23: // global.get
        this.pushResults([this.info.globalTypes[immediate]!], at);
        return;
      case 0x24: // global.set
        this.consume();
        return;
      case 0x25: // table.get
        this.popNode();
        this.pushResults([this.info.tableTypes[immediate]!], at);
        return;
      case 0x26: // table.set
        this.popNode();
        this.popNode();
        return;
      case 0xd0: // ref.null
        this.pushResults([immediate], at);
        return;
      case 0xd1: // ref.is_null
        this.popNode();
        this.pushResults([I32], at);
        return;
      case 0xd2: // ref.func
        this.pushResults([FUNCREF], at);
        return;
      case 0x10f: // table.grow
        this.popNode();
        this.popNode();
        this.pushResults([I32], at);
        return;
      case 0x111: // table.fill
        this.popNode();
        this.popNode();
        this.popNode();
        return;
    }
  }

  private functionType(index: number): FunctionType {
    return this.info.types[this.info.functionTypes[index]!]!;
  }

  private stepControl(at: number, opcode: number): boolean {
    const { bytes } = this.info;
    const immediate = this.list.immediates[at]!;
    switch (opcode) {
      case 0x00: // unreachable
        this.die();
        return true;
      case 0x02:
      case 0x03:
      case 0x04:
      case 0x06:
      case 0x1f:
        this.enter(at, opcode);
        return true;
      case 0x05: // else
        this.nextArm(at, this.frame(0).type.parameters);
        return true;
      case 0x07: // catch
        this.nextArm(at, this.info.types[this.info.tagTypes[immediate]!]!.parameters);
        return true;
      case 0x19: // catch_all
        this.nextArm(at, []);
        return true;
      case 0x0b:
      case 0x18: // delegate
        this.leave(at);
        return true;
      case 0x0c: // br
        this.branch(at, [immediate]);
        this.die();
        return true;
      case 0x0d: // br_if
        this.popNode();
        this.branch(at, [immediate]);
        return true;
      case 0x0e: // br_table
        this.popNode();
        this.branch(at, branchTableDepths(bytes, this.list, at));
        this.die();
        return true;
      default:
        return this.stepCall(at, opcode, immediate);
    }
  }

  private stepCall(at: number, opcode: number, immediate: number): boolean {
    switch (opcode) {
      case 0x10:
        this.call(at, this.functionType(immediate));
        return true;
      case 0x11:
        this.popNode();
        this.call(at, this.info.types[immediate]!);
        return true;
      case 0x12: // return_call
        this.consumeMany(this.functionType(immediate).parameters);
        this.die();
        return true;
      case 0x13: // return_call_indirect
        this.popNode();
        this.consumeMany(this.info.types[immediate]!.parameters);
        this.die();
        return true;
      case 0x0f: // return
        this.consumeMany(this.frames[0]!.type.results);
        this.die();
        return true;
      case 0x08: // throw
        this.consumeMany(this.info.types[this.info.tagTypes[immediate]!]!.parameters);
        this.flushAt(at, at);
        this.die();
        return true;
      case 0x09: // rethrow
      case 0x0a: // throw_ref
        this.flushAt(at, at);
        this.die();
        return true;
      default:
        return false;
    }
  }
}

function initialAssumptions(list: InstructionList): Uint8Array {
  const exact = new Uint8Array(list.locals.length);
  list.locals.forEach((type, i) => {
    if (i >= list.parameterCount && isFloat(type)) exact[i] = 1;
  });
  return exact;
}

/**
 * Plans the checks of a valid function body. Locals that are only ever given values that can be no boxes (constants,
 * converted integers, and what is computed from them) are found first, by assuming that of all and giving up what
 * turns out wrong.
 */
export function planChecks(request: PlanRequest): CheckPlan {
  const { info, index, list } = request;
  const { results } = info.types[info.functionTypes[index]!]!;
  const liveness = new Liveness(info.bytes, list, request.tracked);
  const assumedExact = initialAssumptions(list);
  for (let round = 1; ; round++) {
    if (round === MAX_ROUNDS) assumedExact.fill(0);
    const planner = new CheckPlanner(request, liveness, assumedExact);
    planner.run(results);
    if (!planner.violated) return planner;
  }
}
