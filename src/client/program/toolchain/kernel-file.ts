// The kernels of this build. A run of an element needs them without the list of all files.
import type { PackedFile } from '../../../toolchain/sources/file-list.ts';
import { siteFileUrl } from '../site-files.ts';
import { ToolchainFiles } from './download/toolchain-files.ts';
import { openUnpack } from './download/unpack.ts';

/** Entry of the kernels in the list of files. Inserted by the build of the site. */
declare const HAZE_KERNELS: PackedFile | undefined;

/** The file of the kernels; a page from sources fetches the list. */
export function openKernelFile(): ToolchainFiles {
  const list = typeof HAZE_KERNELS === 'undefined' ? undefined : { files: [HAZE_KERNELS] };
  return new ToolchainFiles(siteFileUrl('list'), openUnpack, { list });
}
