// Makes a program track its path, so that values printed by the same library call can be distinguished. Before each
// call that may print, the program's functions store a number that stands for the chain of calls. If draws are to be
// distinguished, the functions also do so before calls that draw. Library functions leave the number unchanged. A
// function that calls itself keeps its caller's number, so that recursion depth does not matter.
import type { ByteWriter } from '../../rewrite/encoding/byte-writer.ts';
import * as op from '../../rewrite/encoding/opcode-names.ts';
import { exportedAddress } from '../../rewrite/planning/safepoints.ts';
import { decodeBody, InstructionList } from '../../rewrite/reading/instruction-list.ts';
import { I32, type ModuleInfo, maybeExportedFunction } from '../../rewrite/reading/module-info.ts';
import type { EditPlan, FunctionEdit } from '../../rewrite/writing/insert-code.ts';
import { findProgramFunctions } from './program-functions.ts';

const PATH = '__ux_path';
/** Function that stores the path of a call. Modules from earlier releases do not have this function. */
export const MARK_PATH = '__ux_mark_path';
/** An odd number without a pattern, so that different paths have different products. */
const MULTIPLIER = 0x9e3779b1;
/** Alignment of a 32-bit word, as a power of two. */
const ALIGNMENT = 2;

/** Imports that print a number. */
const PRINTS: readonly string[] = ['printed'];
/** Imports that query a distribution. */
const ASKS: readonly string[] = [
  'query',
  'sample_into',
  'independent_copy',
  'independent_copies',
  'limit_support',
];
/** Imports that create a distribution. */
const DRAWS: readonly string[] = (
  'parametric from_samples from_weighted_samples ' +
  'from_multidimensional_samples mixture from_text from_bytes'
).split(' ');

/**
 * Plans the edits. Returns undefined if the program prints no numbers.
 * @param further calls to distinguish, apart from those that print numbers
 */
export function maybePlanPathMarks(info: ModuleInfo, further: FurtherMarks = {}): EditPlan | undefined {
  if (findCallersOf(info, PRINTS).size === 0) return undefined;
  const marked = [...PRINTS, ...(further.draws ? DRAWS : []), ...(further.questions ? ASKS : [])];
  const printing = findCallersOf(info, marked);
  const address = exportedAddress(info, PATH);
  const marking = maybeExportedFunction(info, MARK_PATH);
  const range = findProgramFunctions(info);
  let calls = 0;
  return {
    concerns: (index) => index >= range.start && index < range.end,
    editOf(index, list) {
      const mayPrint = (at: number) => callMayPrint(list, at, printing);
      if (!findCalls(list).some(mayPrint)) return undefined;
      return planMarks(index, list, { address, marking, mayPrint, nextCall: () => ++calls });
    },
  };
}

/** Further paths to mark: counted loops, and calls that draw or query. */
export interface FurtherMarks {
  readonly loops?: boolean | undefined;
  readonly draws?: boolean | undefined;
  readonly questions?: boolean | undefined;
}

interface MarkOptions {
  /** Address of the path. */
  readonly address: number;
  /** Function that stores the path of a call. */
  readonly marking: number | undefined;
  readonly mayPrint: (at: number) => boolean;
  readonly nextCall: () => number;
}

function planMarks(index: number, list: InstructionList, options: MarkOptions): FunctionEdit {
  const local = list.locals.length;
  return {
    locals: [I32],
    writeEntry(out) {
      out.constant(op.I32_CONST, options.address);
      out.instruction(op.I32_LOAD, ALIGNMENT, 0);
      out.instruction(op.LOCAL_SET, local);
    },
    write(at, out, copy) {
      if (options.mayPrint(at)) {
        const callsItself = list.opcodes[at] === op.CALL && list.immediates[at] === index;
        writeMark(out, options, { local, call: callsItself ? undefined : options.nextCall() });
      }
      copy();
    },
  };
}

/** @param call number of the call; undefined if the call keeps the caller's path */
function writeMark(
  out: ByteWriter,
  { address, marking }: MarkOptions,
  { local, call }: { readonly local: number; readonly call: number | undefined },
): void {
  const isMixed = marking !== undefined && call !== undefined;
  if (!isMixed) out.constant(op.I32_CONST, address);
  out.instruction(op.LOCAL_GET, local);
  if (isMixed) {
    out.constant(op.I32_CONST, call);
    out.instruction(op.CALL, marking);
    return;
  }
  if (call !== undefined) writeMixing(out, call);
  out.instruction(op.I32_STORE, ALIGNMENT, 0);
}

function writeMixing(out: ByteWriter, call: number): void {
  out.constant(op.I32_CONST, MULTIPLIER);
  out.byte(op.I32_MUL);
  out.constant(op.I32_CONST, call);
  out.byte(op.I32_ADD);
}

function findCalls(list: InstructionList): number[] {
  const calls: number[] = [];
  for (let at = 0; at < list.count; at++) {
    const opcode = list.opcodes[at]!;
    if (opcode >= op.CALL && opcode <= op.RETURN_CALL_INDIRECT) calls.push(at);
  }
  return calls;
}

/** Finds functions that may reach one of these core imports, either directly or through a function pointer. */
function findCallersOf(info: ModuleInfo, names: readonly string[]): Set<Callee> {
  const imports = info.functionImports.flatMap(({ module, name }, index) =>
    module === 'ux' && names.includes(name) ? [index] : [],
  );
  if (imports.length === 0) return new Set();
  const callers = collectCallers(info);
  const printing = new Set<Callee>();
  const waiting: Callee[] = [...imports];
  while (waiting.length > 0) {
    const callee = waiting.pop()!;
    if (printing.has(callee)) continue;
    printing.add(callee);
    waiting.push(...(callers.get(callee) ?? []));
    if (callee !== 'pointer' && info.referencedFunctions.has(callee)) waiting.push('pointer');
  }
  return printing;
}

/** A function, or the unknown target of a function pointer. */
type Callee = number | 'pointer';

function collectCallers(info: ModuleInfo): Map<Callee, Set<number>> {
  const callers = new Map<Callee, Set<number>>();
  const list = new InstructionList();
  info.bodies.forEach((body, i) => {
    const caller = info.functionImports.length + i;
    decodeBody(info, caller, body, list);
    for (const at of findCalls(list)) {
      const callee = calleeOf(list, at);
      const known = callers.get(callee);
      if (known) known.add(caller);
      else callers.set(callee, new Set([caller]));
    }
  });
  return callers;
}

function calleeOf(list: InstructionList, at: number): Callee {
  const isDirect = list.opcodes[at] === op.CALL || list.opcodes[at] === op.RETURN_CALL;
  return isDirect ? list.immediates[at]! : 'pointer';
}

function callMayPrint(list: InstructionList, at: number, printing: ReadonlySet<Callee>): boolean {
  const opcode = list.opcodes[at]!;
  if (
    opcode !== op.CALL &&
    opcode !== op.CALL_INDIRECT &&
    opcode !== op.RETURN_CALL &&
    opcode !== op.RETURN_CALL_INDIRECT
  )
    return false;
  return printing.has(calleeOf(list, at));
}
