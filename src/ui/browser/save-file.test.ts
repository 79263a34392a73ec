import { expect, test } from 'vitest';
import { nameFor } from './save-file.ts';

test.each([
  ['Lift of a wing', 'Lift-of-a-wing.wasm'],
  ['../../etc/passwd', 'etc-passwd.wasm'],
  ['Größe: 3 µm?', 'Größe-3-µm.wasm'],
  ['', 'program.wasm'],
  ['…', 'program.wasm'],
])('%j is saved as %s', (title, name) => {
  expect(`${nameFor(title, 'program')}.wasm`).toBe(name);
});
