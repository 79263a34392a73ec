// Precompiles headers. This saves C++ programs the 2 seconds that parsing the standard library's headers takes. In
// Fortran programs, the header of their library saves a third of a small build. A source that begins with includes of
// such headers uses them precompiled. The object is identical, byte for byte, because the header contains exactly the
// source's leading includes, in order: all of them or the first few. The header does not depend on any of the program's
// files, so accounts share it.

import type { CompileUnit } from '../sources/compiler.ts';
import { maybeHashParts } from '../sources/content-hash.ts';
import type { ObjectCache } from '../sources/object-cache.ts';
import { AskedHeaders, type MakeHeader } from './asked-headers.ts';

export interface PrecompiledHeader {
  /** The include directives, as the header's text. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * Precompiles a header; returns undefined if that fails, or if the header reads one of the program's files.
 * @throws MissingPart instead of waiting for a part of the compiler
 */
export type Precompile = (
  text: string,
  options?: { readonly waits: boolean },
) => Promise<Uint8Array | undefined>;

const BLANK_OR_COMMENT = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*.*?\*\/)*/sy;
const SYSTEM_INCLUDE =
  /#[ \t]*include[ \t]*<([^>\n]+)>[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)?\r?(?:\n|$)/y;

/** System headers at the start of a source, in the order of inclusion. */
export function listLeadingIncludes(source: string): string[] {
  const names: string[] = [];
  let at = 0;
  for (;;) {
    BLANK_OR_COMMENT.lastIndex = at;
    at += BLANK_OR_COMMENT.exec(source)?.[0].length ?? 0;
    SYSTEM_INCLUDE.lastIndex = at;
    const include = SYSTEM_INCLUDE.exec(source);
    if (include === null) return names;
    names.push(include[1]!.trim());
    at += include[0].length;
  }
}

/**
 * When to precompile a combination of includes: on its first or second occurrence, while the unit waits; or later, when
 * nothing is waiting, by the owner of the list.
 */
export type HeaderMeeting = 'first' | 'second' | AskedHeaders;

/** Maximum number of includes that may be omitted at the end of the header. */
const MOST_LEFT_OUT = 8;

/**
 * The precompiled form of a unit's leading includes, or of the first few, either cached or made now; undefined if
 * there is no usable header. With `second`, the first occurrence is only recorded, because most programs are built
 * only once.
 */
export async function maybePrecompiledHeader(
  unit: CompileUnit,
  version: string,
  cache: ObjectCache | undefined,
  precompile: Precompile,
  meeting: HeaderMeeting = 'second',
): Promise<PrecompiledHeader | undefined> {
  if (cache === undefined) return undefined;
  const content = unit.files.get(unit.sources[0]) ?? '';
  const names = listLeadingIncludes(
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  );
  if (names.length === 0 || !takesLong(unit, names)) return undefined;
  // File names are part of the key: a program's file with the name of a library header overrides this header if the
  // flags name its folder. The C code of a Fortran program is a single file, whatever its name.
  const isAlone = unit.language === 'C' && unit.files.size === 1;
  const { language, flags, traits, debug, directory, files } = unit;
  const others = isAlone ? [] : [...files.keys()].sort();
  const settings = JSON.stringify([language, flags, traits, debug, directory, others]);
  const find = async (count: number) => {
    const text = names
      .slice(0, count)
      .map((name) => `#include <${name}>\n`)
      .join('');
    const hash = await maybeHashParts([version, settings, text]);
    return hash === undefined ? undefined : { text, hash, bytes: await cache.get(`header-${hash}`) };
  };
  const all = await find(names.length);
  if (all === undefined) return undefined;
  const { text, hash } = all;
  if (all.bytes && all.bytes.length > 0) return { text, bytes: all.bytes };
  const make = async (options?: { readonly waits: boolean }) => {
    const bytes = await precompile(text, options);
    // Failures are cached, too, because detecting one takes as long as precompiling a header.
    await cache.put(`header-${hash}`, bytes ?? new Uint8Array());
    return bytes;
  };
  if (all.bytes === undefined && (await isMadeNow(meeting, hash, make, cache))) {
    const bytes = await make();
    if (bytes) return { text, bytes };
  }
  // An edit usually adds one include, so the header for fewer includes may be cached.
  const fewest = Math.max(1, names.length - MOST_LEFT_OUT);
  for (let count = names.length - 1; count >= fewest; count -= 1) {
    const fewer = await find(count);
    if (fewer?.bytes && fewer.bytes.length > 0) return { text: fewer.text, bytes: fewer.bytes };
  }
  return undefined;
}

/** True if the unit waits until the header is precompiled. A unit that does not wait records the header for later. */
async function isMadeNow(
  meeting: HeaderMeeting,
  hash: string,
  make: MakeHeader,
  cache: ObjectCache,
): Promise<boolean> {
  if (meeting instanceof AskedHeaders) {
    const isAsked = meeting.has(hash);
    if (!isAsked) meeting.add(hash, make);
    return isAsked;
  }
  if (meeting === 'first' || (await cache.get(`header-seen-${hash}`)) !== undefined) return true;
  await cache.put(`header-seen-${hash}`, new Uint8Array([1]));
  return false;
}

/** Header of the Fortran library, which every Fortran program's C includes. */
const FORTRAN_HEADER = 'fortran-runtime.h';

// C headers take almost no time to parse.
function takesLong({ language }: CompileUnit, names: readonly string[]): boolean {
  return language === 'C++' || names[0] === FORTRAN_HEADER;
}
