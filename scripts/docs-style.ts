// haze-docs.css: the stylesheet in src/ui/docs, preceded by its design tokens; a page may override each token.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOKENS, type TokenName } from '../src/ui/style/tokens.ts';
import { findProjectRoot } from './project-root.ts';

/**
 * Swaps two colours, as <haze-program> does: programs use the page's surface colour, and their bar uses the background
 * colour.
 */
const SWAPPED: Readonly<Partial<Record<TokenName, TokenName>>> = {
  background: 'surface',
  surface: 'background',
};

function tokenOf(name: string): string | undefined {
  return TOKENS[SWAPPED[name as TokenName] ?? (name as TokenName)];
}

/** Writes the stylesheet into a site. */
export async function writeDocsStyle(folder: string): Promise<void> {
  const style = await readFile(join(findProjectRoot(), 'src/ui/docs/haze-docs.css'), 'utf8');
  const names = new Set([...style.matchAll(/var\(--own-([\w-]+)\)/g)].map(([, name = '']) => name));
  const own = [...names].map((name) => {
    const value = tokenOf(name);
    if (value === undefined) throw new Error(`haze-docs.css uses a token "${name}" that does not exist.`);
    return `  --own-${name}: var(--haze-${name}, ${value});`;
  });
  // Printed pages use light colours, even if the page is dark on screen.
  const paper = [...names].map((name) => {
    const [, light] = /^light-dark\(([^,]+), /.exec(tokenOf(name) ?? '') ?? [];
    return light === undefined ? '' : `    --own-${name}: ${light};\n`;
  });
  const text = `figure.haze-program {\n${own.join('\n')}\n}\n${style}@media print {\n  figure.haze-program {\n${paper.join('')}  }\n}\n`;
  await writeFile(join(folder, 'haze-docs.css'), text);
}
