// A built program as a file served with a page: the linked module, its rewritten form, and a section that describes
// its build. A page runs it without a compiler, but only if sources and options are exactly the same.
import { HazeError } from '../../errors/haze-error.ts';
import { ByteReader } from '../../rewrite/encoding/byte-reader.ts';
import { checkContract } from '../../runtime/preparing/check-contract.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import type { SourceFiles } from '../../toolchain/sources/source-files.ts';
import { textsOf } from '../find-sources.ts';
import type { LineTable } from './line-table.ts';

/** Data about the build, stored with the linked module. */
export interface BuiltFrom {
  readonly form: number;
  /** Text of every source, by path. */
  readonly sources: Readonly<Record<string, string>>;
  /** Other build options, as JSON. */
  readonly options: string;
  readonly log: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly commands: readonly string[];
  /** Source lines; undefined if the program is too large to list them. The page then uses its compiler. */
  readonly lines?: LineTable;
}

/** A linked module's rewritten form. */
export interface RewrittenForm {
  /** Version of the rewriter. */
  readonly version: string;
  /** Difference from the linked module (module-delta.ts). */
  readonly delta: Uint8Array;
}

export interface PageModule {
  /** The module from the linker. */
  readonly linked: Uint8Array;
  /** The rewritten form; undefined if the rewriter that wrote the file had no version. */
  readonly rewritten?: RewrittenForm;
  readonly from: BuiltFrom;
}

/** Version of the data's format. */
export const FORM = 1;
/** Name of the section that holds the data, which comes last. */
export const SECTION_NAME = 'haze.built';
/** Name of the section that holds the rewritten form, after the linked module. */
export const REWRITTEN_NAME = 'haze.rewritten';
/** Section ID of custom sections. */
export const CUSTOM = 0;
const PREAMBLE_BYTES = 8;
/** Options that change the module. Debug information is excluded, because the line table replaces it. */
export function describeOptions({ language, directory, only, configMk, forWatching }: BuildRequest): string {
  return JSON.stringify([language, directory, only, configMk, forWatching]);
}

/** Source texts without details that compilers ignore: line-ending style and trailing white space. */
export function listTexts(sources: SourceFiles): Record<string, string> {
  const texts = Object.entries(textsOf(sources));
  return Object.fromEntries(texts.map(([path, text]) => [path, text.replaceAll('\r\n', '\n').trimEnd()]));
}

/** Tests whether the given build would produce the module. */
export function isBuiltFrom({ from }: PageModule, request: BuildRequest): boolean {
  if (from.options !== describeOptions(request)) return false;
  const texts = listTexts(request.sources);
  const paths = Object.keys(texts);
  const isSame = (path: string) => Object.hasOwn(from.sources, path) && from.sources[path] === texts[path];
  return paths.length === Object.keys(from.sources).length && paths.every(isSame);
}

/**
 * Reads a built program's file (write-page-module.ts), uncompressed.
 * @throws HazeError `malformed-module` for truncated or any other bytes, `other-contract` for a module from another
 * Haze
 */
export function readPageModule(file: Uint8Array): PageModule {
  const read = maybeRead(file);
  if (!read) {
    throw new HazeError(
      'malformed-module',
      'The module is truncated, or was not written by "haze build --for-page".',
    );
  }
  checkContract(read.linked);
  return read;
}

function maybeRead(file: Uint8Array): PageModule | undefined {
  try {
    const reader = new ByteReader(file, PREAMBLE_BYTES);
    let rewritten: RewrittenForm | undefined;
    let linkedEnd: number | undefined;
    while (reader.position < reader.end) {
      const begin = reader.position;
      const id = reader.byte();
      const end = reader.u32() + reader.position;
      if (end > reader.end) return undefined;
      const name = id === CUSTOM ? reader.name() : '';
      if (name === REWRITTEN_NAME) {
        linkedEnd = begin;
        rewritten = { version: reader.name(), delta: file.subarray(reader.position, end) };
      }
      if (name === SECTION_NAME && end === reader.end) {
        const text = new TextDecoder().decode(file.subarray(reader.position, end));
        const from = JSON.parse(text) as BuiltFrom;
        if (from.form !== FORM) return undefined;
        return { linked: file.slice(0, linkedEnd ?? begin), from, ...(rewritten && { rewritten }) };
      }
      reader.position = end;
    }
    return undefined;
  } catch {
    return undefined;
  }
}
