// Files of the WebAssembly suite in the format of wast2json (part of wabt): modules, and commands that use them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * A value, with its bits in decimal, lane by lane for a vector. A result may also be `nan:canonical` or
 * `nan:arithmetic`.
 */
export type SuiteValue =
  | { readonly type: 'i32' | 'i64' | 'f32' | 'f64'; readonly value: string }
  | {
      readonly type: 'v128';
      readonly lane_type: 'i8' | 'i16' | 'i32' | 'i64' | 'f32' | 'f64';
      readonly value: readonly string[];
    };

/** A call to an exported function. */
interface Action {
  readonly type: string;
  readonly field: string;
  readonly module?: string;
  readonly args: readonly SuiteValue[];
}

export type SuiteCommand =
  | { readonly type: 'module'; readonly line: number; readonly filename: string; readonly name?: string }
  | { readonly type: 'register'; readonly line: number; readonly as: string; readonly name?: string }
  | {
      readonly type: 'assert_return' | 'assert_trap' | 'action';
      readonly line: number;
      readonly action: Action;
      readonly expected: readonly SuiteValue[];
    }
  | {
      readonly type: 'assert_invalid' | 'assert_malformed';
      readonly line: number;
      readonly filename: string;
      readonly module_type: string;
    };

export interface SuiteFile {
  readonly name: string;
  readonly commands: readonly SuiteCommand[];
  readonly modules: ReadonlyMap<string, Uint8Array>;
}

/** Reads the files in `folder` whose names begin with `prefix`; undefined if wast2json is not installed. */
export function maybeReadSuite(folder: string, prefix: string): SuiteFile[] | undefined {
  const target = mkdtempSync(join(tmpdir(), 'wasm-suite-'));
  try {
    const files: SuiteFile[] = [];
    for (const file of readdirSync(folder)) {
      if (!file.startsWith(prefix) || !file.endsWith('.wast')) continue;
      const name = basename(file, '.wast');
      const json = join(target, `${name}.json`);
      const made = spawnSync('wast2json', ['--enable-multi-memory', join(folder, file), '-o', json]);
      if (made.error) return undefined;
      if (made.status !== 0) throw new Error(`wast2json cannot read ${file}:\n${made.stderr}`);
      const { commands } = JSON.parse(readFileSync(json, 'utf8')) as { commands: SuiteCommand[] };
      const modules = new Map<string, Uint8Array>();
      for (const command of commands)
        if ('filename' in command && command.filename.endsWith('.wasm'))
          // Copies the bytes, because small buffers share one block of memory, which wabt would mistake for the
          // module's own.
          modules.set(command.filename, Uint8Array.from(readFileSync(join(target, command.filename))));
      files.push({ name, commands, modules });
    }
    return files;
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
