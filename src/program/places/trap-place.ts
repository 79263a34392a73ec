// Finds the source line at which a program ended: the innermost line in the program's own files. Faults in a library or
// a system header are reported at the call.
import type { BuildRequest, BuildResult } from '../../toolchain/building/build-result.ts';
import type { Clang } from '../../toolchain/clang/clang.ts';
import { maybeOwnPlace } from '../../toolchain/clang/source-place.ts';
import { findPlaces } from './find-places.ts';
import type { Trap } from './trap.ts';

/** Source position "file:line:column" of a trap; undefined without debug information about it. */
export async function maybeTrapPlace(
  clang: Clang,
  { codeOffsets, isPlain = false, ...program }: Trap,
  build: (request: BuildRequest) => Promise<BuildResult>,
): Promise<string | undefined> {
  const places = (await findPlaces(clang, { ...program, isPlain }, codeOffsets, build)).flat();
  const place = maybeOwnPlace(places);
  return place && `${place.file}:${place.line}:${place.column}`;
}
