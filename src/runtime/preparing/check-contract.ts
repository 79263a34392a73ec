// Checks that a module was built for this core; src/uxhw/contract.ts explains contracts.
import { HazeError } from '../../errors/haze-error.ts';
import type { ByteReader } from '../../rewrite/encoding/byte-reader.ts';
import { listSections } from '../../rewrite/encoding/list-sections.ts';
import { SECTION } from '../../rewrite/reading/module-info.ts';
import { CONTRACT_PREFIX, CONTRACT_VERSION } from '../../uxhw/contract.ts';

const MAGIC = [0, 0x61, 0x73, 0x6d];
/** Version of modules built before contracts had versions. */
const UNNAMED_VERSION = 1;

/**
 * Reads the contract version of a linked or rewritten module. Code that reads the module later reports it if it is
 * invalid.
 */
export function contractOf(module: Uint8Array): number {
  if (MAGIC.some((byte, i) => module[i] !== byte)) return UNNAMED_VERSION;
  for (const { id, contents } of listSections(module))
    if (id === SECTION.export) return maybeVersion(contents) ?? UNNAMED_VERSION;
  return UNNAMED_VERSION;
}

function maybeVersion(reader: ByteReader): number | undefined {
  for (let count = reader.u32(); count > 0; count--) {
    const name = reader.name();
    reader.byte();
    reader.u32();
    if (name.startsWith(CONTRACT_PREFIX)) return Number(name.slice(CONTRACT_PREFIX.length));
  }
  return undefined;
}

/**
 * @throws HazeError `other-contract` if the module was built by another version of Haze and this one would run it
 *   incorrectly
 */
export function checkContract(module: Uint8Array): void {
  if (contractOf(module) !== CONTRACT_VERSION) throw describeOtherContract(module);
}

/** Error for a module built for other cores. */
export function describeOtherContract(module: Uint8Array): HazeError {
  const version = contractOf(module);
  const other = version > CONTRACT_VERSION ? 'a newer' : 'an older';
  return new HazeError(
    'other-contract',
    `The program was built by ${other} version of Haze with core contract ${version}, but this version uses contract ${CONTRACT_VERSION}: rebuild the program.`,
    { data: { contract: version, own: CONTRACT_VERSION } },
  );
}
