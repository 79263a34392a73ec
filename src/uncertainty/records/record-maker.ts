// Creates records from filled blocks, and plain values from single points, within the core's memory.

import { HazeError } from '../../errors/haze-error.ts';
import type { Handle } from '../core/core.ts';
import type { CoreSpec } from '../core/core-spec.ts';
import { formatMegabytes } from '../core/megabytes.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { RECORD_POINT, type RecordTable } from './records.ts';

/** Number of bytes that one delta takes up in the memory of the service's core. */
const BYTES_PER_DELTA = 16;

export interface RecordMakerParts {
  readonly spec: Pick<CoreSpec, 'Precision' | 'MemorySize'>;
  readonly kernels: Pick<Kernels, 'f64'>;
  readonly records: Pick<RecordTable, 'alive' | 'reserve' | 'discard' | 'add'>;
}

export class RecordMaker {
  /** Particle of the most recent value; a plain value consists only of its particle. */
  resultParticle = Number.NaN;
  readonly #parts: RecordMakerParts;
  readonly #guestMemoryBytes: () => number;

  /** @param guestMemoryBytes returns the size of the program's own memory in bytes */
  constructor(parts: RecordMakerParts, guestMemoryBytes: () => number) {
    this.#parts = parts;
    this.#guestMemoryBytes = guestMemoryBytes;
  }

  plain(particle: number): Handle {
    this.resultParticle = particle;
    return 0;
  }

  /** Reserves a block for one more record, provided that the core's memory has room for it. */
  reserve(): Address {
    this.checkMemory();
    return this.#parts.records.reserve();
  }

  /**
   * Checks that one more record fits into the core's memory, even if its deltas are computed later.
   * @throws HazeError `core-memory-exhausted`
   */
  checkMemory(): void {
    const { spec, records } = this.#parts;
    const recordBytes = BYTES_PER_DELTA * spec.Precision;
    const bytes = (records.alive + 1) * recordBytes + this.#guestMemoryBytes();
    if (bytes <= spec.MemorySize) return;
    const size = formatMegabytes(spec.MemorySize);
    throw new HazeError('core-memory-exhausted', `core memory of ${size} exhausted`, {
      data: { memorySize: spec.MemorySize, records: records.alive },
    });
  }

  /** Turns a filled block into a record, or into a plain value if the block's only point is the particle. */
  add(block: Address, packed: number, flags: number, particle: number): Handle {
    const { kernels, records } = this.#parts;
    this.resultParticle = particle;
    const kernelFlags = packed >>> 24;
    if (kernelFlags & RECORD_POINT) {
      const point = kernels.f64[block / 8]!;
      if (point === particle || (Number.isNaN(point) && Number.isNaN(particle))) {
        records.discard(block);
        return 0;
      }
    }
    return records.add(block, packed & 0xffffff, kernelFlags | flags);
  }
}
