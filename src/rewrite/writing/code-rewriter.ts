// Rewrites the code section body by body, and appends unrewritten copies if the caller requests them.

import { Callees, type PrintingNames } from '../bits/callees.ts';
import {
  type ComputedBits,
  findComputedBits,
  hasComputedBits,
  NO_COMPUTED_BITS,
  type NumbersInMemory,
} from '../bits/computed-bits.ts';
import { markVectorBits } from '../bits/vector-bits.ts';
import { ByteWriter } from '../encoding/byte-writer.ts';
import * as op from '../encoding/opcode-names.ts';
import { PARTICLE_OF_BITS_64 } from '../encoding/opcodes.ts';
import { HOOK_KINDS, HOOK_PREFIX, HookTable, hookName } from '../hooks/hooks.ts';
import { mayBeBox } from '../hooks/instruction-shapes.ts';
import { VECTOR_HOOKS } from '../hooks/vector-hooks.ts';
import { CallGraph } from '../planning/call-graph.ts';
import { findChoices, maybeChoiceHooks, NO_CHOICES } from '../planning/choices.ts';
import { planChecks } from '../planning/plan-checks.ts';
import { PlanMemory } from '../planning/plan-memory.ts';
import {
  exportedAddress,
  findSafepointContract,
  localsThatMayHoldBoxes,
  maybeStackPointer,
  RECORDS_ALIVE,
  SITE,
} from '../planning/safepoints.ts';
import { chooseVersionedLoops } from '../planning/versioned-loops.ts';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import {
  type Body,
  type FunctionImport,
  type ModuleInfo,
  maybeExportedFunction,
  type Section,
} from '../reading/module-info.ts';
import { missingFunctionNames } from '../reading/name-section.ts';
import type { FunctionHints } from './branch-hints.ts';
import { CheckedFunctionWriter } from './checked-function-writer.ts';
import { CodeOffsets } from './code-offsets.ts';
import { chooseCopies, chooseLoops, writePlainRange } from './plain-copies.ts';
import { usesRedZone } from './red-zone.ts';
import type { FunctionJob, Sites, WriterContext } from './writer-context.ts';

/** Options of a rewrite; all have defaults. */
export interface RewriteOptions extends PrintingNames {
  /**
   * Functions to leave unchanged, in addition to those whose names begin with `__ux_` or `__wrap_`. `has` tests
   * whether the module has a function with a given name.
   */
  readonly exclude?: (name: string, has: (name: string) => boolean) => boolean;
  /** Makes calls, loops and recursive functions save possible boxes, so that records can be freed. Default: false. */
  readonly safepoints?: boolean;
  /** Runs code as compiled while no record is alive and none can be created. Default: false. */
  readonly exactCopies?: boolean;
  /** Imports that may call back into the module. Default: all except WASI's. */
  readonly mayCallBack?: (callee: FunctionImport) => boolean;
  /** Imports that may create a record while none exists. Default: all except WASI's. */
  readonly mayCreate?: (callee: FunctionImport) => boolean;
  /** First asks the engine whether the module is valid, because the rewriter requires valid code. Default: true. */
  readonly validate?: boolean;
  /**
   * Functions, by index, that store the byte offset of an instruction in `__ux_site` before its slow path runs, and
   * before calls to other functions. By default, comparisons and conversions in all functions store their own number.
   */
  readonly marksPlaces?: ((info: ModuleInfo) => (index: number) => boolean) | undefined;
  /** Removes the exports of slow paths from the finished module. Default: false. */
  readonly removeHookExports?: boolean;
}

/** A rewritten code section. Offsets count from the start of its contents. */
export interface RewrittenCode {
  readonly content: ByteWriter;
  readonly offsets: CodeOffsets;
  readonly hints: readonly FunctionHints[];
  readonly rewrittenFunctions: number;
  /** Functions with a copy at the end of the index space, in the order of their copies. */
  readonly copied: readonly number[];
}

function isNotWasi(callee: FunctionImport): boolean {
  return !callee.module.startsWith('wasi_');
}

function hasHooks(list: InstructionList): boolean {
  for (let at = 0; at < list.count; at++) {
    const opcode = list.opcodes[at]!;
    if (HOOK_KINDS[opcode] !== 'none' || VECTOR_HOOKS[opcode]) return true;
  }
  return false;
}

function requireNames(info: ModuleInfo): void {
  if (info.names.size > 0) return;
  throw missingFunctionNames();
}

/** Functions that stay unchanged: the guest's runtime, and functions that the options exclude. */
function findLeftAlone(info: ModuleInfo, options: RewriteOptions): (index: number) => boolean {
  const left = new Set<number>();
  for (const entry of info.exports)
    if (entry.kind === 0 && entry.name.startsWith(HOOK_PREFIX)) left.add(entry.index);
  const all = new Set(info.names.values());
  const has = (name: string) => all.has(name);
  for (const [index, name] of info.names) {
    const ours = name.startsWith(HOOK_PREFIX) || name.startsWith('__wrap_');
    if (ours || options.exclude?.(name, has)) left.add(index);
  }
  return (index) => left.has(index);
}

/** Numbers the instructions if the guest provides a word to store the numbers in. */
function maybeSites(info: ModuleInfo, isMarked: Sites['isMarked']): Sites | undefined {
  const isOffered = info.exports.some(({ kind, name }) => kind === 3 && name === SITE);
  if (!isOffered) return undefined;
  let last = 0;
  return { address: exportedAddress(info, SITE), next: () => ++last, isMarked };
}

class CodeRewriter {
  private readonly info: ModuleInfo;
  private readonly leftAlone: (index: number) => boolean;
  private readonly context: WriterContext;
  private readonly stackPointer: number | undefined;
  private readonly list = new InstructionList();
  private readonly memory = new PlanMemory();
  private readonly content: ByteWriter;
  private readonly offsets = new CodeOffsets();
  private readonly hints: FunctionHints[] = [];
  private readonly body = new ByteWriter(65536);
  private readonly declarations = new ByteWriter();
  private readonly bodyOffsets = new CodeOffsets();
  private rewrittenFunctions = 0;
  private readonly hasBitsHooks: boolean;
  private readonly numbers: NumbersInMemory;
  private readonly callees: Callees;

  constructor(info: ModuleInfo, options: RewriteOptions, capacity: number) {
    this.info = info;
    this.leftAlone = findLeftAlone(info, options);
    this.stackPointer = maybeStackPointer(info);
    this.hasBitsHooks = maybeExportedFunction(info, hookName(PARTICLE_OF_BITS_64)) !== undefined;
    this.callees = new Callees(info, options);
    this.content = new ByteWriter(capacity);
    const sites = maybeSites(info, options.marksPlaces?.(info));
    const choiceHooks = maybeChoiceHooks(info);
    this.context = { info, hooks: new HookTable(info), sites, choiceHooks, ...this.planGraph(options) };
    this.numbers = {
      areAnywhere: this.context.copies !== undefined,
      areSorted: this.callees.followsBytes,
      haveSingles: this.context.graph?.hasSingles ?? true,
    };
  }

  private planGraph(options: RewriteOptions): Pick<WriterContext, 'graph' | 'safepoints' | 'copies'> {
    if (!options.safepoints && !options.exactCopies) return {};
    const { info, leftAlone, list } = this;
    const graph = new CallGraph(info, list, {
      isLeftAlone: leftAlone,
      mayCallBack: options.mayCallBack ?? isNotWasi,
      mayCreate: options.mayCreate ?? isNotWasi,
    });
    const copies = options.exactCopies
      ? { recordsAlive: exportedAddress(info, RECORDS_ALIVE), indices: chooseCopies(info, graph, leftAlone) }
      : undefined;
    return { graph, copies, safepoints: options.safepoints ? findSafepointContract(info) : undefined };
  }

  run(section: Section): RewrittenCode {
    const { info } = this;
    const copied = [...(this.context.copies?.indices.keys() ?? [])];
    const countEnd = info.bodies[0]?.sizeAt ?? section.end;
    this.content.u32(info.bodies.length + copied.length, countEnd - section.start);
    info.bodies.forEach((place, i) => {
      this.writeFunction(info.functionImports.length + i, place);
    });
    for (const index of copied) this.writeCopy(index);
    const { content, offsets, hints, rewrittenFunctions } = this;
    return { content, offsets, hints, rewrittenFunctions, copied };
  }

  private planFunction(index: number, computedBits: ComputedBits): FunctionJob {
    const { info, list } = this;
    const { safepoints, graph, copies, sites, choiceHooks } = this.context;
    const tracked = safepoints
      ? localsThatMayHoldBoxes(list)
      : Uint8Array.from(list.locals, (type) => (mayBeBox(type) ? 1 : 0));
    const needsRoots = (at: number): boolean =>
      safepoints !== undefined && (list.opcodes[at] === op.LOOP || graph!.callMayReachSafepoint(list, at));
    // A function with a copy switches to it on entry, so its loops need no copies.
    const copiedLoops =
      copies && !copies.indices.has(index)
        ? chooseLoops(list, graph!, copies.indices, computedBits)
        : new Set<number>();
    const versionedLoops = chooseVersionedLoops(list);
    const loops = { copiedLoops, versionedLoops };
    const choices = sites && choiceHooks ? findChoices(info, list) : NO_CHOICES;
    const plan = planChecks({
      memory: this.memory,
      info,
      index,
      list,
      needsRoots,
      tracked,
      choices,
      ...loops,
    });
    const { stackPointer } = this;
    const redZone = stackPointer !== undefined && usesRedZone(list, stackPointer) ? stackPointer : undefined;
    return { index, list, plan, computedBits, tracked, choices, redZone, ...loops };
  }

  private writeFunction(index: number, place: Body): void {
    decodeBody(this.info, index, place, this.list);
    markVectorBits(this.info, this.list);
    const { graph, safepoints } = this.context;
    const callsMatter = safepoints !== undefined && graph!.callsMatter(index);
    const isLeftAlone = this.leftAlone(index);
    const computedBits =
      isLeftAlone || !this.hasBitsHooks
        ? NO_COMPUTED_BITS
        : findComputedBits(this.info, this.list, this.callees, this.numbers);
    if (isLeftAlone || !(callsMatter || hasHooks(this.list) || hasComputedBits(computedBits))) {
      this.offsets.add(this.content.length, place.sizeAt, place.end - place.sizeAt);
      this.content.copy(this.info.bytes, place.sizeAt, place.end);
      return;
    }
    requireNames(this.info);
    this.startBody();
    const writer = new CheckedFunctionWriter(
      this.context,
      this.planFunction(index, computedBits),
      this.body,
      this.bodyOffsets,
    );
    writer.writeInstructions();
    writer.writeDeclarations(this.declarations);
    for (const hint of writer.hints) hint.offset += this.declarations.length;
    if (writer.hints.length > 0) this.hints.push({ functionIndex: index, hints: writer.hints });
    this.finishBody(place.start - place.sizeAt);
    this.rewrittenFunctions++;
  }

  private writeCopy(index: number): void {
    const { info, list } = this;
    const place = info.bodies[index - info.functionImports.length]!;
    decodeBody(info, index, place, list);
    this.startBody();
    this.declarations.copy(info.bytes, place.start, list.starts[0]!);
    const range = { from: 0, to: list.count - 1, mapOutside: (depth: number) => depth };
    writePlainRange(info, list, range, this.context.copies!.indices, this.body, this.bodyOffsets);
    this.finishBody(1);
  }

  private startBody(): void {
    this.body.length = 0;
    this.declarations.length = 0;
    this.bodyOffsets.clear();
  }

  private finishBody(sizeWidth: number): void {
    this.content.u32(this.declarations.length + this.body.length, sizeWidth);
    this.content.append(this.declarations);
    this.offsets.addShifted(this.bodyOffsets, this.content.length);
    this.content.append(this.body);
  }
}

/**
 * Rewrites the code section of a valid module.
 * @throws HazeError `unsupported-instruction`, `missing-hook`, `wrong-hook-signature`, `missing-function-names`,
 *   `missing-safepoint-export`
 */
export function rewriteCode(info: ModuleInfo, section: Section, options: RewriteOptions): RewrittenCode {
  return new CodeRewriter(info, options, Math.max(1024, (section.end - section.start) * 3)).run(section);
}
