// Writes dist/common-library.d.ts: the globals that pages, workers and Node share, for the components in src/ that run
// in all three (src/tsconfig.core.json). The names come from ECMA-429, the minimum common web platform. The
// declarations are TypeScript's own declarations for workers, with all the types to which they refer. This script runs
// before the compiler, so it is written in plain JavaScript.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHARED = new Set(
  `AbortController AbortSignal Blob CompressionStream Crypto CryptoKey DOMException DecompressionStream Event EventTarget
  File FormData Headers MessageChannel MessageEvent MessagePort Performance ReadableStream Request Response SubtleCrypto
  TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream URL URLSearchParams WebAssembly
  WritableStream atob btoa clearInterval clearTimeout console crypto fetch performance queueMicrotask setInterval
  setTimeout structuredClone`.split(/\s+/),
);
const SOURCES = ['lib.webworker.d.ts', 'lib.webworker.iterable.d.ts', 'lib.webworker.asynciterable.d.ts'];
const LIBRARY = `../node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib/`;
const OUTPUT = fileURLToPath(new URL('../dist/common-library.d.ts', import.meta.url));
/**
 * A declaration that starts at the left margin: either one line, or all lines up to the closing bracket at the
 * margin.
 */
const DECLARATION =
  /^(interface|type|declare (?:var|function|namespace)) (\w+)(?:[^\n]*[;}]|[^\n]*\{\n(?:[^}\n][^\n]*\n|\n)*\};?)$/gm;

const declarations = SOURCES.flatMap((name) => {
  const text = readFileSync(new URL(LIBRARY + name, import.meta.url), 'utf8').replace(
    /\/\*[\s\S]*?\*\//g,
    '',
  );
  return [...text.matchAll(DECLARATION)].map(([text, kind, name]) => ({
    name,
    isValue: kind.startsWith('declare'),
    text,
  }));
});
const types = new Map();
for (const declaration of declarations) {
  if (!declaration.isValue)
    types.set(declaration.name, [...(types.get(declaration.name) ?? []), declaration]);
}
const kept = new Set(declarations.filter(({ name, isValue }) => isValue && SHARED.has(name)));
// A loop over a Set also visits elements that are added during the loop.
for (const { text } of kept) {
  for (const [word] of text.matchAll(/\w+/g)) for (const type of types.get(word) ?? []) kept.add(type);
}
const text = `${[...kept].map((declaration) => declaration.text).join('\n')}\n`;
if (!existsSync(OUTPUT) || readFileSync(OUTPUT, 'utf8') !== text) {
  mkdirSync(dirname(OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, text);
}
