// Rewrites a WebAssembly module so that floating-point values may be boxes (quiet NaNs that name a record): decodes it,
// puts checks around floating-point instructions that call the module's own slow paths, encodes it again.
// It knows WebAssembly; what boxes mean is the business of the slow paths. Design: docs of this folder (README.md).

import { HazeError } from '../errors/haze-error.ts';
import { BRANCH_HINT_SECTION, type FunctionHints, writeBranchHints } from './branch-hints.ts';
import { ByteWriter, lebLength } from './byte-writer.ts';
import { CallGraph } from './call-graph.ts';
import { planChecks } from './check-planner.ts';
import {
  CheckedFunctionWriter,
  type FunctionJob,
  type SafepointPlan,
  type WriterContext,
} from './checked-function-writer.ts';
import { CodeOffsets } from './code-offsets.ts';
import { HOOK_KINDS, HOOK_PREFIX, HookTable } from './hooks.ts';
import { decodeBody, InstructionList } from './instruction-list.ts';
import { isFloat } from './instruction-shapes.ts';
import { type FunctionImport, type ModuleInfo, SECTION, type Section } from './module-info.ts';
import { readModule } from './module-reader.ts';
import { findSafepointContract, localsThatMayHoldBoxes } from './safepoints.ts';
import { refuseInvalidModule } from './validation.ts';

/** Choices of a rewriting; all have defaults. */
export interface RewriteOptions {
  /** Functions that are left alone beside those whose names begin with `__ux_` or `__wrap_`. */
  readonly exclude?: (name: string) => boolean;
  /** Makes calls, loops and recursive functions save what may be a box, so that records can be freed. Default false. */
  readonly safepoints?: boolean;
  /** Imports that may call back into the module; by default all but those of WASI. */
  readonly mayCallBack?: (callee: FunctionImport) => boolean;
  /** Imports that may make a record while none exists; by default all but those of WASI. */
  readonly mayCreate?: (callee: FunctionImport) => boolean;
  /** Takes the slow paths out of the export section when done. Default false. */
  readonly removeHookExports?: boolean;
}

/** Counts of what was done. */
export interface RewriteStatistics {
  /** Functions defined in the module, and those that got checks. */
  functions: number;
  rewrittenFunctions: number;
  sizeBefore: number;
  sizeAfter: number;
}

/** A rewritten module. */
export interface RewriteResult {
  readonly module: Uint8Array;
  readonly statistics: RewriteStatistics;
  /** From byte offsets of the new module to those of the old one. */
  readonly codeOffsets: CodeOffsets;
}

interface CodeSection {
  readonly writer: ByteWriter;
  readonly offsets: CodeOffsets;
  readonly hints: FunctionHints[];
  rewrittenFunctions: number;
}

function isLeftAlone(
  info: ModuleInfo,
  index: number,
  hooks: ReadonlySet<number>,
  options: RewriteOptions,
): boolean {
  if (hooks.has(index)) return true;
  const name = info.names.get(index);
  if (name === undefined) return false;
  return name.startsWith(HOOK_PREFIX) || name.startsWith('__wrap_') || (options.exclude?.(name) ?? false);
}

function exportedHooks(info: ModuleInfo): Set<number> {
  const entries = info.exports.filter((entry) => entry.kind === 0 && entry.name.startsWith(HOOK_PREFIX));
  return new Set(entries.map((entry) => entry.index));
}

function needsChecks(list: InstructionList, callsMatter: boolean): boolean {
  for (let at = 0; at < list.count; at++) {
    const opcode = list.opcodes[at]!;
    if (HOOK_KINDS[opcode] !== 'none') return true;
    if (callsMatter && (opcode === 0x10 || opcode === 0x11)) return true;
  }
  return false;
}

function requireNames(info: ModuleInfo): void {
  if (info.names.size > 0) return;
  throw new HazeError(
    'missing-function-names',
    'The module has no function names, by which the guest runtime is told from the program. Link it without --strip-all.',
  );
}

function isNotWasi(callee: FunctionImport): boolean {
  return !callee.module.startsWith('wasi_');
}

function planSafepoints(
  info: ModuleInfo,
  isLeftAlone: (index: number) => boolean,
  options: RewriteOptions,
): SafepointPlan {
  const graph = new CallGraph(info, new InstructionList(), {
    isLeftAlone,
    mayCallBack: options.mayCallBack ?? isNotWasi,
    mayCreate: options.mayCreate ?? isNotWasi,
  });
  return { contract: findSafepointContract(info), graph };
}

function planFunction(context: WriterContext, index: number, list: InstructionList): FunctionJob {
  const { info, safepoints } = context;
  const tracked = safepoints
    ? localsThatMayHoldBoxes(list)
    : Uint8Array.from(list.locals, (type) => (isFloat(type) ? 1 : 0));
  const needsRoots = (at: number): boolean =>
    safepoints !== undefined &&
    (list.opcodes[at] === 0x03 ||
      safepoints.graph.targetsOf(list, at).some((target) => safepoints.graph.mayReachSafepoint(target)));
  return { index, list, plan: planChecks({ info, index, list, needsRoots, tracked }), tracked };
}

function rewriteCode(info: ModuleInfo, section: Section, options: RewriteOptions): CodeSection {
  const exported = exportedHooks(info);
  const leftAlone = (index: number): boolean => isLeftAlone(info, index, exported, options);
  const safepoints = options.safepoints ? planSafepoints(info, leftAlone, options) : undefined;
  const context: WriterContext = { info, hooks: new HookTable(info), safepoints };
  const list = new InstructionList();
  const code: CodeSection = {
    writer: new ByteWriter(Math.max(1024, (section.end - section.start) * 3)),
    offsets: new CodeOffsets(),
    hints: [],
    rewrittenFunctions: 0,
  };
  const body = new ByteWriter(65536);
  const declarations = new ByteWriter();
  const bodyOffsets = new CodeOffsets();
  code.writer.copy(info.bytes, section.start, info.bodies[0]?.sizeAt ?? section.end);
  info.bodies.forEach((place, i) => {
    const index = info.functionImports.length + i;
    decodeBody(info, index, place, list);
    if (leftAlone(index) || !needsChecks(list, safepoints !== undefined)) {
      code.offsets.add(code.writer.length, place.sizeAt, place.end - place.sizeAt);
      code.writer.copy(info.bytes, place.sizeAt, place.end);
      return;
    }
    requireNames(info);
    body.length = 0;
    declarations.length = 0;
    bodyOffsets.clear();
    const writer = new CheckedFunctionWriter(context, planFunction(context, index, list), body, bodyOffsets);
    writer.writeInstructions();
    writer.writeDeclarations(declarations);
    for (const hint of writer.hints) hint.offset += declarations.length;
    if (writer.hints.length > 0) code.hints.push({ functionIndex: index, hints: writer.hints });
    code.writer.u32(declarations.length + body.length, place.start - place.sizeAt);
    code.offsets.addShifted(bodyOffsets, code.writer.length + declarations.length);
    code.writer.append(declarations);
    code.writer.append(body);
    code.rewrittenFunctions++;
  });
  return code;
}

function writeSection(out: ByteWriter, id: number, content: ByteWriter, sizeWidth: number): void {
  out.byte(id);
  out.u32(content.length, sizeWidth);
  out.append(content);
}

function writeExportsWithoutHooks(info: ModuleInfo): ByteWriter {
  const kept = info.exports.filter((entry) => !(entry.kind === 0 && entry.name.startsWith(HOOK_PREFIX)));
  const out = new ByteWriter();
  out.u32(kept.length);
  for (const entry of kept) out.copy(info.bytes, entry.start, entry.end);
  return out;
}

/**
 * Rewrites a linked module so that its floating-point instructions respect boxes.
 * @throws HazeError `malformed-module` (with byte offset), `unsupported-instruction` (naming feature and function),
 *   `missing-hook`, `wrong-hook-signature`, `missing-function-names`
 */
export function rewriteModule(module: Uint8Array, options: RewriteOptions = {}): RewriteResult {
  const info = readModule(module);
  refuseInvalidModule(info);
  const out = new ByteWriter(module.length * 3);
  out.copy(module, 0, 8);
  let offsets = new CodeOffsets();
  let rewrittenFunctions = 0;
  for (const section of info.sections) {
    const sizeWidth = section.start - section.header - 1;
    if (section.id === SECTION.code) {
      const code = rewriteCode(info, section, options);
      if (code.hints.length > 0) writeBranchHints(out, code.hints);
      const contentAt = out.length + 1 + Math.max(sizeWidth, lebLength(code.writer.length));
      writeSection(out, section.id, code.writer, sizeWidth);
      offsets = new CodeOffsets();
      offsets.addShifted(code.offsets, contentAt);
      rewrittenFunctions = code.rewrittenFunctions;
    } else if (section.id === SECTION.export && options.removeHookExports) {
      writeSection(out, section.id, writeExportsWithoutHooks(info), sizeWidth);
    } else if (section.name !== BRANCH_HINT_SECTION) {
      out.copy(module, section.header, section.end);
    }
  }
  const result = out.finish();
  const statistics: RewriteStatistics = {
    functions: info.bodies.length,
    rewrittenFunctions,
    sizeBefore: module.length,
    sizeAfter: result.length,
  };
  return { module: result, statistics, codeOffsets: offsets };
}
