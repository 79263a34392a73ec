// Makes Chromium cache the compiler's compiled code for the next visit. Chromium caches code only for a service
// worker's response, and writes the code once functions are optimised while that response is alive. On a first visit,
// the module was compiled while it was being downloaded. This function therefore compiles the module again from
// storage, which reuses the engine's module. A small program then makes the engine optimise more functions.
import { FIRST_PART } from '../../../toolchain/clang/module-parts.ts';
import { maybeFetch } from './download/stillness.ts';
import type { ToolchainFiles } from './download/toolchain-files.ts';

/**
 * A typical program, which makes the engine optimise the functions that most programs need. The compiler's first part
 * must suffice for it, because otherwise every visit would download another part.
 */
export const WARMING_PROGRAM = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(5, 0.1);
  printf("%lf %lf\\n", x, sqrt(x));
  return 0;
}
`;

/** Other engines cache no compiled modules, or cache them differently, and would compile everything again. */
function isChromium(): boolean {
  const { userAgentData } = navigator as {
    readonly userAgentData?: { brands: readonly { brand: string }[] };
  };
  return userAgentData?.brands.some(({ brand }) => brand === 'Chromium') ?? false;
}

/** Keeps a warm compiler busy for half a second; does nothing unless the compiler is stored by a service worker. */
export async function keepCompiled(
  files: Pick<ToolchainFiles, 'locate'>,
  buildC: (text: string) => Promise<unknown>,
): Promise<void> {
  if (!isChromium()) return;
  const served = await maybeFetch(await files.locate(FIRST_PART));
  if (served?.status !== 200) return;
  await WebAssembly.compileStreaming(served);
  await buildC(WARMING_PROGRAM);
}
