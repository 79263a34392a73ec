import { expect, it } from 'vitest';
import { makeKernels } from '../../../test/core/hand-made-kernels.ts';

it('memory is aligned, and a freed block is reused for the next request of its size', () => {
  const kernels = makeKernels();
  const [first, second] = [kernels.allocate(24), kernels.allocate(24)];
  expect([first % 16, second - first]).toEqual([0, 32]);
  kernels.free(first, 24);
  expect(kernels.allocate(8)).toBe(second + 32);
  expect(kernels.allocate(30)).toBe(first);
  const large = kernels.allocate(70_000);
  kernels.free(large, 70_000);
  expect(kernels.allocate(70_000)).toBe(large);
});

it('the scratch area keeps its address until more space is needed', () => {
  const kernels = makeKernels();
  const area = kernels.scratch(100);
  expect(kernels.scratch(50)).toBe(area);
  expect(kernels.scratch(1000)).not.toBe(area);
  expect(kernels.allocate(100)).toBe(area);
});

it('memory grows up to its limit and keeps its contents; after that, growth fails', () => {
  const kernels = makeKernels();
  const at = kernels.allocate(8);
  kernels.f64[at / 8] = 7;
  const far = kernels.allocate(100_000);
  kernels.doublesAt(far, 2).set([1, 2]);
  expect([kernels.f64[at / 8], kernels.f64[far / 8 + 1]]).toEqual([7, 2]);
  expect(() => kernels.allocate(1_000_000)).toThrow('no memory left for distributions');
});
