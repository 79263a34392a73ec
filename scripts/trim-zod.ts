// Excludes unused parts of zod from bundles: messages in sixty languages, because describe-issue.ts describes invalid
// requests in our own words; generated validators, because pages forbid `new Function`; and conversions to and from
// JSON schemas. Bundlers would keep all of them, because schemas are created through one object that contains
// everything.
import type { Plugin } from 'vite';

const LANGUAGES = /\/zod\/v4\/locales\/index\.js$/;

/** Modules with the start of their unused code; an empty start means the whole module. */
const UNUSED: readonly (readonly [path: RegExp, start: string])[] = [
  [/\/zod\/v4\/core\/compile\.js$/, ''],
  [/\/zod\/v4\/core\/json-schema-generator\.js$/, ''],
  [/\/zod\/v4\/core\/json-schema-processors\.js$/, 'export const stringProcessor'],
  [/\/zod\/v4\/classic\/from-json-schema\.js$/, ''],
];
const EXPORTED = /^export (?:const|function|class) (\w+)/gm;

/**
 * The module's text with functions that throw instead of its unused exports; undefined if the whole module is used.
 * @throws Error if the package's version is not the expected one
 */
export function maybeTrimmed(id: string, code: string): string | undefined {
  const found = UNUSED.find(([path]) => path.test(id));
  if (!found) return undefined;
  const at = code.indexOf(found[1]);
  const names = [...code.slice(at).matchAll(EXPORTED)].map(([, name]) => name);
  if (at < 0 || names.length === 0) throw new Error(`${id} has a different version than expected.`);
  const refuse = 'const refuse = () => { throw new Error("This part of zod is not in the bundle."); };';
  return [code.slice(0, at), refuse, ...names.map((name) => `export const ${name} = refuse;`)].join('\n');
}

/** The plugin. */
export function trimZod(): Plugin {
  return {
    name: 'trim-zod',
    enforce: 'pre',
    load: (id) => (LANGUAGES.test(id) ? "export { default as en } from './en.js';" : undefined),
    transform: (code, id) => maybeTrimmed(id, code),
  };
}
