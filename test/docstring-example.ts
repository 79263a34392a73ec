// Examples of docstrings, which tests run unchanged.
import { readFileSync } from 'node:fs';

/**
 * The code behind `@example` in the docstring of a function.
 * @param path the source, from the root of the repository
 */
export function readExample(path: string, name: string): string {
  const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const declaration = RegExp(`^export (?:declare )?(?:async )?function ${name}\\(`, 'm').exec(source);
  const above = source.slice(0, declaration?.index ?? 0);
  const docstring = above.slice(above.lastIndexOf('/**'));
  const [, lines] = /@example\n((?: \* .*\n)+) \*\/\n$/.exec(docstring) ?? [];
  if (lines === undefined)
    throw new Error(`The docstring of ${name} in ${path} does not end with an example.`);
  return lines.replaceAll(/^ \* /gm, '');
}
