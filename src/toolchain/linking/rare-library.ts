// Functions in the C library that few programs call. In pages they are in a separate library, `libc-rare.a`, which is
// fetched only if a program does not link without it (scripts/sysroot.ts). In Node, `libc.a` contains all functions, so
// a module with a rare function has the same functions in a different order.

/** Members of `libc.a` that the separate library contains. */
export const RARE_MEMBER = /^(crypt\w*|encrypt|fnmatch|fts|glob|iconv|regcomp|regexec)\.c\.obj$/;

const UNDEFINED =
  /undefined symbol: (crypt(_r)?|encrypt|setkey|fnmatch|fts_\w+|glob(free)?|iconv(_open)?|reg(comp|exec|free))$/m;

/** True if the linker's messages name a function of the separate library. */
export function lacksRareFunction(messages: string): boolean {
  return UNDEFINED.test(messages);
}
