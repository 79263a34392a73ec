// The kernels in a form that several workers can have in one memory: made of the same bytes that every run has.
import { shareKernels } from '../../runtime/core/share-kernels.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';
import type { ToolchainFiles } from './toolchain/download/toolchain-files.ts';

/** @throws HazeError of a download */
export function loadPageSharedKernels(files: Pick<ToolchainFiles, 'use'>): Promise<SharedModule> {
  return files.use('kernels.wasm', async (file) => shareKernels(new Uint8Array(await file.arrayBuffer())));
}
