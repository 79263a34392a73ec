// The corpus, run. A program without uncertainty must not notice that it was rewritten: same stdout, stderr and exit
// status, Ux text taken out, as the compiler's own module. A program with uncertainty must lose nothing, also when
// unused records are looked for at every safepoint.
import { describe, expect, test } from 'vitest';
import { type CorpusProgram, listCorpus } from '../corpus/corpus.ts';
import { openHaze, stripUx } from './build-and-run.ts';

/** Defines the tests of the chosen programs; each file of tests has its own compiler. */
export function testCorpus(choose: (program: CorpusProgram) => boolean): void {
  const haze = openHaze();
  const programs = listCorpus().filter(choose);

  describe('programs without uncertainty run as if they were not rewritten', () => {
    test.each(programs.filter((program) => !program.uncertain))('$path', async (program) => {
      const module = await haze.buildSource(program.source, program);
      const request = { arguments: program.args, stdin: program.stdin, core: 'C0-S' };
      const plain = await haze.run(module, { ...request, plain: true });
      const rewritten = await haze.run(module, request);
      expect(unsignNan(stripUx(rewritten.stdout))).toBe(unsignNan(plain.stdout));
      expect(unsignNan(stripUx(rewritten.stderr))).toBe(unsignNan(plain.stderr));
      expect(rewritten.exitStatus).toBe(plain.exitStatus);
      expect(rewritten.exitStatus, rewritten.stderr).toBe(program.exitStatus);
      expect(rewritten.stdout).not.toBe('');
    });
  });

  describe('programs with uncertainty lose none of it', () => {
    test.each(programs.filter((program) => program.uncertain))('$path', async (program) => {
      const module = await haze.buildSource(program.source, program);
      const request = { arguments: program.args, stdin: program.stdin, core: 'C0-S' };
      const result = await haze.run(module, request);
      expect(result.exitStatus, result.stderr).toBe(program.exitStatus);
      expect(result.stdout).toMatch(/^ok/m);
      expect(result.stdout).not.toContain('LOST');
      const collecting = await haze.run(module, { ...request, collectAlways: true });
      expect(collecting.stdout).toBe(result.stdout);
      expect(collecting.stderr).toBe(result.stderr);
    });
  });
}

/** NaN that Ux text follows is printed without its sign; a run without hooks prints no Ux text, and the sign. */
function unsignNan(text: string): string {
  return text.replaceAll('-nan', 'nan');
}
