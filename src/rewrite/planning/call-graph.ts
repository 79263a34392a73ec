// Builds a module's call graph and derives from it which functions may create records, reach a safepoint, or call
// themselves. Indirect calls may reach every function of their type whose address is taken.

import * as op from '../encoding/opcode-names.ts';
import { HOOK_KINDS } from '../hooks/hooks.ts';
import { ROLE, ROLES } from '../hooks/instruction-shapes.ts';
import { decodeBody, type InstructionList } from '../reading/instruction-list.ts';
import type { FunctionImport, FunctionType, ModuleInfo } from '../reading/module-info.ts';
import { mayChoose } from './choices.ts';

/** Queries that only the graph's user can answer. */
export interface GraphQuestions {
  /** Functions that stay unchanged and call no hooks. */
  isLeftAlone(index: number): boolean;
  mayCallBack(callee: FunctionImport): boolean;
  /** Imports that may create a record while none exists. */
  mayCreate(callee: FunctionImport): boolean;
}

interface CallSites {
  readonly direct: Set<number>;
  readonly indirectTypes: Set<number>;
  arithmetic: boolean;
  hooks: boolean;
  loops: boolean;
  singles: boolean;
}

function typeKey(type: FunctionType): string {
  return `${type.parameters.join()}:${type.results.join()}`;
}

function findCallSites(list: InstructionList, referenced: Set<number>): CallSites {
  const sites: CallSites = {
    direct: new Set(),
    indirectTypes: new Set(),
    arithmetic: false,
    hooks: false,
    loops: false,
    singles: false,
  };
  // If a function both compares and selects, each draw may make its own choice, which creates values (choices.ts).
  let [compares, chooses] = [false, false];
  for (let at = 0; at < list.count; at++) {
    const opcode = list.opcodes[at]!;
    if (opcode === op.CALL || opcode === op.RETURN_CALL) sites.direct.add(list.immediates[at]!);
    else if (opcode === op.CALL_INDIRECT || opcode === op.RETURN_CALL_INDIRECT)
      sites.indirectTypes.add(list.immediates[at]!);
    else if (opcode === op.LOOP) sites.loops = true;
    else if (opcode === op.REF_FUNC) referenced.add(list.immediates[at]!);
    else if (opcode === op.F32_LOAD || opcode === op.F32_STORE) sites.singles = true;
    else if (HOOK_KINDS[opcode] !== 'none') {
      sites.hooks = true;
      sites.arithmetic ||= ROLES[opcode] === ROLE.arithmetic || ROLES[opcode] === ROLE.copysign;
      compares ||= ROLES[opcode] === ROLE.comparison;
    } else chooses ||= mayChoose(opcode);
  }
  sites.arithmetic ||= compares && chooses;
  return sites;
}

/** The call graph of a module; functions are identified by index. */
export class CallGraph {
  /** True if any function that may be rewritten loads or stores floats. */
  readonly hasSingles: boolean;
  private readonly info: ModuleInfo;
  private readonly callees: (readonly number[])[] = [];
  private readonly sites: (CallSites | undefined)[] = [];
  private readonly byType = new Map<string, number[]>();
  private readonly byTypeIndex: (readonly number[] | undefined)[] = [];
  private readonly allocating: Uint8Array;
  private readonly creating: Uint8Array;
  private readonly reaching: Uint8Array;
  private readonly recursive: Uint8Array;

  constructor(info: ModuleInfo, list: InstructionList, questions: GraphQuestions) {
    this.info = info;
    const count = info.functionTypes.length;
    const imported = info.functionImports.length;
    for (let index = 0; index < imported; index++) this.sites.push(undefined);
    const referenced = new Set(info.referencedFunctions);
    info.bodies.forEach((body, i) => {
      decodeBody(info, imported + i, body, list);
      this.sites.push(findCallSites(list, referenced));
    });
    this.groupByType(referenced);
    for (let index = 0; index < count; index++) this.callees.push(this.calleesOf(this.sites[index]));
    this.recursive = this.findCycles();
    const rewritten = (index: number): boolean => index >= imported && !questions.isLeftAlone(index);
    this.hasSingles = this.sites.some((sites, index) => sites?.singles && rewritten(index));
    const anImport =
      (ask: (callee: FunctionImport) => boolean) =>
      (index: number): boolean =>
        index < imported && ask(info.functionImports[index]!);
    const callsBack = anImport((callee) => questions.mayCallBack(callee));
    // Functions that imports call back may also create records.
    this.creating = this.closure(
      anImport((callee) => questions.mayCreate(callee) || questions.mayCallBack(callee)),
    );
    this.allocating = this.closure(
      (index) =>
        (rewritten(index) && this.sites[index]!.arithmetic) || this.creating[index] === 1 || callsBack(index),
    );
    const hasSafepoint = (index: number): boolean =>
      rewritten(index) &&
      this.allocating[index] === 1 &&
      (this.sites[index]!.loops || this.recursive[index] === 1);
    this.reaching = this.closure((index) => hasSafepoint(index) || callsBack(index));
  }

  private groupByType(referenced: Set<number>): void {
    const { info } = this;
    for (const index of referenced) {
      const type = info.types[info.functionTypes[index] ?? -1];
      if (!type) continue;
      const key = typeKey(type);
      const group = this.byType.get(key);
      if (group) group.push(index);
      else this.byType.set(key, [index]);
    }
  }

  private calleesOf(sites: CallSites | undefined): number[] {
    if (!sites) return [];
    const all = new Set(sites.direct);
    for (const type of sites.indirectTypes) for (const index of this.targetsOfType(type)) all.add(index);
    return [...all];
  }

  private targetsOfType(type: number): readonly number[] {
    const known = this.byTypeIndex[type];
    if (known) return known;
    const targets = this.byType.get(typeKey(this.info.types[type]!)) ?? [];
    this.byTypeIndex[type] = targets;
    return targets;
  }

  /** Functions that have a property or, directly or indirectly, call a function that has it. */
  private closure(has: (index: number) => boolean): Uint8Array {
    const result = new Uint8Array(this.callees.length);
    const callers: number[][] = this.callees.map(() => []);
    this.callees.forEach((callees, caller) => {
      for (const callee of callees) callers[callee]!.push(caller);
    });
    const work: number[] = [];
    for (let index = 0; index < result.length; index++) if (has(index)) work.push(index);
    while (work.length > 0) {
      const index = work.pop()!;
      if (result[index]) continue;
      result[index] = 1;
      work.push(...callers[index]!);
    }
    return result;
  }

  /** Functions on a cycle of the graph: Tarjan's algorithm with an explicit stack. */
  private findCycles(): Uint8Array {
    const count = this.callees.length;
    const cyclic = new Uint8Array(count);
    const order = new Int32Array(count);
    const low = new Int32Array(count);
    const onStack = new Uint8Array(count);
    const stack: number[] = [];
    let next = 1;
    for (let root = 0; root < count; root++) {
      if (order[root]) continue;
      const path: { index: number; edge: number }[] = [{ index: root, edge: 0 }];
      while (path.length > 0) {
        const top = path[path.length - 1]!;
        const { index } = top;
        if (top.edge === 0) {
          order[index] = low[index] = next++;
          stack.push(index);
          onStack[index] = 1;
        }
        const callee = this.callees[index]![top.edge++];
        if (callee === undefined) {
          path.pop();
          const parent = path[path.length - 1];
          if (parent) low[parent.index] = Math.min(low[parent.index]!, low[index]!);
          if (low[index] === order[index]) this.popComponent(index, stack, onStack, cyclic);
        } else if (!order[callee]) path.push({ index: callee, edge: 0 });
        else if (onStack[callee]) {
          low[index] = Math.min(low[index]!, order[callee]!);
          if (callee === index) cyclic[index] = 1;
        }
      }
    }
    return cyclic;
  }

  private popComponent(root: number, stack: number[], onStack: Uint8Array, cyclic: Uint8Array): void {
    const members: number[] = [];
    for (;;) {
      const member = stack.pop()!;
      onStack[member] = 0;
      members.push(member);
      if (member === root) break;
    }
    if (members.length > 1) for (const member of members) cyclic[member] = 1;
  }

  /** True if calling the function may create a record while others exist. */
  mayAllocate(index: number): boolean {
    return this.allocating[index] === 1;
  }

  /** True if calling the function may create a record while none exists. */
  mayCreate(index: number): boolean {
    return this.creating[index] === 1;
  }

  /** True if the function may be called again before it returns. */
  isRecursive(index: number): boolean {
    return this.recursive[index] === 1;
  }

  /** True if the function contains instructions that have slow paths. */
  hasHooks(index: number): boolean {
    return this.sites[index]?.hooks ?? false;
  }

  hasLoops(index: number): boolean {
    return this.sites[index]?.loops ?? false;
  }

  /** True if some call in the function may create a record or reach a safepoint. */
  callsMatter(index: number): boolean {
    return this.callees[index]!.some((callee) => this.allocating[callee] || this.reaching[callee]);
  }

  /** Tests whether an instruction is a call that may create a record while others exist. */
  callMayAllocate(list: InstructionList, at: number): boolean {
    return this.someTarget(list, at, this.allocating);
  }

  /** Tests whether an instruction is a call that may create a record while none exists. */
  callMayCreate(list: InstructionList, at: number): boolean {
    return this.someTarget(list, at, this.creating);
  }

  /** Tests whether an instruction is a call that may reach a safepoint before it returns. */
  callMayReachSafepoint(list: InstructionList, at: number): boolean {
    return this.someTarget(list, at, this.reaching);
  }

  private someTarget(list: InstructionList, at: number, property: Uint8Array): boolean {
    const opcode = list.opcodes[at];
    if (opcode === op.CALL || opcode === op.RETURN_CALL) return property[list.immediates[at]!] === 1;
    if (opcode !== op.CALL_INDIRECT && opcode !== op.RETURN_CALL_INDIRECT) return false;
    return this.targetsOfType(list.immediates[at]!).some((target) => property[target] === 1);
  }
}
