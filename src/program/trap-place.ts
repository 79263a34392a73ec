// The line of source at which a program trapped: from the place in the rewritten code back to the linked one, and from there
// by its line table. A module without debug information, which builds are faster without, is built once more with it.
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import type { BuildRequest, BuildResult } from '../toolchain/build-result.ts';
import type { Clang } from '../toolchain/clang.ts';
import { maybeCodeSection, maybeSourcePlace } from '../toolchain/source-place.ts';
import { hasLines, type Trap } from './trap.ts';

/** "file:line:column" of a trap; undefined where no debug information knows it. */
export async function maybeTrapPlace(
  clang: Clang,
  { linked, codeOffset, isPlain = false, request }: Trap,
  build: (request: BuildRequest) => Promise<BuildResult>,
): Promise<string | undefined> {
  const offset = isPlain ? codeOffset : rewriteProgram(linked).codeOffsets.originalOffset(codeOffset);
  if (offset === undefined) return undefined;
  const twin = await maybeWithLines({ linked, request }, build);
  return twin && describePlace(clang, twin.module, offset + twin.shift);
}

/** A module with debug information whose code is that of another, so many bytes further on. */
export interface LinedTwin {
  readonly module: Uint8Array;
  readonly shift: number;
}

/** The module with debug information: itself, or what it was built from, built once more. */
export async function maybeWithLines(
  { linked, request }: Pick<Trap, 'linked' | 'request'>,
  build: (request: BuildRequest) => Promise<BuildResult>,
): Promise<LinedTwin | undefined> {
  if (hasLines(linked)) return { module: linked, shift: 0 };
  const again = request && (await build({ ...request, debug: 'lines' }));
  if (!again?.ok) return undefined;
  const before = maybeCodeSection(linked);
  const now = maybeCodeSection(again.module);
  // Another program, be it of another compiler or a time that it asked for, would tell the wrong line.
  if (!before || !now || !isEqual(before, now)) return undefined;
  return { module: again.module, shift: placeIn(again.module, now) - placeIn(linked, before) };
}

async function describePlace(clang: Clang, module: Uint8Array, offset: number): Promise<string | undefined> {
  const place = await maybeSourcePlace(clang, module, offset);
  return place && `${place.file}:${place.line}:${place.column}`;
}

/** Byte offset of a section in its module. */
function placeIn(module: Uint8Array, section: Uint8Array): number {
  return section.byteOffset - module.byteOffset;
}

function isEqual(some: Uint8Array, other: Uint8Array): boolean {
  return some.length === other.length && some.every((byte, index) => byte === other[index]);
}
