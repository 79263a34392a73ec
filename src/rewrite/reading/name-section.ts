// Extends the name section with the functions that the rewriter adds. A copy gets the name of its original, so that
// stack traces show the function that the programmer wrote.

import { HazeError } from '../../errors/haze-error.ts';
import { ByteReader } from '../encoding/byte-reader.ts';
import { ByteWriter } from '../encoding/byte-writer.ts';
import type { ModuleInfo, Section } from './module-info.ts';

const FUNCTION_NAMES = 1;

function writeFunctionNames(info: ModuleInfo, copied: readonly number[]): ByteWriter {
  const entries = [...info.names];
  copied.forEach((original, i) => {
    const name = info.names.get(original);
    if (name !== undefined) entries.push([info.functionTypes.length + i, name]);
  });
  const out = new ByteWriter();
  out.u32(entries.length);
  for (const [index, name] of entries) {
    out.u32(index);
    out.name(name);
  }
  return out;
}

export function missingFunctionNames(): HazeError {
  return new HazeError(
    'missing-function-names',
    'The module has no function names, which distinguish the guest runtime from the program. Link it without --strip-all.',
  );
}

/**
 * Contents of the name section with names for the copies of `copied`, which follow all other functions; undefined if
 * the section is damaged, because engines ignore a damaged section.
 */
export function maybeNamesOfCopies(
  info: ModuleInfo,
  section: Section,
  copied: readonly number[],
): ByteWriter | undefined {
  try {
    return writeNamesOfCopies(info, section, copied);
  } catch (error) {
    if (error instanceof HazeError) return undefined;
    throw error;
  }
}

function writeNamesOfCopies(info: ModuleInfo, section: Section, copied: readonly number[]): ByteWriter {
  const reader = new ByteReader(info.bytes, section.start, section.end);
  const out = new ByteWriter(section.end - section.start + 1024);
  out.name(reader.name());
  while (reader.position < reader.end) {
    const start = reader.position;
    const id = reader.byte();
    const size = reader.u32();
    reader.skip(size);
    if (id === FUNCTION_NAMES) out.section(id, writeFunctionNames(info, copied));
    else out.copy(info.bytes, start, reader.position);
  }
  return out;
}
