// Damage in SQLite's log (`haze.db-wal`). SQLite stops reading at the first frame with a wrong checksum, which it
// attributes to a commit cut short by a crash. If two commits follow such a frame, the frame must have been damaged
// later, because both commits were reported as stored. Format:
// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
import { open } from 'node:fs/promises';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

/** Running checksum over a frame's 32-bit words, in the byte order given in the header. */
function addSum(sum: [number, number], bytes: Buffer, isBigEndian: boolean): void {
  let [first, second] = sum;
  for (let at = 0; at < bytes.length; at += 8) {
    const [one, two] = isBigEndian
      ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    first = (first + one + second) >>> 0;
    second = (second + two + first) >>> 0;
  }
  sum[0] = first;
  sum[1] = second;
}

/**
 * Message about the damage; undefined if the log is intact, or was cut short by a crash. Called while no process has
 * the database open.
 */
export async function findLogDamage(path: string): Promise<string | undefined> {
  const log = await open(`${path}-wal`).catch(() => undefined);
  if (!log) return undefined;
  try {
    const { size } = await log.stat();
    if (size < HEADER_BYTES) return undefined;
    const header = (await log.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)).buffer;
    const magic = header.readUInt32BE(0);
    const pageBytes = header.readUInt32BE(8);
    const sum: [number, number] = [0, 0];
    const isBigEndian = (magic & 1) === 1;
    addSum(sum, header.subarray(0, 24), isBigEndian);
    const isWhole = sum[0] === header.readUInt32BE(24) && sum[1] === header.readUInt32BE(28);
    const frameBytes = FRAME_HEADER_BYTES + pageBytes;
    const isSane = magic >>> 1 === MAGIC >>> 1 && pageBytes >= 512 && pageBytes <= 65_536 && isWhole;
    if (!isSane) return size > HEADER_BYTES ? `the beginning of ${path}-wal is damaged` : undefined;
    const salts = header.subarray(16, 24);
    let brokenAt: number | undefined;
    let commits = 0;
    const frame = Buffer.alloc(frameBytes);
    for (let at = HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
      await log.read(frame, 0, frameBytes, at);
      const isOfThisLog = frame.subarray(8, 16).equals(salts);
      if (brokenAt === undefined) {
        addSum(sum, frame.subarray(0, 8), isBigEndian);
        addSum(sum, frame.subarray(FRAME_HEADER_BYTES), isBigEndian);
        if (isOfThisLog && sum[0] === frame.readUInt32BE(16) && sum[1] === frame.readUInt32BE(20)) continue;
        brokenAt = at;
      }
      if (isOfThisLog && frame.readUInt32BE(4) > 0) commits += 1;
    }
    return commits < 2 ? undefined : `${path}-wal is damaged at byte ${brokenAt} of ${size}`;
  } finally {
    await log.close();
  }
}
