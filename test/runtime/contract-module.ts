// The smallest module that declares its contract: an empty function, exported under the contract's name.
import { CONTRACT_PREFIX } from '../../src/uxhw/contract.ts';

/** The first bytes of a WebAssembly module: magic number and version. */
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module with the given contract, or without any contract. */
export function createContractModule(version: number | undefined): Uint8Array {
  const name = new TextEncoder().encode(version === undefined ? 'run' : `${CONTRACT_PREFIX}${version}`);
  const safepoint = new TextEncoder().encode('__ux_safepoint');
  const exports = [2, name.length, ...name, 0, 0, safepoint.length, ...safepoint, 0, 0];
  const section = (id: number, ...content: number[]) => [id, content.length, ...content];
  return Uint8Array.from([
    ...HEADER,
    ...section(1, 1, 0x60, 0, 0),
    ...section(3, 1, 0),
    ...section(7, ...exports),
    ...section(10, 1, 2, 0, 0x0b),
  ]);
}
