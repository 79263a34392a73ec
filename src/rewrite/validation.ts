// Asks the engine whether a module is valid before it is rewritten, because the rewriter relies on well-typed code.

import { HazeError } from '../errors/haze-error.ts';

function reasonOf(module: Uint8Array<ArrayBuffer>): string {
  try {
    new WebAssembly.Module(module);
    return 'the engine does not say why';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Refuses a module that the engine finds invalid.
 * @throws HazeError `malformed-module` with the engine's reason and, where it tells one, the byte offset
 */
export function refuseInvalidModule(module: Uint8Array): void {
  const bytes = module as Uint8Array<ArrayBuffer>;
  if (WebAssembly.validate(bytes)) return;
  const reason = reasonOf(bytes);
  const offset = /@\+(\d+)/.exec(reason)?.[1];
  throw new HazeError(
    'malformed-module',
    `The WebAssembly module is not valid: ${reason}. It is damaged, or needs a newer engine; build it again.`,
    { data: { reason, ...(offset === undefined ? {} : { offset: Number(offset) }) } },
  );
}
