// Athens arithmetic (docs/cores.md), which treats operands as independent and reduces products to the core's precision.

import type { Handle } from '../core/core.ts';
import { isIdentity } from '../distributions/linear-operations.ts';
import type { Arithmetic } from '../records/core-parts.ts';
import { RECORD_ATOMS, RECORD_SORTED, RECORD_SPECIAL } from '../records/records.ts';
import type { IndependentParts } from './expected-moments.ts';

type Parts = Pick<IndependentParts, 'spec' | 'kernels' | 'records' | 'maker' | 'densities' | 'expected'>;

export class AthensArithmetic implements Arithmetic {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  unary(operation: number, handle: Handle, particle: number): Handle {
    const { kernels, records, maker, expected } = this.#parts;
    if (handle === 0) return maker.plain(particle);
    const source = records.addressOf(handle);
    const target = maker.reserve();
    const packed = kernels.call.unary(operation, source, records.countOf(handle), target);
    const result = maker.add(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
    expected.noteUnary(operation, result, handle);
    return result;
  }

  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    const { spec, kernels, records, maker, expected } = this.#parts;
    if (left === 0 && right === 0) return maker.plain(particle);
    const { call } = kernels;
    if (left === 0) return this.#withPlain(operation, right, leftParticle, true, particle);
    if (right === 0) return this.#withPlain(operation, left, rightParticle, false, particle);
    const x = records.addressOf(left);
    const y = records.addressOf(right);
    const nx = records.countOf(left);
    const ny = records.countOf(right);
    const both = records.flagsOf(left) & records.flagsOf(right);
    const either = records.flagsOf(left) | records.flagsOf(right);
    const target = maker.reserve();
    const scratch = kernels.scratch(call.binary_scratch(nx, ny));
    const sorted = both & RECORD_SORTED && !(either & RECORD_SPECIAL) ? 1 : 0;
    const packed = call.binary(operation, x, nx, y, ny, target, scratch, sorted);
    const kept = nx * ny <= spec.Precision ? both & RECORD_ATOMS : 0;
    const result = maker.add(target, packed, kept, particle);
    expected.noteBinary(operation, result, left, right);
    return result;
  }

  #withPlain(
    operation: number,
    handle: Handle,
    plain: number,
    plainIsLeft: boolean,
    particle: number,
  ): Handle {
    const { kernels, records, maker, densities, expected } = this.#parts;
    if (isIdentity(operation, plainIsLeft, plain)) {
      maker.resultParticle = particle;
      return handle;
    }
    const { call } = kernels;
    const source = records.addressOf(handle);
    const n = records.countOf(handle);
    const target = maker.reserve();
    const packed = plainIsLeft
      ? call.binary_with_plain_left(operation, plain, source, n, target)
      : call.binary_with_plain_right(operation, source, n, plain, target);
    const result = maker.add(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
    densities.noteLinear(operation, result, handle, plain, plainIsLeft);
    expected.noteWithPlain(operation, result, handle, plain, plainIsLeft);
    return result;
  }
}
