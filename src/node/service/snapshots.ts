// Named states of a service, in memory: a test suite takes a snapshot after its setup and restores it later.
import { HazeError } from '../../errors/haze-error.ts';
import type { Service } from './service.ts';

export class Snapshots {
  readonly #service: Service;
  readonly #taken = new Map<string, readonly Uint8Array[]>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Saves the current state under a name, including secrets; replaces any older state with that name. */
  async take(name: string): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.#service.export({ withSecrets: true })) pieces.push(piece);
    this.#taken.set(name, pieces);
  }

  /** Replaces all data with a saved state. @throws HazeError `unknown-resource` */
  async restore(name: string): Promise<void> {
    const pieces = this.#taken.get(name);
    if (!pieces) {
      const names = [...this.#taken.keys()].join(', ') || 'none';
      throw new HazeError('unknown-resource', `There is no snapshot "${name}". Snapshots: ${names}.`);
    }
    await this.#service.import(each(pieces));
  }

  /** Names of saved states, oldest first. */
  names(): string[] {
    return [...this.#taken.keys()];
  }
}

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
