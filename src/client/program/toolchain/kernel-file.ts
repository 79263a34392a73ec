// The kernels of this build. A run needs them before the list of all files has arrived.
import type { PackedFile } from '../../../toolchain/sources/file-list.ts';
import { siteFileUrl } from '../site-files.ts';
import { ToolchainFiles } from './download/toolchain-files.ts';
import { openUnpack } from './download/unpack.ts';

/** Entry of the kernels in the list of files. Inserted by the build of the site. */
declare const HAZE_KERNELS: PackedFile | undefined;

/** Files that need no list; none in a page from sources. */
export const FIRST_FILES = typeof HAZE_KERNELS === 'undefined' ? [] : [HAZE_KERNELS];

/** The file of the kernels. */
export function openKernelFile(): ToolchainFiles {
  return new ToolchainFiles(siteFileUrl('list'), openUnpack, { first: FIRST_FILES });
}
