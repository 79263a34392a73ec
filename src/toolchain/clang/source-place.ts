// Finds the source line for a location in a linked module's code, using the debug information from a build with -g.
import { listSections } from '../../rewrite/encoding/list-sections.ts';
import { SECTION } from '../../rewrite/reading/module-info.ts';
import type { Clang } from './clang.ts';

/** Maximum number of instructions per query to the tool. */
const MOST_AT_ONCE = 500;

export interface SourcePlace {
  /** Path of the file among the program's sources, or the path of a system header. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The innermost place in the program's own files; the given places are ordered from the innermost. System files have
 * absolute paths; a place in a system file is used only if no other is known.
 */
export function maybeOwnPlace(places: readonly SourcePlace[]): SourcePlace | undefined {
  return places.find(({ file }) => !file.startsWith('/')) ?? places[0];
}

/**
 * Finds the source places of many instructions, by their offsets in the module. An instruction's innermost place
 * comes first, followed by the calls that the compiler inlined. An instruction without debug information has no
 * place.
 */
export async function findSourcePlaces(
  clang: Clang,
  module: Uint8Array,
  offsets: Iterable<number>,
): Promise<Map<number, readonly SourcePlace[]>> {
  const places = new Map<number, readonly SourcePlace[]>();
  const section = maybeCodeSection(module);
  const start = section && section.byteOffset - module.byteOffset;
  const wanted = [...new Set(offsets)].filter((offset) => start !== undefined && offset >= start);
  for (let at = 0; at < wanted.length; at += MOST_AT_ONCE) {
    const some = wanted.slice(at, at + MOST_AT_ONCE);
    const words = some.map((offset) => `0x${(offset - start!).toString(16)}`);
    const run = await clang.run(['symbolizer', '--output-style=JSON', '--obj=program.wasm', ...words], {
      'program.wasm': module,
    });
    const answers = parseSymbols(new TextDecoder().decode(run.stdout));
    for (const [i, offset] of some.entries()) places.set(offset, answers[i] ?? []);
  }
  return places;
}

interface SymbolizerFrame {
  readonly FileName?: string;
  readonly Line?: number;
  readonly Column?: number;
}

function parseSymbols(text: string): SourcePlace[][] {
  if (text.trim() === '') return [];
  const answers = JSON.parse(text) as { readonly Symbol?: readonly SymbolizerFrame[] }[];
  return answers.map(({ Symbol: frames = [] }) =>
    frames.flatMap(({ FileName: file = '', Line: line = 0, Column: column = 0 }) =>
      file === '' || line === 0 ? [] : [{ file: file.replace(/^\/program\//, ''), line, column }],
    ),
  );
}

/** Contents of a module's code section; addresses in debug information count from its start. */
export function maybeCodeSection(module: Uint8Array): Uint8Array | undefined {
  for (const { id, contents } of listSections(module)) if (id === SECTION.code) return contents.rest();
  return undefined;
}

/** True if a module has a custom section with this name. */
export function hasCustomSection(module: Uint8Array, name: string): boolean {
  for (const { id, contents } of listSections(module))
    if (id === SECTION.custom && contents.name() === name) return true;
  return false;
}
