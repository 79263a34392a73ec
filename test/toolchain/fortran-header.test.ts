// The header of the Fortran library is reused from build to build.
import { expect, test } from 'vitest';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { createFortranCompiler } from '../../src/toolchain/fortran/fortran-compiler.ts';
import type { ObjectCache } from '../../src/toolchain/sources/object-cache.ts';
import { keptClang } from '../kept/kept-clang.ts';

test('the header is precompiled for the second program, whatever its name, and modules do not change', async () => {
  const clang = keptClang;
  const guest = await loadGuestRuntime();
  const entries = new Map<string, Uint8Array>();
  const cache: ObjectCache = {
    get: async (key) => entries.get(key),
    put: async (key, bytes) => {
      entries.set(key, bytes);
    },
  };
  const build = async (file: string, text: string, objects?: ObjectCache) => {
    const compilers = [createFortranCompiler(clang, guest, { cache: objects })];
    const built = await buildProgram({ sources: { [file]: text } }, { clang, guest, compilers });
    return built.ok ? built.module : built.log;
  };
  const headers = () =>
    [...entries].filter(([key, { length }]) => key.startsWith('header-') && length > 1).length;

  await build('a.f90', 'print *, 1\nend\n', cache);
  expect(headers()).toBe(0);
  const second = 'complex :: z = (1, 2)\nreal :: x(3) = 2\nprint *, sum(x)**2, exp(z), trim("a ")\nend\n';
  const module = await build('b.f90', second, cache);
  expect(headers()).toBe(1);
  expect(module).toEqual(await build('b.f90', second));
  expect(await build('b.f90', second, cache)).toEqual(module);
  expect(headers()).toBe(1);
});
