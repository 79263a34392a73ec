// <haze-program> in React, Preact and Solid JSX and in Vue and Svelte templates: with each framework's types, correct
// code compiles and incorrect code does not.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { APP, type Ran, runCommand } from './installed-app.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const FOLDER = join(dirname(APP), 'frameworks');
const FRAMEWORKS = ['@types/react@19', 'preact@10', 'solid-js@1', 'vue@3', 'svelte@5'];

const ATTRIBUTES = { core: 'C0-S+', language: 'Fortran', editable: true, controls: true, seed: 2 };
const WRONG = { language: 'Cobol' };

/** A JSX file with an element that has these attributes. */
function describeJsx(attributes: object): string {
  const words = Object.entries(attributes).map(([name, value]) => `${name}={${JSON.stringify(value)}}`);
  return `export const program = <haze-program ${words.join(' ')} />;\n`;
}

/** A file that assigns the attributes to a constant of the framework's attribute type. */
function describeTyped(type: string): (attributes: object) => string {
  return (attributes) => `export const program: ${type} = ${JSON.stringify(attributes)};\n`;
}

const jsx = (source: string, mode = 'react-jsx') => ['--jsx', mode, '--jsxImportSource', source];
const VUE = "InstanceType<import('vue').GlobalComponents['haze-program']>['$props']";
const SVELTE = "import('svelte/elements').SvelteHTMLElements['haze-program']";

const CASES = [
  { name: 'react', flags: jsx('react'), write: describeJsx },
  { name: 'preact', flags: jsx('preact'), write: describeJsx },
  { name: 'solid', flags: jsx('solid-js', 'preserve'), write: describeJsx },
  { name: 'vue', flags: [], write: describeTyped(VUE) },
  { name: 'svelte', flags: [], write: describeTyped(SVELTE) },
];

beforeAll(() => {
  mkdirSync(FOLDER);
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', [...words, inject('tarball'), ...FRAMEWORKS], { cwd: FOLDER, stdio: 'inherit' });
});

function compile(file: string, text: string, flags: readonly string[]): Ran {
  writeFileSync(join(FOLDER, file), text);
  const common = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ];
  return runCommand(process.execPath, [TSC, ...common, '--types', '', ...flags, file], FOLDER);
}

describe.each(CASES)('$name', ({ name, flags, write }) => {
  const known = `import type {} from 'haze/element/${name}';\n`;

  test('the framework supports the element and its attributes', () => {
    expect(compile(`${name}-right.tsx`, known + write(ATTRIBUTES), flags)).toMatchObject({
      status: 0,
      stdout: '',
    });
  });

  test('a value that an attribute cannot have is rejected', () => {
    const { status, stdout } = compile(`${name}-wrong.tsx`, known + write(WRONG), flags);
    expect(status).not.toBe(0);
    expect(stdout).toMatch(/^\S+-wrong\.tsx\(2,\d+\): error TS2322: .*"Cobol"/);
    expect(stdout.match(/error TS/g)).toHaveLength(1);
  });
});

test('types of library options and results are exported', () => {
  const text = `import type { BuildOptions, BuildResult, Haze, RunOptions, RunResult } from 'haze';
import type { Server, ServerOptions } from 'haze/server';
import type { Connection, ConnectOptions } from 'haze/browser';
export type All = [BuildOptions, BuildResult, Haze, RunOptions, RunResult, Server, ServerOptions, Connection, ConnectOptions];
`;
  expect(compile('names.ts', text, ['--skipLibCheck'])).toMatchObject({ status: 0, stdout: '' });
});

test('the element itself has types', () => {
  const text = `import { setAssets } from 'haze/element';
setAssets('/haze/');
const element = document.createElement('haze-program');
element.source = 'int main(void) { return 0; }';
element.run().then(() => element.stop());
`;
  expect(compile('element.ts', text, [])).toMatchObject({ status: 0, stdout: '' });
});
