// Makes Chromium keep the compiler's compiled code, so that the next visit begins with it. Chromium keeps such code
// only with a response of the service worker, and writes it once functions are optimised while it knows that response.
// A first visit compiled the module while it arrived. So this compiles it again from storage, which reuses the engine's
// module, and a small program gets more functions optimised.
import { FIRST_PART } from '../../../toolchain/clang/module-parts.ts';
import { maybeFetch } from './download/stillness.ts';
import type { ToolchainFiles } from './download/toolchain-files.ts';

/** A typical program: the functions optimised for it are those that people's programs need. */
const PROGRAM = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double sum = 0;
  for (int i = 1; i < 9; i++) sum += sqrt(UxHwDoubleGaussDist(i, 0.1));
  printf("%lf\\n", sum);
  return 0;
}
`;

/** Other engines keep no compiled modules, or not so, and would compile all of it again. */
function isChromium(): boolean {
  const { userAgentData } = navigator as {
    readonly userAgentData?: { brands: readonly { brand: string }[] };
  };
  return userAgentData?.brands.some(({ brand }) => brand === 'Chromium') ?? false;
}

/** Takes half a second of a warm compiler; does nothing where no service worker has the compiler at hand. */
export async function keepCompiled(
  files: Pick<ToolchainFiles, 'locate'>,
  buildC: (text: string) => Promise<unknown>,
): Promise<void> {
  if (!isChromium()) return;
  const served = await maybeFetch(await files.locate(FIRST_PART));
  if (served?.status !== 200) return;
  await WebAssembly.compileStreaming(served);
  await buildC(PROGRAM);
}
