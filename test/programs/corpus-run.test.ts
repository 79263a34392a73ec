// The corpus, run. A program without uncertainty must not notice that it was rewritten: same stdout, stderr and exit status,
// Ux text taken out, as the compiler's own module. A program with uncertainty must lose nothing.
import { describe, expect, test } from 'vitest';
import { listCorpus } from '../corpus/corpus.ts';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();
const corpus = listCorpus();

describe('programs without uncertainty run as if they were not rewritten', () => {
  test.each(corpus.filter((program) => !program.uncertain))('$path', async (program) => {
    const module = await haze.buildSource(program.source, program);
    const request = { arguments: program.args, stdin: program.stdin };
    const plain = await haze.run(module, { ...request, core: 'C0-S', plain: true });
    const rewritten = await haze.run(module, { ...request, core: 'C0-S' });
    expect(stripUx(rewritten.stdout)).toBe(stripUx(plain.stdout));
    expect(stripUx(rewritten.stderr)).toBe(stripUx(plain.stderr));
    expect(rewritten.exitStatus).toBe(plain.exitStatus);
    expect(rewritten.exitStatus, rewritten.stderr).toBe(program.exitStatus);
    expect(rewritten.stdout).not.toBe('');
  });
});

describe.runIf(corpus.some((program) => program.uncertain))(
  'programs with uncertainty lose none of it',
  () => {
    test.each(corpus.filter((program) => program.uncertain))('$path', async (program) => {
      const module = await haze.buildSource(program.source, program);
      const request = { arguments: program.args, stdin: program.stdin };
      const result = await haze.run(module, { ...request, core: 'C0-S' });
      expect(result.exitStatus, result.stderr).toBe(program.exitStatus);
      expect(result.stdout).toMatch(/^ok/m);
      expect(result.stdout).not.toContain('LOST');
      const collecting = await haze.run(module, { ...request, core: 'C0-S', collectAlways: true });
      expect(collecting.stdout).toBe(result.stdout);
      expect(collecting.stderr).toBe(result.stderr);
    });
  },
);
