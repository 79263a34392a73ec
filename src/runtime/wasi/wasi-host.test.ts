import { expect, test } from 'vitest';
import { SYSTEM_FUNCTIONS } from '../../uxhw/program-imports.ts';
import { FileRoom } from './file-room.ts';
import { createWasiImports } from './wasi-host.ts';
import { openWorkingDirectory } from './working-directory.ts';

test('the WASI host has exactly the functions that a program may import', () => {
  const calls = createWasiImports(
    {
      arguments: ['program'],
      stdin: () => new Uint8Array(),
      writeStdout: () => undefined,
      writeStderr: () => undefined,
      directory: openWorkingDirectory(new Map(), new FileRoom({ limitBytes: () => 0 })),
      fillRandom: () => undefined,
      exit: () => {
        throw new Error('exit');
      },
    },
    new WebAssembly.Memory({ initial: 1 }),
  );
  for (const name of SYSTEM_FUNCTIONS.keys()) expect(typeof calls[name], name).toBe('function');
  expect(Object.keys(calls).filter((name) => !SYSTEM_FUNCTIONS.has(name))).toEqual([]);
});
