// A built program as a file beside a page: the linked module, with a section of data on what it was built from. A page
// runs it without a compiler, but only for the very sources and options of its build.
import { HazeError } from '../../errors/haze-error.ts';
import { ByteReader } from '../../rewrite/encoding/byte-reader.ts';
import { checkContract } from '../../runtime/preparing/check-contract.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import type { SourceFiles } from '../../toolchain/sources/source-files.ts';
import { textsOf } from '../find-sources.ts';
import type { LineTable } from './line-table.ts';

/** Data beside the linked module. */
export interface BuiltFrom {
  readonly form: number;
  /** Texts of all sources by path. */
  readonly sources: Readonly<Record<string, string>>;
  /** Further options of the build as JSON. */
  readonly options: string;
  readonly log: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly commands: readonly string[];
  /** Absent for a program too large to list its lines; then a page asks its compiler. */
  readonly lines?: LineTable;
}

export interface PageModule {
  /** The module as the linker wrote it. */
  readonly linked: Uint8Array;
  readonly from: BuiltFrom;
}

/** Form of the data. */
export const FORM = 1;
/** Name of the section with the data. */
export const SECTION_NAME = 'haze.built';
/** Number of custom sections. */
export const CUSTOM = 0;
const PREAMBLE_BYTES = 8;
/** Options that change the module; debug information does not, as the table of lines replaces it. */
export function describeOptions({ language, directory, only, configMk, forWatching }: BuildRequest): string {
  return JSON.stringify([language, directory, only, configMk, forWatching]);
}

/** Texts without what no compiler sees: kinds of line ends, and white space at the end. */
export function listTexts(sources: SourceFiles): Record<string, string> {
  const texts = Object.entries(textsOf(sources));
  return Object.fromEntries(texts.map(([path, text]) => [path, text.replaceAll('\r\n', '\n').trimEnd()]));
}

/** Tests whether a module is what this build would make. */
export function isBuiltFrom({ from }: PageModule, request: BuildRequest): boolean {
  if (from.options !== describeOptions(request)) return false;
  const texts = listTexts(request.sources);
  const paths = Object.keys(texts);
  const isSame = (path: string) => Object.hasOwn(from.sources, path) && from.sources[path] === texts[path];
  return paths.length === Object.keys(from.sources).length && paths.every(isSame);
}

/**
 * Reads the file of a built program (write-page-module.ts), uncompressed.
 * @throws HazeError `malformed-module` for other or truncated bytes, `other-contract` for a module of another Haze
 */
export function readPageModule(file: Uint8Array): PageModule {
  const read = maybeRead(file);
  if (!read) {
    throw new HazeError(
      'malformed-module',
      'The module is truncated, or is not a file of "haze build --for-page".',
    );
  }
  checkContract(read.linked);
  return read;
}

function maybeRead(file: Uint8Array): PageModule | undefined {
  try {
    const reader = new ByteReader(file, PREAMBLE_BYTES);
    while (reader.position < reader.end) {
      const begin = reader.position;
      const id = reader.byte();
      const end = reader.u32() + reader.position;
      if (end > reader.end) return undefined;
      if (id === CUSTOM && end === reader.end) {
        const length = reader.u32();
        const text = new TextDecoder().decode(file.subarray(reader.position, end));
        if (!text.startsWith(SECTION_NAME) || length !== SECTION_NAME.length) return undefined;
        const from = JSON.parse(text.slice(length)) as BuiltFrom;
        return from.form === FORM ? { linked: file.slice(0, begin), from } : undefined;
      }
      reader.position = end;
    }
    return undefined;
  } catch {
    return undefined;
  }
}
