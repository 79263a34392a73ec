// Transfers many files between threads in slices: copying all files at once would block the thread.
import type { FileContent, SourceFiles } from '../../toolchain/sources/source-files.ts';

/** A subset of the files, by path. */
export type FileSlice = readonly (readonly [path: string, content: FileContent])[];

const MOST_FILES = 1000;
const MOST_BYTES = 4 << 20;

/** Splits files into slices, each small enough to copy quickly. */
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

/** The files as a map if they do not fit in one slice; undefined if a single message can carry them. */
export function maybeManyFiles(files: SourceFiles): ReadonlyMap<string, FileContent> | undefined {
  if (!(files instanceof Map)) return undefined;
  const [first = []] = sliceFiles(files);
  return first.length === files.size ? undefined : files;
}
