// Builds and runs the accuracy programs in this process, either on a core or as plain Monte Carlo in C compiled by the
// same clang.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { concatenate } from '../../src/errors/concatenate.ts';
import { build } from '../../src/node/library.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { runModule } from '../../src/runtime/running/run-module.ts';
import { inputFromBytes } from '../../src/runtime/wasi/streams.ts';
import { type CoreSpec, findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { parseUx, type UxValue } from '../../src/uncertainty/core/ux-text.ts';
import { moduleOf } from '../harness.ts';

const FOLDER = 'bench/accuracy/programs';
const ROOT = findProjectRoot();

/** A program in its three forms. */
export interface BuiltProgram {
  readonly name: string;
  /** The rewritten module, which runs on cores. */
  readonly uncertain: Uint8Array;
  readonly monteCarlo: Uint8Array;
  readonly groundTruth: Uint8Array;
}

export function listPrograms(): string[] {
  const names = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.c'));
  return names.map((name) => name.replace(/\.c$/, '')).sort();
}

/**
 * Builds a program from `folder`, which defaults to the accuracy programs' folder; `flags` are passed to the
 * compiler.
 */
export async function buildForms(
  name: string,
  options: { readonly folder?: string; readonly flags?: string } = {},
): Promise<BuiltProgram> {
  const compile = async (form: string) => {
    const flags = `${form} ${options.flags ?? ''}`;
    const sources = {
      'main.c': readFileSync(join(ROOT, options.folder ?? FOLDER, `${name}.c`), 'utf8'),
      'inputs.h': readFileSync(join(ROOT, FOLDER, 'inputs.h'), 'utf8'),
    };
    return moduleOf(build(sources, { configMk: `SOURCES = main.c\nCFLAGS = ${flags}\n` }), `${name}.c`);
  };
  const uncertain = rewriteProgram(await compile('-O2')).module;
  return {
    name,
    uncertain,
    monteCarlo: await compile('-O2 -DMONTE_CARLO'),
    groundTruth: await compile('-O2 -DGROUND_TRUTH'),
  };
}

/** Runs a program on a core; returns its only value, and the time in milliseconds from the module to the output. */
export function runOnCore(
  module: Uint8Array,
  core: CoreSpec,
  kernels: WebAssembly.Module,
  seed = 1n,
): { value: UxValue; timeMs: number } {
  const { stdout, timeMs } = executeModule(module, core, kernels, [], seed);
  return { value: parseUx(new TextDecoder().decode(stdout).trim()), timeMs };
}

/** Runs the sampling form; returns the model's results and the time taken in milliseconds. */
export function runSamples(
  module: Uint8Array,
  count: number,
  kernels: WebAssembly.Module,
): { samples: Float64Array; timeMs: number } {
  const core = { ...findDefaultCore('C0-Bypass'), MemorySize: 2 ** 30 };
  const { stdout, timeMs } = executeModule(module, core, kernels, [String(count)], 1n);
  return { samples: new Float64Array(stdout.slice().buffer), timeMs };
}

/** Runs a module; returns its output, its stderr and the time taken in milliseconds. */
export function executeModule(
  module: Uint8Array,
  core: CoreSpec,
  kernels: WebAssembly.Module,
  words: string[],
  seed: bigint,
) {
  const pieces: Uint8Array[] = [];
  let errors = '';
  const start = performance.now();
  const { end } = runModule(
    { module, core, arguments: words, files: new Map(), seed, outputLimitBytes: 2 ** 28 },
    {
      kernels,
      stdin: inputFromBytes(new Uint8Array()),
      writeStdout: (bytes) => pieces.push(bytes.slice()),
      writeStderr: (bytes) => {
        errors += new TextDecoder().decode(bytes);
      },
    },
  );
  const timeMs = performance.now() - start;
  if (end.exitStatus !== 0) throw new Error(`the program ended with ${end.exitStatus}: ${errors}`);
  return { stdout: concatenate(pieces), errors, timeMs };
}
