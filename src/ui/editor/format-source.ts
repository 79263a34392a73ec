// Formatting by clang-format, with the project's own .clang-format, else LLVM's rules. The formatter is clang-format in
// WebAssembly, fetched the first time and kept for offline visits.
import init, { format } from '@wasm-fmt/clang-format/web';
import { openToolchainFiles } from '../../client/program/toolchain/page-toolchain.ts';

let loaded: Promise<unknown> | undefined;

/**
 * Loads the formatter once per page; the browser may not be able to cache it. After a failure, the next call retries.
 */
function load(): Promise<unknown> {
  loaded ??= openToolchainFiles()
    .use('clang-format.wasm', (file) => init(file))
    .catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
  return loaded;
}

/** Formats a source. @throws Error that states the reason */
export async function formatSource(
  source: string,
  fileName: string,
  rules: string | undefined,
): Promise<string> {
  await load();
  return format(source, fileName, rules ?? 'LLVM');
}
