// Transfer of many files between threads, slice by slice: copying all files together would block the thread.
import type { FileContent, SourceFiles } from '../../toolchain/sources/source-files.ts';

/** Some of the files, by path. */
export type FileSlice = readonly (readonly [path: string, content: FileContent])[];

const MOST_FILES = 1000;
const MOST_BYTES = 4 << 20;

/** Slices of files, each small enough to copy quickly. */
export function* sliceFiles(files: ReadonlyMap<string, FileContent>): Generator<FileSlice> {
  let slice: (readonly [string, FileContent])[] = [];
  let sizeBytes = 0;
  for (const file of files) {
    slice.push(file);
    sizeBytes += file[1].length;
    if (slice.length < MOST_FILES && sizeBytes < MOST_BYTES) continue;
    yield slice;
    slice = [];
    sizeBytes = 0;
  }
  if (slice.length > 0) yield slice;
}

/** The files as a map when they exceed one slice; undefined when one message may carry them. */
export function maybeManyFiles(files: SourceFiles): ReadonlyMap<string, FileContent> | undefined {
  if (!(files instanceof Map)) return undefined;
  const [first = []] = sliceFiles(files);
  return first.length === files.size ? undefined : files;
}
