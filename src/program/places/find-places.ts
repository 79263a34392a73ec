// Finds the source lines of instructions: maps a position in the executed module to the linked module, and then uses
// the linked module's line table. For speed, modules are built without debug information; to find lines, such a module
// is rebuilt with it.
import { rewriteProgram } from '../../runtime/preparing/rewrite-program.ts';
import type { BuildRequest, BuildResult } from '../../toolchain/building/build-result.ts';
import type { Clang } from '../../toolchain/clang/clang.ts';
import { findSourcePlaces, maybeCodeSection, type SourcePlace } from '../../toolchain/clang/source-place.ts';
import { hasLines, type Trap } from './trap.ts';

/** A module whose instructions are to be located. */
export interface PlacedProgram extends Pick<Trap, 'linked' | 'request' | 'marksPlaces'> {
  /** True if offsets refer to the linked module instead of its rewritten form. */
  readonly isPlain?: boolean | undefined;
}

/** Finds the locations of each instruction, the innermost inlined call first; empty without debug information. */
export type PlacesOf = (
  program: PlacedProgram,
  codeOffsets: readonly number[],
) => Promise<readonly (readonly SourcePlace[])[]>;

/** Finds the locations of a program's instructions. */
export async function findPlaces(
  clang: Clang,
  { linked, request, isPlain = false, marksPlaces = false }: PlacedProgram,
  codeOffsets: readonly number[],
  build: (request: BuildRequest) => Promise<BuildResult>,
): Promise<readonly (readonly SourcePlace[])[]> {
  const twin = await maybeWithLines({ linked, request }, build);
  if (!twin) return codeOffsets.map(() => []);
  const map = isPlain ? undefined : rewriteProgram(linked, { marksPlaces }).codeOffsets;
  const originals = codeOffsets.map((offset) => {
    const original = map ? map.originalOffset(offset) : offset;
    return original === undefined ? -1 : original + twin.shift;
  });
  const places = await findSourcePlaces(clang, twin.module, originals);
  return originals.map((offset) => places.get(offset) ?? []);
}

/** A module with debug information that has the same code at a different offset. */
interface LinedTwin {
  readonly module: Uint8Array;
  readonly shift: number;
}

/** The module with debug information: the module itself, or a second build of its sources. */
async function maybeWithLines(
  { linked, request }: Pick<Trap, 'linked' | 'request'>,
  build: (request: BuildRequest) => Promise<BuildResult>,
): Promise<LinedTwin | undefined> {
  if (hasLines(linked)) return { module: linked, shift: 0 };
  const again = request && (await build({ ...request, debug: 'lines' }));
  if (!again?.ok) return undefined;
  const before = maybeCodeSection(linked);
  const now = maybeCodeSection(again.module);
  // A different program, such as one built by another compiler or at another time, would yield the wrong line.
  if (!before || !now || !isEqual(before, now)) return undefined;
  return { module: again.module, shift: placeIn(again.module, now) - placeIn(linked, before) };
}

/** Byte offset of a section within its module. */
function placeIn(module: Uint8Array, section: Uint8Array): number {
  return section.byteOffset - module.byteOffset;
}

function isEqual(some: Uint8Array, other: Uint8Array): boolean {
  return some.length === other.length && some.every((byte, index) => byte === other[index]);
}
