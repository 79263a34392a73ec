// Names of the modules that a site has prebuilt for its own programs. The name only locates the file: the sources
// stored in the module decide whether it matches.
import type { Language } from '../../toolchain/sources/language.ts';

/** Version of the file format: modules in another format have other names. */
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
