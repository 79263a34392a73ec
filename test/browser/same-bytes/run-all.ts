// Runs the programs in this folder on several cores with several seeds, both in Node and in pages, and maps each name
// to its output.
import { runModule } from '../../../src/runtime/running/run-module.ts';
import { inputFromBytes } from '../../../src/runtime/wasi/streams.ts';
import { findDefaultCore } from '../../../src/uncertainty/core/core-spec.ts';

export const PROGRAM_FILES = ['functions.c', 'distributions.c', 'containers.cpp'];
export const CORE_NAMES = ['C0-S', 'C0-S+', 'C0-XL+', 'C0-Joint'];
const SEEDS = [1n, 0xfeed_5eed_0123_4567n];

/** Outputs keyed by "program core seed". `modules` contains the rewritten modules, in the order of PROGRAM_FILES. */
export function runAll(modules: readonly Uint8Array[], kernels: WebAssembly.Module): Record<string, string> {
  const outputs: Record<string, string> = {};
  PROGRAM_FILES.forEach((name, i) => {
    for (const core of CORE_NAMES) {
      for (const seed of SEEDS) outputs[`${name} ${core} ${seed}`] = runOne(modules[i]!, core, seed, kernels);
    }
  });
  return outputs;
}

function runOne(module: Uint8Array, core: string, seed: bigint, kernels: WebAssembly.Module): string {
  const decoder = new TextDecoder();
  let text = '';
  const write = (bytes: Uint8Array) => {
    text += decoder.decode(bytes, { stream: true });
  };
  const { end } = runModule(
    {
      module,
      core: findDefaultCore(core),
      arguments: [],
      files: new Map(),
      seed,
      outputLimitBytes: 2 ** 24,
    },
    { kernels, stdin: inputFromBytes(new Uint8Array()), writeStdout: write, writeStderr: write },
  );
  return `${text}status ${end.exitStatus}\n`;
}
