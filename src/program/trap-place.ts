// The line of source at which a program trapped: from the place in the rewritten code back to the linked one, and from there
// by its line table. A module without debug information, which builds are faster without, is built once more with it.
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import type { RunEnd } from '../runtime/run-outcome.ts';
import type { BuildRequest, BuildResult } from '../toolchain/build-result.ts';
import type { Clang } from '../toolchain/clang.ts';
import { maybeCodeSection, maybeSourcePlace } from '../toolchain/source-place.ts';

/** Where a program ended, as far as the engine tells it. */
export interface Trap {
  /** The program's module as it was linked. */
  readonly linked: Uint8Array;
  /** Byte offset of the instruction in the module's rewritten form, or, with `isPlain`, in the linked one. */
  readonly codeOffset: number;
  readonly isPlain?: boolean | undefined;
  /** What the module was built from, where that is known and may be built once more. */
  readonly request?: BuildRequest | undefined;
}

/** The trap of a run, where looking for its line has a chance. */
export function maybeTrap(end: RunEnd, program: Omit<Trap, 'codeOffset'>): Trap | undefined {
  if (end.kind !== 'stopped' || end.codeOffset === undefined) return undefined;
  const trap = { ...program, codeOffset: end.codeOffset };
  if (hasLines(program.linked)) return trap;
  // At which call a stack ends differs from engine to engine; which function it was has been said.
  return program.request && end.code !== 'stack-exhausted' ? trap : undefined;
}

/** Whether a module has debug information. */
export function hasLines(linked: Uint8Array): boolean {
  const module = new WebAssembly.Module(linked as BufferSource);
  return WebAssembly.Module.customSections(module, '.debug_line').length > 0;
}

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
  const again = request && (await build({ ...request, debug: true }));
  if (!again?.ok) return undefined;
  const before = maybeCodeSection(linked);
  const now = maybeCodeSection(again.module);
  // Another program, be it of another compiler or a time that it asked for, would tell the wrong line.
  if (!before || !now || !isEqual(before, now)) return undefined;
  return { module: again.module, shift: placeIn(again.module, now) - placeIn(linked, before) };
}

function describePlace(clang: Clang, module: Uint8Array, offset: number): string | undefined {
  const place = maybeSourcePlace(clang, module, offset);
  return place && `${place.file}:${place.line}:${place.column}`;
}

/** Byte offset of a section in its module. */
function placeIn(module: Uint8Array, section: Uint8Array): number {
  return section.byteOffset - module.byteOffset;
}

function isEqual(some: Uint8Array, other: Uint8Array): boolean {
  return some.length === other.length && some.every((byte, index) => byte === other[index]);
}
