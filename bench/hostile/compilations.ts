// Sends all hostile sources in test/hostile to one `haze serve`, and measures their outcomes and the server's peak
// memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { HOSTILE_COMPILATIONS } from '../../test/hostile/compilations.ts';
import { maybeComplaint, tryCompilation } from '../../test/hostile/try-compilation.ts';
import { startHaze } from '../../test/jobs/haze-process.ts';

/** Time after which a build is cancelled, as a user would do; a build's time limit is six times as long. */
const PATIENCE_MS = 20_000;
const HONEST = { language: 'C', code: 'int main(void) { return 0; }\n' } as const;

/** Builds the sources one after another. @throws Error if the server no longer responds */
export async function run(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'haze-hostile-'));
  const haze = await startHaze(folder);
  const ends = new Map<string, number>();
  let unexpected = 0;
  let peakBytes = 0;
  try {
    for (const compilation of HOSTILE_COMPILATIONS) {
      const ending = await tryCompilation(haze, compilation, PATIENCE_MS);
      const complaint = ending.status === 'Cancelled' ? undefined : maybeComplaint(compilation, ending);
      if (complaint !== undefined) unexpected += 1;
      ends.set(ending.status, (ends.get(ending.status) ?? 0) + 1);
      peakBytes = Math.max(peakBytes, ending.peakBytes);
      const peak = `${Math.round(ending.peakBytes / 1e6)} MB`;
      console.log(
        `  ${ending.status} ${compilation.name}, ${peak}: ${complaint ?? ending.message.slice(0, 120)}`,
      );
    }
    const { status, message } = await tryCompilation(haze, HONEST, 10 * PATIENCE_MS);
    if (status !== 'Completed') throw new Error(`an honest program is ${status}: ${message}`);
  } finally {
    await haze.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
  return [
    measurement('hostile compilations', HOSTILE_COMPILATIONS.length, 'builds'),
    ...[...ends].map(([status, value]) => measurement(`of these ${status}`, value, 'builds')),
    measurement('unexpected outcomes', unexpected, 'builds', 0),
    measurement('peak memory of the server', Math.round(peakBytes / 1e6), 'MB', 1500),
  ];
}
