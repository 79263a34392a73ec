// Links programs with the runtime library.
import { beforeAll, expect, test } from 'vitest';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { maybeFileOf } from '../../src/toolchain/clang/clang.ts';
import type { GuestRuntime } from '../../src/toolchain/sources/guest-runtime.ts';
import { keptClang } from '../kept/kept-clang.ts';
import { BARE_GUEST } from './bare-guest.ts';
import { exitStatusOf } from './exit-status.ts';

const clang = keptClang;
let guest: GuestRuntime;
beforeAll(async () => {
  // Two library functions, wrapped in one object, as in our runtime: round(x) + 100 and exp2(x) + 200.
  const wrappers =
    'double __real_round(double);\ndouble __wrap_round(double x) { return __real_round(x) + 100; }\n' +
    'double __real_exp2(double);\ndouble __wrap_exp2(double x) { return __real_exp2(x) + 200; }\n';
  const run = await clang.run(['clang', '-fno-builtin', '-c', 'w.c', '-o', 'w.o'], { 'w.c': wrappers });
  guest = {
    ...BARE_GUEST,
    library: { 'w.o': maybeFileOf(run, 'w.o')! },
    linkFlags: ['--wrap=round', '--wrap=exp2'],
  };
});

test('a C library function goes through the runtime', async () => {
  const text = '#include <math.h>\nint main(int argc, char **argv) { return (int)round(argc + 1.6); }\n';
  expect(await exitStatusOf({ sources: { 'main.c': text } }, { clang, guest })).toBe(103);
});

test('a program’s function of the same name is used, and other functions still go through the runtime', async () => {
  const text =
    '#include <math.h>\nint own(void);\nint main(int argc, char **argv) { return own() + (int)exp2(argc) - 200; }\n';
  const own = 'int round(int x) { return x + 1; }\nint own(void) { return round(4); }\n';
  const configMk = 'CFLAGS = -Wno-incompatible-library-redeclaration\n';
  expect(await exitStatusOf({ sources: { 'main.c': text, 'own.c': own }, configMk }, { clang, guest })).toBe(
    7,
  );
});

test('objects are named after their sources, even with spaces in their names', async () => {
  const sources = { 'a dir/my main.c': 'int nowhere(void);\nint main(void) { return nowhere(); }\n' };
  const { log, diagnostics } = await buildProgram({ sources }, { clang, guest });
  expect(log).toContain('wasm-ld: error: a dir/my main.o: undefined symbol: nowhere');
  expect(diagnostics).toMatchObject([{ file: 'a dir/my main.c' }]);
});

test('a call that does not match its function is explained', async () => {
  const sources = {
    'a.c': 'int f(int);\nint main(void) { return f(1); }\n',
    'b.c': 'double f(double x) { return x; }\n',
  };
  const { ok, log, diagnostics } = await buildProgram({ sources }, { clang, guest });
  expect(ok).toBe(true);
  expect(log).toContain('haze: "f" is called with parameter or result types that differ from its definition');
  expect(diagnostics).toMatchObject([{ severity: 'warning', notes: [{}, {}, { severity: 'note' }] }]);
});
