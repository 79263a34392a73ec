// Examples in docstrings, which tests run unchanged.
import { readFileSync } from 'node:fs';
import { parseDocstring } from '../scripts/docs-site/reference/docstring.ts';

/**
 * The code after `@example` in a function's docstring.
 * @param path the source, relative to the root of the repository
 */
export function readExample(path: string, name: string): string {
  const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const declaration = RegExp(`^export (?:declare )?(?:async )?function ${name}\\(`, 'm').exec(source);
  const above = source.slice(0, declaration?.index ?? 0);
  const docstring = above.slice(above.lastIndexOf('/**'));
  const { example } = parseDocstring(docstring);
  if (example === '') throw new Error(`The docstring of ${name} in ${path} has no example.`);
  return example;
}

/** The lines that an example prints: the comments after its calls to `console.log`. */
export function listPrinted(example: string): string[] {
  return [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line = '']) => line);
}
