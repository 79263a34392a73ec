// Formats sources with clang-format, using the project's own .clang-format or, if there is none, LLVM's rules. The
// formatter is a WebAssembly module, fetched on first use and stored for offline visits.

import init, { format } from '@wasm-fmt/clang-format/web';
import { openToolchainFiles } from '../../client/program/toolchain/page-toolchain.ts';
import { loadOnce } from '../../errors/load-once.ts';

/** Loads the formatter only once per page, because the browser may not be able to cache it. */
const load = loadOnce(() => openToolchainFiles().use('clang-format.wasm', (file) => init(file)));

/** Formats a source. @throws Error that states the reason */
export async function formatSource(
  source: string,
  fileName: string,
  rules: string | undefined,
): Promise<string> {
  await load();
  return format(source, fileName, rules ?? 'LLVM');
}
