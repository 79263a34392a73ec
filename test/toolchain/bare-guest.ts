// A runtime library with only one header, for testing the toolchain in isolation.
import type { GuestRuntime } from '../../src/toolchain/sources/guest-runtime.ts';

export const BARE_GUEST: GuestRuntime = {
  version: 'bare',
  headers: { 'uxhw.h': '#pragma once\n#define FROM_RUNTIME 1\n' },
  library: {},
  languageLibrary: {},
  linkFlags: [],
  compileFlags: { c: [], cxx: ['-fno-exceptions'] },
};
