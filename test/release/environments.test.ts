// The components in src/ list the libraries that they may use (src/tsconfig.*.json), and the compiler rejects
// everything else.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { scaleLimit } from '../../scripts/tests/slowness.ts';

const TRESPASSES = [
  ['src/plot/printed/printed-unit.ts', "import 'node:fs';", /printed-unit\.ts.*'node:fs'/],
  [
    'src/store/contract/random-bytes.ts',
    'export const title = document.title;',
    /random-bytes\.ts.*'document'/,
  ],
  ['src/ui/browser/save-file.ts', 'export const id: unknown = process.pid;', /save-file\.ts.*'process'/],
  ['src/node/files/map-few.ts', 'export const kept: unknown = indexedDB;', /map-few\.ts.*'indexedDB'/],
] as const;

function copyProject(): string {
  const root = findProjectRoot();
  const copy = mkdtempSync(join(tmpdir(), 'haze-rooms-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const name of [
    'src',
    'workers',
    'tsconfig.json',
    'package.json',
    'examples/gallery.json',
    'dist/wasm/budget-kernels.js',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  mkdirSync(join(copy, 'scripts'));
  cpSync(join(root, 'scripts/common-library.mjs'), join(copy, 'scripts/common-library.mjs'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

test(
  'code that uses names from another environment does not compile',
  () => {
    const folder = copyProject();
    for (const [file, line] of TRESPASSES) appendFileSync(join(folder, file), `\n${line}\n`);
    execFileSync(process.execPath, ['scripts/common-library.mjs'], { cwd: folder });
    let messages = '';
    try {
      execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'src'], {
        cwd: folder,
        encoding: 'utf8',
      });
    } catch (error) {
      messages = (error as { stdout: string }).stdout;
    }
    for (const [, , message] of TRESPASSES) expect(messages).toMatch(message);
    expect(messages.match(/error TS/g)).toHaveLength(TRESPASSES.length);
  },
  scaleLimit(60_000),
);
