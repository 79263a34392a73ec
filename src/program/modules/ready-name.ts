// Names of the modules that a site has prebuilt for its own programs. A name only locates the file: whether a module
// matches is determined by the sources stored in it.
import type { Language } from '../../toolchain/sources/language.ts';

/** Version of the file format; modules in other formats have other names. */
const FORM = 2;
/** Prime and offset basis of the 32-bit FNV-1a hash. */
const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;

/**
 * Returns eight hexadecimal digits.
 * @param version version of rewriter and runtime
 */
export function nameReady(source: string, language: Language, version: string): string {
  const text = JSON.stringify([source.replaceAll('\r\n', '\n').trimEnd(), language, version, FORM]);
  let hash = BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
