// Runs the corpus. Rewriting must not affect a program without uncertainty: apart from Ux text, its stdout, stderr and
// exit status equal those of the module before rewriting. A program with uncertainty must not lose any distribution,
// even if unused records are collected at every safepoint.
import { describe, expect, test } from 'vitest';
import { type CorpusProgram, listCorpus } from '../corpus/corpus.ts';
import { openHaze, stripUx } from './build-and-run.ts';

/** Defines the tests for the selected programs; each test file has its own compiler. */
export function testCorpus(choose: (program: CorpusProgram) => boolean): void {
  const haze = openHaze();
  const programs = listCorpus().filter(choose);

  describe('programs without uncertainty run as if they had not been rewritten', () => {
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

  describe('programs with uncertainty do not lose any distribution', () => {
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

/** NaN followed by Ux text is printed without its sign, while a run without hooks prints the sign but no Ux text. */
function unsignNan(text: string): string {
  return text.replaceAll('-nan', 'nan');
}
