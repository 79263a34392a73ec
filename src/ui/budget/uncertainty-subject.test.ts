import { expect, test } from 'vitest';
import { createProgramLab, type LabProgram } from '../../client/program/program-lab.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';

const PROGRAM: LabProgram = {
  sources: 'int main(void) { return 0; }',
  build: { language: 'C' },
  run: { core: findDefaultCore('C0-S+') },
};

test.each([{ figures: true }, { lines: true }])('a build that failed for %o is tried again', async (wish) => {
  let isAway = true;
  const haze = {
    build: async () => {
      if (isAway) throw new Error('the network is away');
      return { ok: true, module: new Uint8Array() };
    },
    run: async () => ({ end: { kind: 'exited', exitStatus: 0 }, stdout: '' }),
  } as unknown as Parameters<typeof createProgramLab>[0];
  const lab = createProgramLab(haze);
  const ask = () =>
    lab.ask(PROGRAM, { trace: false, ...wish }, () => undefined, new AbortController().signal);
  await expect(ask()).rejects.toThrow('away');
  isAway = false;
  expect(await ask()).toMatchObject({ kind: 'ran' });
});
