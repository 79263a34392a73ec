// The modules and packages that an installed package's entries import, both in JavaScript and in types.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const IMPORT =
  /^(?:import|export)\b[^;'"]*?\bfrom\s*(['"])([^'"]+)\1|^import\s*(['"])([^'"]+)\3|\bimport\(\s*(['"])([@\w./-]+)\5/gm;
const TYPES = /\.d\.ts$/;

/** The package's files for Node: exports, types, commands and workers. Other tests cover the framework types. */
export function listEntries(folder: string): string[] {
  const { exports, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types?: string; node?: string }>;
    bin: Record<string, string>;
  };
  const exported = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.types, entry.node],
  );
  const workers = readdirSync(join(folder, 'dist/workers')).map((name) => `dist/workers/${name}`);
  const packed = readdirSync(join(folder, 'dist/src/packed')).map((name) => `dist/src/packed/${name}`);
  const names = [...exported, ...Object.values(bin), ...workers, ...packed];
  return names
    .filter((name) => name !== undefined && /^(\.\/)?dist\/.*\.(js|ts)$/.test(name))
    .map((name) => join(folder, name!));
}

/** Follows all imports, starting from the entries, and returns missing files and imported packages. */
export function followImports(folder: string, entries: readonly string[]) {
  const missing = new Set<string>();
  const packages = new Set<string>();
  const seen = new Set(entries);
  for (const file of seen) {
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, , all, , effect, , later] of text.matchAll(IMPORT)) {
      const name = all ?? effect ?? later ?? '';
      if (name.startsWith('.')) {
        const path = resolve(dirname(file), name);
        const target = TYPES.test(file) ? path.replace(/(\.d)?\.[jt]s$/, '.d.ts') : path;
        if (existsSync(target)) seen.add(target);
        else missing.add(`${file.slice(folder.length + 1)} imports ${name}`);
      } else if (!/^(node:|#|haze\b)/.test(name) && !builtinModules.includes(name)) {
        packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0]);
      }
    }
  }
  return { missing: [...missing], packages };
}
