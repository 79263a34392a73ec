// Decodes and re-encodes every function body without changes. Tests require the result to equal the input.

import { ByteWriter } from '../encoding/byte-writer.ts';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import { SECTION } from '../reading/module-info.ts';
import { readModule } from '../reading/module-reader.ts';

/**
 * Returns the same module with its code section re-encoded from decoded instructions.
 * @throws HazeError `malformed-module`, `unsupported-instruction`
 */
export function reencodeModule(module: Uint8Array): Uint8Array {
  const info = readModule(module);
  const list = new InstructionList();
  const out = new ByteWriter(module.length);
  out.copy(module, 0, 8);
  for (const section of info.sections) {
    if (section.id !== SECTION.code) {
      out.copy(module, section.header, section.end);
      continue;
    }
    out.byte(section.id);
    out.u32(section.end - section.start, section.start - section.header - 1);
    out.copy(module, section.start, info.bodies[0]?.sizeAt ?? section.end);
    info.bodies.forEach((body, i) => {
      decodeBody(info, info.functionImports.length + i, body, list);
      out.u32(body.end - body.start, body.start - body.sizeAt);
      out.copy(module, body.start, list.starts[0]!);
      for (let at = 0; at < list.count; at++) out.copy(module, list.starts[at]!, list.starts[at + 1]!);
    });
  }
  return out.finish();
}
