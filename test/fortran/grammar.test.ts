// Programs generated from the grammar: for every statement that the front end accepts, clang must accept the generated
// C. `FORTRAN_FUZZ=200000 npm run test:program -- test/fortran/grammar.test.ts` tests more statements, for hours.
import { expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { createRandom } from '../store/seeded-random.ts';
import { generateIntrinsicCall, generateProcedure, MODULE } from './grammar.ts';
import { ProgramRunner } from './program-runner.ts';

const SEED = Number(process.env.FORTRAN_FUZZ_SEED ?? 20261129);
const COUNT = Number(process.env.FORTRAN_FUZZ ?? 1500);
/** The number of procedures per clang run. */
const TOGETHER = 150;

const join = (procedures: readonly string[]) =>
  `${MODULE}${procedures.join('')}end module\nprogram p\nend program\n`;

test('statements of all kinds, ranks and attributes either compile or cause a proper error', {
  timeout: 7_200_000,
}, async () => {
  const runner = await ProgramRunner.create();
  const random = createRandom(SEED);
  const below = (bound: number): number => Math.floor(random() * bound);
  const faults: string[] = [];
  let accepted: string[] = [];
  let compiled = 0;
  const compile = async (procedures: readonly string[]): Promise<void> => {
    const fault = await faultOf(runner, join(procedures));
    if (fault === undefined) return;
    if (procedures.length === 1) {
      faults.push(`${fault}\n${procedures[0]}`);
      return;
    }
    const half = procedures.length >> 1;
    await compile(procedures.slice(0, half));
    await compile(procedures.slice(half));
  };
  for (let i = 0; i < COUNT; i++) {
    const generate = i % 2 === 0 ? generateProcedure : generateIntrinsicCall;
    const procedure = generate(`s${i}`, below);
    const result = compileFortran([{ path: 'x.f90', text: join([procedure]) }]);
    if (result.ok) accepted.push(procedure);
    else {
      const internal = result.diagnostics.find(({ message }) => message.startsWith('Internal'));
      if (internal) faults.push(`${internal.message}\n${procedure}`);
    }
    if (accepted.length < TOGETHER && i < COUNT - 1) continue;
    compiled += accepted.length;
    await compile(accepted);
    accepted = [];
  }
  console.log(`${COUNT} statements, ${compiled} compiled, ${faults.length} faults`);
  expect(faults).toEqual([]);
  expect(compiled).toBeGreaterThan(COUNT / 10);
});

/** clang's message about the C code generated for an accepted program. */
async function faultOf(runner: ProgramRunner, text: string): Promise<string | undefined> {
  try {
    await runner.compile('x.f90', text);
    return undefined;
  } catch (thrown) {
    return String(thrown instanceof Error ? thrown.message : thrown).slice(0, 2000);
  }
}
