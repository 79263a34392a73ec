// Compares the output of random valid programs with gfortran's. Runs nightly, if gfortran is installed:
// `FORTRAN_DIFFERENCES=2000 npm run test:program -- test/fortran/differences.test.ts` tests 2000 procedures.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../store/seeded-random.ts';
import { ProgramRunner } from './program-runner.ts';
import { generateProgram } from './valid-programs.ts';

const COUNT = Number(process.env.FORTRAN_DIFFERENCES ?? 0);
const SEED = Number(process.env.FORTRAN_FUZZ_SEED ?? 20261129);
const TOGETHER = 20;

test.skipIf(COUNT === 0)(
  'programs print the same output as with gfortran',
  { timeout: 36_000_000 },
  async () => {
    const runner = await ProgramRunner.create();
    const random = createRandom(SEED);
    const below = (bound: number): number => Math.floor(random() * bound);
    const folder = mkdtempSync(join(tmpdir(), 'haze-differences-'));
    const faults: string[] = [];
    let compared = 0;
    for (let done = 0; done < COUNT; done += TOGETHER) {
      const text = generateProgram(TOGETHER, below);
      const expected = runGfortran(folder, text);
      if (expected === undefined) continue;
      const fault = await differenceOf(runner, text, expected);
      if (fault !== undefined) faults.push(fault);
      compared += TOGETHER;
      if (fault !== undefined && process.env.FORTRAN_KEEP)
        writeFileSync(join(process.env.FORTRAN_KEEP, `x${done}.f90`), text);
    }
    rmSync(folder, { recursive: true });
    console.log(`${compared} procedures compared, ${faults.length} programs differ`);
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(COUNT / 2);
  },
);

/** The output of the program with gfortran; undefined if gfortran fails. */
function runGfortran(folder: string, text: string): string | undefined {
  writeFileSync(join(folder, 'x.f90'), text);
  const flags = ['-w', '-O0', '-fcheck=bounds,pointer,mem', '-ffree-line-length-none', 'x.f90', '-o', 'x'];
  const built = spawnSync('gfortran', flags, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  if (built.status !== 0) {
    console.log(`gfortran: ${built.stderr?.slice(0, 600)}`);
    return undefined;
  }
  try {
    return execFileSync('./x', { cwd: folder, encoding: 'latin1', timeout: 10_000 });
  } catch (thrown) {
    console.log(`gfortran: ${String((thrown as { stderr?: string }).stderr).slice(0, 400)}`);
    return undefined;
  }
}

async function differenceOf(
  runner: ProgramRunner,
  text: string,
  expected: string,
): Promise<string | undefined> {
  let found: string;
  try {
    const run = runner.run(await runner.compile('x.f90', text));
    found = run.stdout + run.stderr;
  } catch (thrown) {
    return String(thrown instanceof Error ? thrown.message : thrown).slice(0, 1500);
  }
  if (found === expected) return undefined;
  const [ours, theirs] = [found.split('\n'), expected.split('\n')];
  const at = theirs.findIndex((line, i) => line !== ours[i]);
  const name = theirs
    .slice(0, at + 1)
    .findLast((line) => /^ case\d+$/.test(line))
    ?.trim();
  const body = text.slice(text.indexOf(`subroutine ${name}()`));
  const statements = body.slice(body.indexOf('allocate (e :: k0)') + 19, body.indexOf('print *, i1, i2'));
  return `${name}, line ${at}\ngfortran: ${theirs[at]}\nhaze:     ${ours[at]}\n${body.slice(body.indexOf('i1 = '), body.indexOf('; i2'))}\n${statements}`;
}
