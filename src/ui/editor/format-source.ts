// A source by the rules of clang-format: those of the project's own .clang-format, else LLVM's. The formatter, which is clang-format
// in WebAssembly, is fetched the first time, and kept for visits without a network.
import init, { format } from '@wasm-fmt/clang-format/web';
import { openToolchainFiles } from '../../client/program/toolchain/page-toolchain.ts';

/** The source in its proper form. @throws Error saying why not */
export async function formatSource(
  source: string,
  fileName: string,
  rules: string | undefined,
): Promise<string> {
  await openToolchainFiles().use('clang-format.wasm', (file) => init(file));
  return format(source, fileName, rules ?? 'LLVM');
}
