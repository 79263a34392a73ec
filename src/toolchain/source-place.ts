// From a place in a linked module's code to the line of its source, by the debug information that a build with -g leaves.
import type { Clang } from './clang.ts';

const CODE_SECTION = 10;

export interface SourcePlace {
  /** Path of the file among the program's sources, or of a header of the system. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The line that an instruction belongs to; undefined where the module has no debug information for it.
 * @param offset byte offset of the instruction in the module
 */
export function maybeSourcePlace(clang: Clang, module: Uint8Array, offset: number): SourcePlace | undefined {
  const code = maybeCodeSection(module);
  const address = offset - (code?.byteOffset ?? 0) + module.byteOffset;
  if (!code || address < 0) return undefined;
  const run = clang.run(['symbolizer', '--obj=program.wasm', `0x${address.toString(16)}`], {
    'program.wasm': module,
  });
  const found = /\n(.+):(\d+):(\d+)\n/.exec(new TextDecoder().decode(run.stdout));
  if (!found || found[1] === '??' || found[2] === '0') return undefined;
  return { file: found[1]!.replace(/^\/program\//, ''), line: Number(found[2]), column: Number(found[3]) };
}

/** The contents of a module's code section, from which addresses of debug information count. */
export function maybeCodeSection(module: Uint8Array): Uint8Array | undefined {
  let at = 8;
  while (at < module.length) {
    const id = module[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0;
      size |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const end = at + (size >>> 0);
    if (id === CODE_SECTION) return module.subarray(at, end);
    at = end;
  }
  return undefined;
}
