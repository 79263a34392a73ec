// Athens arithmetic (docs/cores.md): operands count as independent, and products are reduced to the core's precision.

import type { Handle } from '../core/core.ts';
import type { DensityStore } from '../distributions/density-store.ts';
import { isIdentity } from '../distributions/linear-operations.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { RecordMaker } from '../records/record-maker.ts';
import { RECORD_ATOMS, RECORD_SORTED, RECORD_SPECIAL, type RecordTable } from '../records/records.ts';

export class AthensArithmetic {
  readonly #kernels: Kernels;
  readonly #records: RecordTable;
  readonly #maker: RecordMaker;
  readonly #densities: DensityStore;
  readonly #precision: number;

  constructor(
    parts: { kernels: Kernels; records: RecordTable; maker: RecordMaker; densities: DensityStore },
    precision: number,
  ) {
    this.#kernels = parts.kernels;
    this.#records = parts.records;
    this.#maker = parts.maker;
    this.#densities = parts.densities;
    this.#precision = precision;
  }

  unary(operation: number, handle: Handle, particle: number): Handle {
    if (handle === 0) return this.#maker.plain(particle);
    const records = this.#records;
    const source = records.addressOf(handle);
    const target = this.#maker.reserve();
    const packed = this.#kernels.call.unary(operation, source, records.countOf(handle), target);
    return this.#maker.add(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
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
    if (left === 0 || right === 0) {
      if (isIdentity(operation, left === 0, left === 0 ? leftParticle : rightParticle)) {
        this.#maker.resultParticle = particle;
        return left || right;
      }
      const handle = left || right;
      const source = records.addressOf(handle);
      const n = records.countOf(handle);
      const target = this.#maker.reserve();
      const packed =
        left === 0
          ? call.binary_with_plain_left(operation, leftParticle, source, n, target)
          : call.binary_with_plain_right(operation, source, n, rightParticle, target);
      const result = this.#maker.add(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
      this.#densities.noteLinear(
        operation,
        result,
        handle,
        left === 0 ? leftParticle : rightParticle,
        left === 0,
      );
      return result;
    }
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
    return this.#maker.add(target, packed, kept, particle);
  }
}
