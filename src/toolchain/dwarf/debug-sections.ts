// The sections of a linked module that hold its debug information, and the matching table of Fortran variables.
import { VARIABLE_TABLE } from '../fortran/fortran-variables.ts';

/** Contents of the custom sections, keyed by their names, such as `.debug_info`. */
export function readDebugSections(module: Uint8Array): Map<string, Uint8Array> {
  const sections = new Map<string, Uint8Array>();
  let at = 8;
  const leb = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < module.length) {
    const id = module[at++];
    const size = leb();
    const end = at + size;
    if (id === 0) {
      const length = leb();
      const name = new TextDecoder().decode(module.subarray(at, at + length));
      if (name.startsWith('.debug_') || name === VARIABLE_TABLE)
        sections.set(name, module.subarray(at + length, end));
    }
    at = end;
  }
  return sections;
}
