// Makes packages load their files through our loader (src/client/program/toolchain), which verifies and stores the
// files.
import type { Plugin } from 'vite';

interface Change {
  readonly file: RegExp;
  readonly changes: readonly (readonly [RegExp, string])[];
}

const PROVIDED: readonly Change[] = [
  {
    file: /@yowasp\/clang\/gen\/bundle\.js/,
    changes: [
      [/new URL\((["'])\.\/(llvm[\w.-]+)\1, import\.meta\.url\)/g, '"$2"'],
      [/new URL\(`\.\/\$\{name\}`, import\.meta\.url\)/g, 'name'],
      [/await import\("node:fs\/promises"\)/g, 'undefined'],
      // The browser caches compiled code only for an original response from storage.
      [/if \(fetchProgress !== void 0\) \{/g, 'if (false) {'],
      // Creates instances of a divided module, and folders with missing parts (tool-parts.ts).
      [/new WebAssembly\.Instance\(module, imports2\)/g, 'haze_parts.instantiate(module, imports2)'],
      [
        /\.then\(unpackTarFilesystem\)/g,
        '.then(unpackTarFilesystem).then((tree) => haze_parts.openSystem(tree))',
      ],
      [
        /(function directoryFromTree\(tree\) \{\s*const files = )\{\};/g,
        '$1{};\n' +
          '  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(tree)))\n' +
          '    if (!property.enumerable) Object.defineProperty(files, name, property);',
      ],
      [
        /export \{/g,
        'let haze_parts;\nconst provideParts = (parts) => { haze_parts = parts; };\n' +
          'const provideFiles = (open) => { fetch_default = open; };\n' +
          'export {\n  provideFiles,\n  provideParts,\n  unpackTarFilesystem,',
      ],
    ],
  },
  {
    file: /brotli-dec-wasm\/pkg\/brotli_dec_wasm\.js/,
    changes: [[/new URL\("brotli_dec_wasm_bg\.wasm",\s*import\.meta\.url\)/g, 'undefined']],
  },
  {
    file: /@wasm-fmt\/clang-format\/clang-format-web\.js/,
    changes: [[/new URL\("clang-format\.wasm", import\.meta\.url\)/g, 'undefined']],
  },
];

/**
 * A package module's text as pages use it; undefined if unchanged.
 * @throws Error if the package's version is not the expected one
 */
export function maybeProvided(id: string, code: string): string | undefined {
  const provided = PROVIDED.find(({ file }) => file.test(id));
  return provided?.changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${id} has a different version than expected: it has no ${from}.`);
    return changed;
  }, code);
}

/** The plugin. */
export function provideFiles(): Plugin {
  return {
    name: 'provide-files',
    enforce: 'pre',
    transform: (code, id) => maybeProvided(id, code),
  };
}
