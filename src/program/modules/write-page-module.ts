// Writes a built program's file for pages, including the lines of all its instructions.
import { HazeError } from '../../errors/haze-error.ts';
import { ByteWriter } from '../../rewrite/encoding/byte-writer.ts';
import { decodeBody, InstructionList } from '../../rewrite/reading/instruction-list.ts';
import { readModule } from '../../rewrite/reading/module-reader.ts';
import { findProgramFunctions } from '../../runtime/preparing/program-functions.ts';
import type { BuildRequest, BuildSuccess } from '../../toolchain/building/build-result.ts';
import type { SourcePlace } from '../../toolchain/clang/source-place.ts';
import { describeBuild } from '../engine.ts';
import type { ProgramCompiler } from '../program-compiler.ts';
import type { LineTable } from './line-table.ts';
import {
  type BuiltFrom,
  CUSTOM,
  describeOptions,
  FORM,
  listTexts,
  REWRITTEN_NAME,
  SECTION_NAME,
} from './page-module.ts';
import { listSources, type PageProgram } from './page-sources.ts';
import { writeDelta } from './write-delta.ts';

/** Error codes for a compiler that has reached its limits. */
const TOO_LARGE: ReadonlySet<string> = new Set(['memory-limit', 'time-limit', 'compiler-died']);
/**
 * Maximum number of instructions whose lines are listed: for the largest programs, listing them all would take over a
 * minute.
 */
const MOST_INSTRUCTIONS = 20_000;

/** A program's file for pages, uncompressed, or the log of a failed build. */
export type MadeModule =
  | { readonly ok: true; readonly file: Uint8Array }
  | { readonly ok: false; readonly log: string };

/**
 * The compiler that builds the programs, and its rewriter's version; without a version, pages rewrite modules
 * themselves.
 */
export interface PageModuleTools {
  readonly compiler: ProgramCompiler;
  readonly version: string | undefined;
}

/**
 * Builds a program and writes its file for pages.
 * @throws HazeError `not-supported` if building the program reads the clock
 */
export async function makePageModule(program: PageProgram, tools: PageModuleTools): Promise<MadeModule> {
  const { language, configMk } = program;
  const request = describeBuild(listSources(program), { language, ...(configMk ? { configMk } : {}) });
  const built = await tools.compiler.build(request, {});
  if (!built.ok) return { ok: false, log: built.log };
  return { ok: true, file: await writePageModule(built, request, tools) };
}

/**
 * Writes a built program's file, uncompressed.
 * @throws HazeError `not-supported` if building the program reads the clock, so that each build produces a different
 *   module
 */
export async function writePageModule(
  built: BuildSuccess,
  request: BuildRequest,
  { compiler, version }: PageModuleTools,
): Promise<Uint8Array> {
  if (built.readClock) {
    throw new HazeError(
      'not-supported',
      'The program uses its build time (__DATE__ or __TIME__), so a module for a page would differ from what its readers build.',
    );
  }
  const { module: linked, log, diagnostics, commands } = built;
  // A module without line information is rebuilt to find its lines.
  const lines = await maybeListLines(linked, request, (...wish) => compiler.placesOf(...wish));
  const sources = listTexts(request.sources);
  const from: BuiltFrom = {
    form: FORM,
    sources,
    options: describeOptions(request),
    log,
    diagnostics,
    commands,
    ...(lines && { lines }),
  };
  const out = new ByteWriter(2 * linked.length);
  out.copy(linked, 0, linked.length);
  if (version !== undefined) {
    const content = new ByteWriter();
    content.name(REWRITTEN_NAME);
    content.name(version);
    append(content, writeDelta(linked, await compiler.rewrite(linked)));
    out.section(CUSTOM, content);
  }
  const content = new ByteWriter();
  content.name(SECTION_NAME);
  append(content, new TextEncoder().encode(JSON.stringify(from)));
  out.section(CUSTOM, content);
  return out.finish();
}

function append(writer: ByteWriter, bytes: Uint8Array): void {
  writer.copy(bytes, 0, bytes.length);
}

/** The line table; undefined if the program, or its second build, is too large. */
async function maybeListLines(
  linked: Uint8Array,
  request: BuildRequest,
  placesOf: ProgramCompiler['placesOf'],
): Promise<LineTable | undefined> {
  const offsets = listInstructions(linked);
  if (offsets.length > MOST_INSTRUCTIONS) return undefined;
  try {
    return writeLineTable(offsets, await placesOf({ linked, request, isPlain: true }, offsets));
  } catch (error) {
    if (error instanceof HazeError && TOO_LARGE.has(error.code)) return undefined;
    throw error;
  }
}

/**
 * Offsets of all instructions of the program's own functions in a linked module, in ascending order, followed by the
 * end offset.
 */
export function listInstructions(linked: Uint8Array): number[] {
  const info = readModule(linked);
  const { start, end } = findProgramFunctions(info);
  const imported = info.functionImports.length;
  const list = new InstructionList();
  const bodies = info.bodies.slice(start - imported, end - imported);
  const offsets = bodies.flatMap((body, i) => {
    decodeBody(info, start + i, body, list);
    return [...list.starts.subarray(0, list.count)];
  });
  return [...offsets, ...bodies.slice(-1).map((last) => last.end)];
}

/** Makes the table from the locations of all instructions in `listInstructions`. */
function writeLineTable(offsets: readonly number[], found: readonly (readonly SourcePlace[])[]): LineTable {
  const files = new Map<string, number>();
  const stacks = new Map<string, number>();
  const starts: number[] = [];
  const places: number[] = [];
  let before = 0;
  const numberOf = (known: Map<string, number>, key: string) => {
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  };
  for (const [i, offset] of offsets.entries()) {
    const stack = (found[i] ?? []).flatMap(({ file, line, column }) => [numberOf(files, file), line, column]);
    const place = stack.length === 0 ? -1 : numberOf(stacks, JSON.stringify(stack));
    if (place === (places.at(-1) ?? -1)) continue;
    starts.push(offset - before);
    places.push(place);
    before = offset;
  }
  return {
    files: [...files.keys()],
    stacks: [...stacks.keys()].map((key) => JSON.parse(key) as number[]),
    starts,
    places,
  };
}
