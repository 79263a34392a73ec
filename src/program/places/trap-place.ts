// Finds the source line at which a program stopped: the innermost line in the program's own files. A fault in a library
// or a system header is reported at the program's call.
import type { BuildRequest, BuildResult } from '../../toolchain/building/build-result.ts';
import type { Clang } from '../../toolchain/clang/clang.ts';
import { maybeOwnPlace } from '../../toolchain/clang/source-place.ts';
import { findPlaces } from './find-places.ts';
import type { Trap } from './trap.ts';

/** A trap's source position "file:line:column"; undefined if debug information does not cover it. */
export async function maybeTrapPlace(
  clang: Clang,
  { codeOffsets, isPlain = false, ...program }: Trap,
  build: (request: BuildRequest) => Promise<BuildResult>,
): Promise<string | undefined> {
  const places = (await findPlaces(clang, { ...program, isPlain }, codeOffsets, build)).flat();
  const place = maybeOwnPlace(places);
  return place && `${place.file}:${place.line}:${place.column}`;
}
