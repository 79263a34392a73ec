// The module of a budget's inner loops, which is kept as bytes.
import { expect, test } from 'vitest';
import { printLaneKernels } from '../../scripts/build-lane-kernels.ts';
import { KERNEL_BYTES } from '../../src/budget/lanes/kernel-bytes.ts';

test('the bytes are what the compiler makes of wasm/budget/lanes.c', async () => {
  await expect(await printLaneKernels()).toMatchFileSnapshot('../../src/budget/lanes/kernel-bytes.ts');
});

test('they are few, as pages load them with the budget', () => {
  expect(atob(KERNEL_BYTES).length).toBeLessThan(8192);
});
