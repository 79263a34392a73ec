// Makes a script import all its direct and indirect imports at once, and a page preload them along with its script. A
// browser then learns of all imports from the first file, and does not need a round trip for each level.
import { posix } from 'node:path';
import type { Plugin } from 'vite';

/** Relevant fields of a build output file. */
interface Chunk {
  readonly imports: readonly string[];
}

/** A file's indirect imports in evaluation order, and the direct imports that are evaluated before the last of them. */
export function listDistantImports(name: string, chunks: ReadonlyMap<string, Chunk>): string[] {
  const seen = new Set([name]);
  const ordered: string[] = [];
  const visit = (other: string) => {
    if (seen.has(other)) return;
    seen.add(other);
    for (const next of chunks.get(other)?.imports ?? []) visit(next);
    ordered.push(other);
  };
  const own = chunks.get(name)?.imports ?? [];
  for (const other of own) visit(other);
  const last = ordered.findLastIndex((other) => !own.includes(other));
  // The remaining direct imports are in the right order in the file itself.
  return ordered.slice(0, last + 1);
}

/** All files that a file imports statically, excluding itself. */
export function listImports(name: string, chunks: ReadonlyMap<string, Chunk>): string[] {
  return [...new Set([...(chunks.get(name)?.imports ?? []), ...listDistantImports(name, chunks)])];
}

/** The plugin. */
export function importAtOnce(): Plugin {
  return {
    name: 'import-at-once',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      for (const chunk of chunks) {
        if (!chunk.isEntry) continue;
        const folder = posix.dirname(chunk.fileName);
        const words = listDistantImports(chunk.fileName, byName).map((name) => {
          const path = posix.relative(folder, name);
          return `import ${JSON.stringify(path.startsWith('.') ? path : `./${path}`)};`;
        });
        chunk.code = words.join('') + chunk.code;
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk }) {
        if (!chunk) return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const byName = new Map(chunks.map((other) => [other.fileName, other]));
        const sizeOf = (name: string) => byName.get(name)?.code.length ?? 0;
        // Lists the largest files first: if there are more files than connections, the small files should wait. Pages
        // are at the root of the site.
        const names = listImports(chunk.fileName, byName).sort((one, other) => sizeOf(other) - sizeOf(one));
        return names.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
