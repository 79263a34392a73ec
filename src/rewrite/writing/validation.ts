// Asks the engine whether a module is valid before it is rewritten, because the rewriter relies on well-typed code.

import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import type { ModuleInfo } from '../reading/module-info.ts';

function reasonOf(module: Uint8Array<ArrayBuffer>): string {
  try {
    new WebAssembly.Module(module);
    return 'the engine does not say why';
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Decodes every body, which rejects unknown instructions and names them. Returns whether exception references are used.
 */
function usesExceptionReferences(info: ModuleInfo): boolean {
  const list = new InstructionList();
  info.bodies.forEach((body, i) => {
    decodeBody(info, info.functionImports.length + i, body, list);
  });
  return list.usesExceptionReferences;
}

/**
 * Rejects a module that the engine finds invalid.
 * @throws HazeError `malformed-module` with the engine's reason and, if known, the byte offset;
 * `unsupported-instruction` if the module uses an unsupported instruction
 */
export function refuseInvalidModule(info: ModuleInfo): void {
  const bytes = info.bytes as Uint8Array<ArrayBuffer>;
  if (WebAssembly.validate(bytes)) return;
  const references = usesExceptionReferences(info);
  const reason = reasonOf(bytes);
  const offset = /@\+(\d+)/.exec(reason)?.[1];
  const hint = references
    ? 'It uses exception references (try_table, throw_ref), which need a newer engine; compile for the older encoding.'
    : 'It is damaged, or needs a newer engine; build it again.';
  throw new HazeError('malformed-module', `The WebAssembly module is invalid: ${reason}. ${hint}`, {
    data: { reason, ...(offset === undefined ? {} : { offset: Number(offset) }) },
  });
}
