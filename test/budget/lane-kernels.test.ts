// The module with the inner loops for budgets, which pages load together with the budget.

import { expect, test } from 'vitest';
import { KERNEL_BYTES } from '#budget-kernels';

test('the module is small and imports nothing', () => {
  const bytes = Uint8Array.from(atob(KERNEL_BYTES), (character) => character.charCodeAt(0));
  expect(bytes.length).toBeLessThan(8192);
  expect(WebAssembly.Module.imports(new WebAssembly.Module(bytes))).toEqual([]);
});
