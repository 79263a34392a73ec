// Cost of rewriting for programs without uncertainty: the ratio of the rewritten kernel's time to the plain kernel's
// time. Both kernels are run alternately in one process, and their medians are compared.

import { setFlagsFromString } from 'node:v8';
import { measurement } from '../../scripts/measurement.ts';
import { prepareProgram } from '../../test/rewrite/guest-toolchain.ts';
import { buildKernel, kernelNames } from './kernel-programs.ts';

const WARM_UPS = 3;
const ROUNDS = 9;

async function timeOnce(module: WebAssembly.Module): Promise<{ ms: number; stdout: string }> {
  const program = await prepareProgram(module);
  const start = performance.now();
  const outcome = program.run();
  return { ms: performance.now() - start, stdout: outcome.stdout };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function geometricMean(values: number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Ratios for one kernel: [no live record, an unrelated live record]. */
async function measureKernel(
  name: string,
): Promise<{ name: string; ratios: number[]; plainMs: number; growth: number }> {
  const program = await buildKernel(name);
  const forms = [program.plain, program.rewritten, program.withRecord];
  const modules = forms.map((bytes) => new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
  const times: number[][] = modules.map(() => []);
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const outputs = new Set<string>();
    for (const [i, module] of modules.entries()) {
      const { ms, stdout } = await timeOnce(module);
      outputs.add(stdout);
      if (round >= 0) times[i]!.push(ms);
    }
    if (outputs.size !== 1) throw new Error(`${name}: rewritten programs print something else`);
  }
  const [plain = 0, ...others] = times.map(median);
  const growth = program.rewritten.length / program.plain.length;
  return { name: program.name, ratios: others.map((ms) => ms / plain), plainMs: plain, growth };
}

/** Measures every kernel; values are ratios of times and, for code growth, of sizes. */
export async function run(
  names: readonly string[] = kernelNames(),
): Promise<{ name: string; value: number; unit: string }[]> {
  // Node 20 supports branch hints only with this flag; browsers always support them.
  setFlagsFromString('--experimental-wasm-branch-hinting');
  const rows: { name: string; value: number; unit: string }[] = [];
  const all: number[][] = [[], []];
  const labels = ['no record alive', 'unrelated record alive'];
  for (const name of names) {
    const kernel = await measureKernel(name);
    kernel.ratios.forEach((value, i) => {
      all[i]!.push(value);
      rows.push(measurement(`rewrite ${kernel.name}, ${labels[i]}`, value, 'x'));
    });
    rows.push(measurement(`rewrite ${kernel.name}, plain`, kernel.plainMs, 'ms'));
    rows.push(measurement(`rewrite ${kernel.name}, code growth`, kernel.growth, 'x'));
  }
  all.forEach((ratios, i) => {
    rows.push(measurement(`rewrite geometric mean, ${labels[i]}`, geometricMean(ratios), 'x'));
  });
  return rows;
}
