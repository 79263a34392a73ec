// Athens arithmetic (docs/cores.md): operands count as independent, and products are reduced to the core's precision.

import type { Handle } from '../core/core.ts';
import type { DensityStore } from '../distributions/density-store.ts';
import { isIdentity } from '../distributions/linear-operations.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Arithmetic } from '../records/core-parts.ts';
import type { RecordMaker } from '../records/record-maker.ts';
import { RECORD_ATOMS, RECORD_SORTED, RECORD_SPECIAL, type RecordTable } from '../records/records.ts';
import type { ExpectedMoments } from './expected-moments.ts';

export interface AthensParts {
  readonly kernels: Kernels;
  readonly records: RecordTable;
  readonly maker: RecordMaker;
  readonly densities: DensityStore;
  readonly expected: ExpectedMoments;
}

export class AthensArithmetic implements Arithmetic {
  readonly #kernels: Kernels;
  readonly #records: RecordTable;
  readonly #maker: RecordMaker;
  readonly #densities: DensityStore;
  readonly #expected: ExpectedMoments;
  readonly #precision: number;

  /** @param precision deltas of a record */
  constructor(parts: AthensParts, precision: number) {
    this.#kernels = parts.kernels;
    this.#records = parts.records;
    this.#maker = parts.maker;
    this.#densities = parts.densities;
    this.#expected = parts.expected;
    this.#precision = precision;
  }

  unary(operation: number, handle: Handle, particle: number): Handle {
    if (handle === 0) return this.#maker.plain(particle);
    const records = this.#records;
    const source = records.addressOf(handle);
    const target = this.#maker.reserve();
    const packed = this.#kernels.call.unary(operation, source, records.countOf(handle), target);
    const result = this.#maker.add(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
    this.#expected.noteUnary(operation, result, handle);
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
    if (left === 0 && right === 0) return this.#maker.plain(particle);
    const records = this.#records;
    const call = this.#kernels.call;
    if (left === 0) return this.#withPlain(operation, right, leftParticle, true, particle);
    if (right === 0) return this.#withPlain(operation, left, rightParticle, false, particle);
    const x = records.addressOf(left);
    const y = records.addressOf(right);
    const nx = records.countOf(left);
    const ny = records.countOf(right);
    const both = records.flagsOf(left) & records.flagsOf(right);
    const either = records.flagsOf(left) | records.flagsOf(right);
    const target = this.#maker.reserve();
    const scratch = this.#kernels.scratch(call.binary_scratch(nx, ny));
    const sorted = both & RECORD_SORTED && !(either & RECORD_SPECIAL) ? 1 : 0;
    const packed = call.binary(operation, x, nx, y, ny, target, scratch, sorted);
    const kept = nx * ny <= this.#precision ? both & RECORD_ATOMS : 0;
    const result = this.#maker.add(target, packed, kept, particle);
    this.#expected.noteBinary(operation, result, left, right);
    return result;
  }

  #withPlain(
    operation: number,
    handle: Handle,
    plain: number,
    plainIsLeft: boolean,
    particle: number,
  ): Handle {
    if (isIdentity(operation, plainIsLeft, plain)) {
      this.#maker.resultParticle = particle;
      return handle;
    }
    const records = this.#records;
    const { call } = this.#kernels;
    const source = records.addressOf(handle);
    const n = records.countOf(handle);
    const target = this.#maker.reserve();
    const packed = plainIsLeft
      ? call.binary_with_plain_left(operation, plain, source, n, target)
      : call.binary_with_plain_right(operation, source, n, plain, target);
    const result = this.#maker.add(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
    this.#densities.noteLinear(operation, result, handle, plain, plainIsLeft);
    this.#expected.noteWithPlain(operation, result, handle, plain, plainIsLeft);
    return result;
  }
}
