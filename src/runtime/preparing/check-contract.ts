// Checks that a module was built for this core; src/uxhw/contract.ts explains contracts.
import { HazeError } from '../../errors/haze-error.ts';
import { ByteReader } from '../../rewrite/encoding/byte-reader.ts';
import { CONTRACT_PREFIX, CONTRACT_VERSION } from '../../uxhw/contract.ts';

const EXPORT_SECTION = 7;
const MAGIC = [0, 0x61, 0x73, 0x6d];
/** Version of modules from before contracts had versions. */
const UNNAMED_VERSION = 1;

/** The contract version of a linked or rewritten module. Invalid modules are reported by their reader. */
export function contractOf(module: Uint8Array): number {
  if (MAGIC.some((byte, i) => module[i] !== byte)) return UNNAMED_VERSION;
  const reader = new ByteReader(module, 8);
  while (reader.position < reader.end) {
    const id = reader.byte();
    const end = reader.u32() + reader.position;
    if (id === EXPORT_SECTION) return maybeVersion(reader) ?? UNNAMED_VERSION;
    reader.position = end;
  }
  return UNNAMED_VERSION;
}

function maybeVersion(reader: ByteReader): number | undefined {
  for (let count = reader.u32(); count > 0; count--) {
    const length = reader.u32();
    const name = new TextDecoder().decode(reader.bytes.subarray(reader.position, reader.position + length));
    reader.position += length + 1;
    reader.u32();
    if (name.startsWith(CONTRACT_PREFIX)) return Number(name.slice(CONTRACT_PREFIX.length));
  }
  return undefined;
}

/** @throws HazeError `other-contract` for a module of another Haze version that this version would run incorrectly */
export function checkContract(module: Uint8Array): void {
  if (contractOf(module) !== CONTRACT_VERSION) throw describeOtherContract(module);
}

/** Error for a module built for other cores. */
export function describeOtherContract(module: Uint8Array): HazeError {
  const version = contractOf(module);
  const other = version > CONTRACT_VERSION ? 'a newer' : 'an older';
  return new HazeError(
    'other-contract',
    `The program was built by ${other} Haze, for cores of contract ${version}, and this is contract ${CONTRACT_VERSION}: build it again.`,
    { data: { contract: version, own: CONTRACT_VERSION } },
  );
}
