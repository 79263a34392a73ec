// Adds instructions to the functions of a module, for tools that observe a program without changing its computation.
// Indices stay the same, but debug information is removed, because its offsets become invalid.
import { ByteWriter } from '../encoding/byte-writer.ts';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import { type ModuleInfo, SECTION, type Section } from '../reading/module-info.ts';
import { CodeOffsets } from './code-offsets.ts';

export interface FunctionEdit {
  /** Types of locals to add after the existing ones. */
  readonly locals: readonly number[];
  /** Writes code before the first instruction. */
  readonly writeEntry?: (out: ByteWriter) => void;
  /** Writes instruction `at`; `copy` writes it unchanged. */
  readonly write: (at: number, out: ByteWriter, copy: () => void) => void;
}

export interface EditPlan {
  /** Tests whether function `index` is decoded and edited; other functions stay unchanged. */
  readonly concerns: (index: number) => boolean;
  /**
   * Returns the edit to a function, whose decoded body stays valid until the next call; undefined leaves the function
   * unchanged.
   */
  readonly editOf: (index: number, list: InstructionList) => FunctionEdit | undefined;
}

/**
 * Returns the module with its functions edited, and the original positions of its instructions.
 * @throws HazeError `malformed-module`, `unsupported-instruction`
 */
export function insertCode(
  info: ModuleInfo,
  plan: EditPlan,
): { readonly module: Uint8Array; readonly codeOffsets: CodeOffsets } {
  const codeOffsets = new CodeOffsets();
  const out = new ByteWriter(info.bytes.length * 2);
  out.copy(info.bytes, 0, 8);
  for (const section of info.sections) {
    if (section.name.startsWith('.debug_') || section.name.startsWith('metadata.code.')) continue;
    if (section.id !== SECTION.code) out.copy(info.bytes, section.header, section.end);
    else {
      const { content, places } = writeCode(info, section, plan);
      out.byte(section.id);
      out.u32(content.length);
      codeOffsets.addShifted(places, out.length);
      out.append(content);
    }
  }
  return { module: out.finish(), codeOffsets };
}

function writeCode(info: ModuleInfo, section: Section, plan: EditPlan) {
  const places = new CodeOffsets();
  const content = new ByteWriter((section.end - section.start) * 2);
  const list = new InstructionList();
  content.copy(info.bytes, section.start, info.bodies[0]?.sizeAt ?? section.end);
  info.bodies.forEach((place, i) => {
    const index = info.functionImports.length + i;
    const concerned = plan.concerns(index);
    if (concerned) decodeBody(info, index, place, list);
    const edit = concerned ? plan.editOf(index, list) : undefined;
    if (edit) {
      const { body, places: within } = writeBody(info, list, edit);
      content.u32(body.length);
      places.addShifted(within, content.length);
      content.append(body);
    } else {
      places.add(content.length, place.sizeAt, place.end - place.sizeAt);
      content.copy(info.bytes, place.sizeAt, place.end);
    }
  });
  return { content, places };
}

function writeBody(info: ModuleInfo, list: InstructionList, edit: FunctionEdit) {
  const places = new CodeOffsets();
  const body = new ByteWriter(4096);
  // Writes declarations one by one, because existing declarations may be grouped in any way.
  const declared = list.locals.slice(list.parameterCount);
  const types = [...declared, ...edit.locals];
  body.u32(types.length);
  for (const type of types) {
    body.u32(1);
    body.byte(type);
  }
  edit.writeEntry?.(body);
  for (let at = 0; at < list.count; at++) {
    const [start, end] = [list.starts[at]!, list.starts[at + 1]!];
    edit.write(at, body, () => {
      places.add(body.length, start, end - start);
      body.copy(info.bytes, start, end);
    });
  }
  return { body, places };
}
