// A compiler that is built during the test: a small WASI program, built by our own clang. It reads a source file, finds
// the number after `answer`, and writes a WebAssembly object that prints this number and a distribution.
import { commands } from '@yowasp/clang';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';
import { createClangCompiler } from '../../src/toolchain/clang/clang-compiler.ts';

/** Placeholder for the number in the object: an i32.const with a four-byte LEB128 operand. */
const PLACEHOLDER = 123_456_789;

const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("the other compiler says %d, %f\\n", ${PLACEHOLDER}, UxHwDoubleGaussDist(3.0, 0.25)); }
`;

const COMPILER = (object: Uint8Array) => `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned char object[] = {${object.join(',')}};
int main(int argc, char **argv) {
  const char *source = 0, *target = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-o") && i + 1 < argc) target = argv[++i];
    else if (argv[i][0] != '-') source = argv[i];
  }
  FILE *in = source ? fopen(source, "r") : 0;
  if (!in || !target) { fprintf(stderr, "usage: SOURCE -o OBJECT\\n"); return 2; }
  char text[4096];
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  char *found = strstr(text, "answer ");
  if (!found) { fprintf(stderr, "%s:1:1: error: there is no answer\\n", source); return 1; }
  unsigned value = atoi(found + 7);
  static const unsigned char place[] = {0x95, 0x9a, 0xef, 0x3a};
  for (size_t i = 0; i + 4 <= sizeof object; i++)
    if (!memcmp(object + i, place, 4))
      for (int k = 0; k < 4; k++) object[i + k] = (value >> 7 * k & 0x7f) | (k < 3 ? 0x80 : 0);
  FILE *out = fopen(target, "w");
  fwrite(object, 1, sizeof object, out);
  return fclose(out);
}
`;

/** The compiler, as a WASI program. */
export async function buildForeignCompiler(): Promise<Uint8Array> {
  const ours = createClangCompiler(await loadClang(), await loadGuestRuntime());
  const { object, text } = await ours.compile({
    sources: ['main.c'],
    language: 'C',
    files: new Map([['main.c', PROGRAM]]),
    directory: '',
    flags: ['-O1'],
    debug: false,
    traits: [],
  });
  if (!object) throw new Error(text);
  const files = await commands.clang(['-Os', '-o', 'tool.wasm', 'tool.c'], { 'tool.c': COMPILER(object) });
  return (files as Record<string, Uint8Array>)['tool.wasm']!;
}
