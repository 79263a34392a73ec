// Rewrites a WebAssembly module so that floating-point values may be boxes (quiet NaNs that carry the handle of a
// record). It decodes the module, surrounds floating-point instructions with checks that call the module's own slow
// paths, and encodes the result. It deals only with WebAssembly; the slow paths alone interpret boxes. This folder's
// README.md describes the design and the contract.

import { ByteWriter, lebLength } from './encoding/byte-writer.ts';
import { HOOK_NAMES } from './hooks/hooks.ts';
import { type ModuleInfo, SECTION, type Section } from './reading/module-info.ts';
import { readModule } from './reading/module-reader.ts';
import { maybeNamesOfCopies } from './reading/name-section.ts';
import { BRANCH_HINT_SECTION, writeBranchHints } from './writing/branch-hints.ts';
import { CodeOffsets } from './writing/code-offsets.ts';
import { type RewriteOptions, type RewrittenCode, rewriteCode } from './writing/code-rewriter.ts';
import { refuseInvalidModule } from './writing/validation.ts';

export type { RewriteOptions } from './writing/code-rewriter.ts';

/** Counts of the rewriter's changes. */
export interface RewriteStatistics {
  /** Number of functions defined in the module. */
  functions: number;
  /** Number of functions with added checks. */
  rewrittenFunctions: number;
  /** Number of functions that also have an unrewritten copy, which runs while no record is alive. */
  copiedFunctions: number;
}

export interface RewriteResult {
  readonly module: Uint8Array;
  readonly statistics: RewriteStatistics;
  /** Maps byte offsets of the new module to byte offsets of the old one. */
  readonly codeOffsets: CodeOffsets;
}

function writeExportsWithoutHooks(info: ModuleInfo): ByteWriter {
  const kept = info.exports.filter((entry) => !(entry.kind === 0 && HOOK_NAMES.has(entry.name)));
  const out = new ByteWriter();
  out.u32(kept.length);
  for (const entry of kept) out.copy(info.bytes, entry.start, entry.end);
  return out;
}

function writeFunctionTypes(info: ModuleInfo, copied: readonly number[]): ByteWriter {
  const out = new ByteWriter();
  const defined = info.functionTypes.slice(info.functionImports.length);
  const types = [...defined, ...copied.map((index) => info.functionTypes[index]!)];
  out.u32(types.length);
  for (const type of types) out.u32(type);
  return out;
}

/** The new contents of a section; undefined if the section is unchanged. */
function changedContent(
  info: ModuleInfo,
  section: Section,
  code: RewrittenCode,
  options: RewriteOptions,
): ByteWriter | undefined {
  if (section.id === SECTION.code) return code.content;
  if (section.id === SECTION.export && options.removeHookExports) return writeExportsWithoutHooks(info);
  if (code.copied.length === 0) return undefined;
  if (section.id === SECTION.function) return writeFunctionTypes(info, code.copied);
  if (section.name === 'name') return maybeNamesOfCopies(info, section, code.copied);
  return undefined;
}

/**
 * Rewrites a linked module so that its floating-point instructions handle boxes.
 * @throws HazeError `malformed-module` (with byte offset), `unsupported-instruction` (naming feature and function),
 * `missing-hook`, `wrong-hook-signature`, `missing-function-names`, `missing-safepoint-export`
 */
export function rewriteModule(module: Uint8Array, options: RewriteOptions = {}): RewriteResult {
  const info = readModule(module);
  if (options.validate !== false) refuseInvalidModule(info);
  const codeSection = info.sections.find((section) => section.id === SECTION.code);
  const code = codeSection && rewriteCode(info, codeSection, options);
  const out = new ByteWriter(module.length * 3);
  const codeOffsets = new CodeOffsets();
  out.copy(module, 0, 8);
  for (const section of info.sections) {
    if (section.name === BRANCH_HINT_SECTION) continue;
    if (section === codeSection && code!.hints.length > 0) writeBranchHints(out, code!.hints);
    const changed = code && changedContent(info, section, code, options);
    if (section === codeSection) {
      const sizeWidth = Math.max(section.start - section.header - 1, lebLength(code!.content.length));
      codeOffsets.addShifted(code!.offsets, out.length + 1 + sizeWidth);
    }
    if (changed) out.section(section.id, changed, section.start - section.header - 1);
    else out.copy(module, section.header, section.end);
  }
  const result = out.finish();
  const statistics: RewriteStatistics = {
    functions: info.bodies.length,
    rewrittenFunctions: code?.rewrittenFunctions ?? 0,
    copiedFunctions: code?.copied.length ?? 0,
  };
  return { module: result, statistics, codeOffsets };
}
