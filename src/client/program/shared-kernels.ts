// Kernels in a form that several workers can share in one memory, compiled from the same bytes as the ordinary kernels.
import { shareKernels } from '../../runtime/core/share-kernels.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';
import type { ToolchainFiles } from './toolchain/download/toolchain-files.ts';

/** @throws HazeError download errors */
export function loadPageSharedKernels(files: Pick<ToolchainFiles, 'use'>): Promise<SharedModule> {
  return files.use('kernels.wasm', async (file) => shareKernels(new Uint8Array(await file.arrayBuffer())));
}
