// A source by the rules of clang-format: those of the project's own .clang-format, else LLVM's. The formatter, which is clang-format
// in WebAssembly, is fetched the first time, and kept for visits without a network.
import init, { format } from '@wasm-fmt/clang-format/web';
import { openToolchainFiles } from '../../client/program/toolchain/page-toolchain.ts';

let loaded: Promise<unknown> | undefined;

/** Once for a page, which may not be able to keep it anywhere else; after a failure the next one tries again. */
function load(): Promise<unknown> {
  loaded ??= openToolchainFiles()
    .use('clang-format.wasm', (file) => init(file))
    .catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
  return loaded;
}

/** The source in its proper form. @throws Error saying why not */
export async function formatSource(
  source: string,
  fileName: string,
  rules: string | undefined,
): Promise<string> {
  await load();
  return format(source, fileName, rules ?? 'LLVM');
}
