// Room for a program's files on a core: the part of the core's memory that the program and its distributions leave
// free. The core's memory size also limits the files that remain after the run.
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import { formatMegabytes } from '../preparing/memory-limits.ts';
import { FileRoom } from '../wasi/file-room.ts';
import {
  collectFileChanges,
  type FileChanges,
  type FileMap,
  type OversizedFiles,
  type WorkingDirectory,
} from '../wasi/working-directory.ts';

/**
 * @param heldBytes returns the memory currently used by the program and its distributions
 * @param onNotice receives a sentence for the user when the room first becomes full
 */
export function openFileRoom(
  core: CoreSpec,
  heldBytes: () => number,
  onNotice: (text: string) => void,
): FileRoom {
  const { MemorySize, Name } = core;
  return new FileRoom({
    limitBytes: () => MemorySize - heldBytes(),
    onFull: () =>
      onNotice(
        `no space left for files: the program and the files it writes share the ${formatMegabytes(MemorySize)} of core ${Name}. Writing failed with ENOSPC. Write less, remove files that are no longer needed, or choose a core with more memory.`,
      ),
  });
}

/** The program's changes to its files, or the reason why they are not saved. */
export function keepFileChanges(
  { MemorySize }: CoreSpec,
  directory: WorkingDirectory,
  given: FileMap,
): FileChanges & { readonly problem?: string } {
  // The sum leaves room for changes to given files, in addition to other files that fill the core. Only files with
  // holes can exceed the limit.
  let mostBytes = MemorySize;
  for (const content of given.values()) mostBytes += content.length;
  const { oversized, ...changes } = collectFileChanges(directory, given, mostBytes);
  return oversized ? { ...changes, problem: describeOversized(oversized, mostBytes) } : changes;
}

function describeOversized({ totalBytes, largest }: OversizedFiles, mostBytes: number): string {
  const sizes = `"${largest.path}" is ${formatMegabytes(largest.sizeBytes)} long, and all files together ${formatMegabytes(totalBytes)}`;
  return `the program's files are sparse and too large to keep: ${sizes}, but at most ${formatMegabytes(mostBytes)} is allowed. No file was kept. Write files without holes, or remove them before the program ends.`;
}
