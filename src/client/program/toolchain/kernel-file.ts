// This build's kernels. A run needs the kernels before the list of all files has arrived.
import type { PackedFile } from '../../../toolchain/sources/file-list.ts';
import { siteFileUrl } from '../site-files.ts';
import { ToolchainFiles } from './download/toolchain-files.ts';
import { openUnpack } from './download/unpack.ts';

/** The kernels' entry in the list of files. Inserted by the site's build. */
declare const HAZE_KERNELS: PackedFile | undefined;

/** Files that can be opened without the list; empty in a page served from the source tree. */
export const FIRST_FILES = typeof HAZE_KERNELS === 'undefined' ? [] : [HAZE_KERNELS];

/** Opens the kernels' file. */
export function openKernelFile(): ToolchainFiles {
  return new ToolchainFiles(siteFileUrl('list'), openUnpack, { first: FIRST_FILES });
}
