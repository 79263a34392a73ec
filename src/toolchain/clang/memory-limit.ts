// Memory limit for the tools. The tools are a WebAssembly module that defines its own memory, which may grow to 4 GiB.
// The limit is therefore written into the module before compilation.
import { HazeError } from '../../errors/haze-error.ts';
import { listSections } from '../../rewrite/encoding/list-sections.ts';
import { SECTION } from '../../rewrite/reading/module-info.ts';

/**
 * Memory limit for a single run of a compiler or linker. C++ with <regex> needs 86 MiB, and the largest of our own
 * programs needs 120 MiB.
 */
export const TOOL_MEMORY_BYTES = 512 * 2 ** 20;

const PAGE_BYTES = 65_536;
/** Flag in a memory's limits: a maximum follows. */
const HAS_MAXIMUM = 1;
/** Minimum size of the tools' module. No other module compiled in the process is as large. */
const LEAST_TOOL_BYTES = 16 * 2 ** 20;

/**
 * Lowers the maximum of the memory that a module defines, in place.
 * @throws TypeError if the module defines no memory with a maximum whose encoding is long enough for the new value
 */
export function limitMemory(module: Uint8Array, maxBytes = TOOL_MEMORY_BYTES): void {
  const { at, length } = findMaximum(module);
  let pages = Math.floor(maxBytes / PAGE_BYTES);
  // Keeps the encoded length of the number, so that nothing moves: LEB128 allows trailing zeros.
  for (let index = 0; index < length; index++) {
    const isLast = index === length - 1;
    module[at + index] = (pages & 0x7f) | (isLast ? 0 : 0x80);
    pages >>>= 7;
  }
  if (pages !== 0) throw unlike();
}

function findMaximum(module: Uint8Array): { at: number; length: number } {
  try {
    for (const { id, contents } of listSections(module)) {
      if (id !== SECTION.memory) continue;
      if (contents.u32() !== 1 || contents.byte() !== HAS_MAXIMUM) break;
      contents.u32(); // minimum
      const at = contents.position;
      contents.u32();
      return { at, length: contents.position - at };
    }
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
  }
  throw unlike();
}

function unlike(): TypeError {
  return new TypeError('the compiler is not the expected module: its memory cannot be limited');
}

type CompileStreaming = typeof WebAssembly.compileStreaming;

/** Replaces the engine's `compileStreaming` while any caller is loading tools. */
type Limiting = CompileStreaming & { readonly original: CompileStreaming; users: number };

/** Compiles a module from the bytes of the tools. */
export type CompileTools = (bytes: Uint8Array<ArrayBuffer>) => Promise<WebAssembly.Module>;

interface LimitedLoad {
  readonly maxBytes?: number | undefined;
  readonly compile?: CompileTools | undefined;
}

/**
 * Loads tools that compile their own module, with the limit written into it. Needed in Node, where the package reads
 * its files from its own folder and offers no other way to change them. Pages get files that were changed when they
 * were packed.
 */
export async function withLimitedMemory<T>(
  load: () => Promise<T>,
  { maxBytes = TOOL_MEMORY_BYTES, compile = WebAssembly.compile }: LimitedLoad = {},
): Promise<T> {
  const current = WebAssembly.compileStreaming as CompileStreaming | Limiting;
  const limiting = 'original' in current ? current : createLimiting(current, maxBytes, compile);
  limiting.users += 1;
  WebAssembly.compileStreaming = limiting;
  try {
    return await load();
  } finally {
    limiting.users -= 1;
    if (limiting.users === 0) WebAssembly.compileStreaming = limiting.original;
  }
}

function createLimiting(original: CompileStreaming, maxBytes: number, compileTools: CompileTools): Limiting {
  const compile: CompileStreaming = async (source, ...rest) => {
    const response = await source;
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length < LEAST_TOOL_BYTES) return WebAssembly.compile(bytes, ...rest);
    limitMemory(bytes, maxBytes);
    return compileTools(bytes);
  };
  return Object.assign(compile, { original, users: 0 });
}
