// Formatting by clang-format, with the project's own .clang-format, else LLVM's rules. The formatter is clang-format in
// WebAssembly, fetched the first time and kept for offline visits.

import init, { format } from '@wasm-fmt/clang-format/web';
import { openToolchainFiles } from '../../client/program/toolchain/page-toolchain.ts';
import { loadOnce } from '../../errors/load-once.ts';

/** Loads the formatter once per page; the browser may not be able to cache it. */
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
