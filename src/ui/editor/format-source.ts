// A source by the rules of clang-format: those of the project's own .clang-format, else LLVM's. The formatter, which is clang-format
// in WebAssembly, is fetched the first time, and kept for visits without a network.
import init, { format } from '@wasm-fmt/clang-format/vite';

/** The source in its proper form. @throws Error saying why not */
export async function formatSource(
  source: string,
  fileName: string,
  rules: string | undefined,
): Promise<string> {
  await init();
  return format(source, fileName, rules ?? 'LLVM');
}
