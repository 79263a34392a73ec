// Shared set-up for benchmarks: built programs and temporary folders.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildResult } from '../src/toolchain/building/build-result.ts';

/** The module from a build. @param name the program's name in the error */
export async function moduleOf(building: Promise<BuildResult>, name = 'The program'): Promise<Uint8Array> {
  const built = await building;
  if (!built.ok) throw new Error(`${name} does not build:\n${built.log}`);
  return built.module;
}

/** Runs `work` with a new folder, which is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'haze-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
