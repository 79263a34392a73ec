// Saves C++ programs the two seconds that the standard library's headers take: when a source begins with includes of
// such headers, these are compiled once, and what they were compiled to stands in for them from then on. The object
// comes out the same, byte for byte, because exactly the includes that the source begins with are taken, in order.

import type { CompileUnit } from './compiler.ts';
import { maybeHashParts } from './content-hash.ts';
import { maybeLanguageOfPath } from './language.ts';
import type { ObjectCache } from './object-cache.ts';

export interface PrecompiledHeader {
  /** The includes as a header's text. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Makes the precompiled form of a header; undefined when that fails. */
export type Precompile = (text: string) => Uint8Array | undefined;

const BLANK_OR_COMMENT = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*.*?\*\/)*/sy;
const SYSTEM_INCLUDE =
  /#[ \t]*include[ \t]*<([^>\n]+)>[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)?\r?(?:\n|$)/y;

// What the standard library includes by itself, so that a file of the program with this name would be taken instead.
const NAMES_OF_C =
  /^(assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|std[a-z]*|string|strings|tgmath|threads|time|uchar|unistd|wchar|wctype|uxhw|uncertain|ux-prelude|alloca|features|endian|sched|semaphore|pthread)\.h$/;

/** The system headers that a source includes before anything else, in order. */
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
 * The precompiled form of a unit's leading includes, from the cache or made now; undefined when there is none to use.
 * A combination that is met for the first time is only noted: most programs are built once.
 */
export async function maybePrecompiledHeader(
  unit: CompileUnit,
  version: string,
  cache: ObjectCache | undefined,
  precompile: Precompile,
): Promise<PrecompiledHeader | undefined> {
  if (cache === undefined || unit.language !== 'C++') return undefined;
  const content = unit.files.get(unit.sources[0]) ?? '';
  const names = listLeadingIncludes(
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  );
  if (names.length === 0 || mayBeShadowed(names, unit)) return undefined;
  const text = names.map((name) => `#include <${name}>\n`).join('');
  const hash = await maybeHashParts([
    version,
    JSON.stringify([unit.flags, unit.debug, unit.directory]),
    text,
  ]);
  if (hash === undefined) return undefined;
  const found = await cache.get(`header-${hash}`);
  if (found !== undefined) return { text, bytes: found };
  if ((await cache.get(`header-seen-${hash}`)) === undefined) {
    await cache.put(`header-seen-${hash}`, new Uint8Array([1]));
    return undefined;
  }
  const bytes = precompile(text);
  if (bytes === undefined) return undefined;
  await cache.put(`header-${hash}`, bytes);
  return { text, bytes };
}

// Whether a file of the program might be what one of the includes, or an include inside them, finds.
function mayBeShadowed(names: readonly string[], unit: CompileUnit): boolean {
  if (unit.flags.some((flag) => /^-(include|imacros)$/.test(flag))) return true;
  if (!unit.flags.some((flag) => /^-(I|isystem|idirafter)/.test(flag))) return false;
  return [...unit.files.keys()].some((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (maybeLanguageOfPath(path) !== undefined) return false;
    return (
      !name.includes('.') ||
      NAMES_OF_C.test(name) ||
      names.some((wanted) => `/${path}`.endsWith(`/${wanted}`))
    );
  });
}
