import { describe, expect, test } from 'vitest';
import { chosenWarnings } from './fortran/diagnostics.ts';
import { readFortranFlags } from './fortran-flags.ts';

describe('flags of a Fortran program', () => {
  test.each([
    [['-fcheck=all'], [true, true, true, true]],
    [['-fcheck=all,no-do'], [true, true, false, true]],
    [
      ['-fcheck=bounds', '-fcheck=recursion'],
      [true, false, false, true],
    ],
    [
      ['-fcheck=all', '-fcheck=none'],
      [false, false, false, false],
    ],
    [['-fbounds-check'], [true, false, false, false]],
  ])('%s choose the checks of a run', (words, checks) => {
    const flags = readFortranFlags(words);
    expect([flags.checkBounds, flags.checkPointers, flags.checkLoops, flags.checkRecursion]).toEqual(checks);
    expect(flags.problems).toEqual([]);
  });

  test('-std=legacy lets arguments and files be as old programs have them', () => {
    expect(readFortranFlags(['-std=legacy'])).toMatchObject({
      legacyFiles: true,
      allowArgumentMismatch: true,
    });
    expect(readFortranFlags(['-std=f2008'])).toMatchObject({
      legacyFiles: false,
      allowArgumentMismatch: false,
    });
    const { allowArgumentMismatch, legacyFiles } = readFortranFlags(['-fallow-argument-mismatch']);
    expect([allowArgumentMismatch, legacyFiles]).toEqual([true, false]);
  });

  test('a flag that nobody knows is said', () => {
    const [problem] = readFortranFlags(['-fno-such-thing']).problems;
    expect(problem).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('-fno-such-thing'),
    });
  });
});

describe('flags of warnings', () => {
  test.each([
    [['-Wall'], '-Wunused-variable', true],
    [['-Wunused-variable'], '-Wunused-variable', true],
    [['-Wall', '-Wno-unused-variable'], '-Wunused-variable', false],
    [['-Wall', '-Wno-unused'], '-Wunused-dummy-argument', false],
    [['-Wall', '-Wno-unused'], '-Wimplicit-variable', true],
    [['-Wno-argument-mismatch'], '-Wargument-mismatch', false],
    [['-Wall', '-w'], '-Wunused-variable', false],
    [[], '-Wunused-variable', false],
  ])('%s: is %s given? %s', (words, warning, given) => {
    expect(chosenWarnings(words).has(warning)).toBe(given);
  });
});
