import { describe, expect, test } from 'vitest';
import { chooseDefaultKinds } from '../../fortran/program/constants/default-kinds.ts';
import { chosenWarnings } from '../../fortran/source/diagnostics.ts';
import { DEFAULT_OPTIONS } from '../../fortran/source/options.ts';
import { readFortranFlags } from './fortran-flags.ts';

describe('flags for a Fortran program', () => {
  test.each([
    [['-fcheck=all'], [true, true, true]],
    [['-fcheck=all,no-do,no-pointer'], [true, false, true]],
    [
      ['-fcheck=bounds', '-fcheck=recursion', '-fcheck=pointer'],
      [true, false, true],
    ],
    [
      ['-fcheck=all', '-fcheck=none'],
      [false, false, false],
    ],
    [['-fbounds-check'], [true, false, false]],
  ])('%s select the run-time checks', (words, checks) => {
    const { options, problems } = readFortranFlags(words);
    const { checkBounds, checkLoops, checkRecursion } = { ...DEFAULT_OPTIONS, ...options };
    expect([checkBounds, checkLoops, checkRecursion]).toEqual(checks);
    expect(problems).toEqual([]);
  });

  test('-fcheck=mem and -pedantic are run options', () => {
    expect(readFortranFlags(['-fcheck=mem', '-pedantic']).options).toMatchObject({
      checkMemory: true,
      pedantic: true,
    });
    expect(readFortranFlags(['-fcheck=all,no-mem']).options.checkMemory).toBe(false);
  });

  test('-std=legacy accepts the arguments and files of old programs', () => {
    const read = (...words: string[]) => {
      const { legacyFiles, allowArgumentMismatch } = {
        ...DEFAULT_OPTIONS,
        ...readFortranFlags(words).options,
      };
      return [legacyFiles, allowArgumentMismatch];
    };
    expect(read('-std=legacy')).toEqual([true, true]);
    expect(read('-std=f2008')).toEqual([false, false]);
    expect(read('-std=legacy', '-std=f2023')).toEqual([false, false]);
    expect(readFortranFlags(['-std=f2023']).problems).toEqual([]);
    expect(read('-std=legacy', '-std=f2008')).toEqual([false, false]);
    expect(read('-fallow-argument-mismatch')).toEqual([false, true]);
  });

  test('the last of several contradictory flags takes effect', () => {
    expect(readFortranFlags(['-fno-automatic', '-ffixed-form', '-fautomatic']).options).toMatchObject({
      saveLocals: false,
      form: 'fixed',
    });
    expect(
      readFortranFlags(['-fno-realloc-lhs', '-DN=1', '-D', 'M', '-Iinc', '-I', 'other', '-w', '-cpp']),
    ).toEqual({
      options: {
        reallocate: false,
        defines: ['N=1', 'M'],
        includeFolders: ['inc', 'other'],
        warnings: ['-w'],
      },
      preprocess: true,
      forClang: [],
      problems: [],
    });
  });

  test.each([
    [[], [4, 4, 8]],
    [['-fdefault-integer-8'], [8, 4, 8]],
    [['-fdefault-real-8'], [4, 8, 16]],
    [
      ['-fdefault-real-8', '-fdefault-double-8'],
      [4, 8, 8],
    ],
    [['-freal-4-real-8'], [4, 8, 8]],
    [['-freal-8-real-4'], [4, 4, 4]],
    [
      ['-fdefault-real-8', '-freal-8-real-4'],
      [4, 8, 16],
    ],
  ])('%s sets the kinds of INTEGER, REAL and DOUBLE PRECISION', (words, expected) => {
    const { options } = readFortranFlags(words);
    const kinds = chooseDefaultKinds({ ...DEFAULT_OPTIONS, ...options });
    expect([kinds.integer.kind, kinds.real.kind, kinds.double.kind]).toEqual(expected);
    expect(kinds.logical.kind).toBe(kinds.integer.kind);
  });

  test('REAL(16) from -fdefault-real-8 alone gets a warning', () => {
    expect(readFortranFlags(['-fdefault-real-8']).problems).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('-fdefault-double-8') },
    ]);
    expect(readFortranFlags(['-fdefault-real-8', '-fdefault-double-8']).problems).toEqual([]);
  });

  test('for initial values of local variables, the last flag for each type takes effect', () => {
    const words = [
      '-finit-local-zero',
      '-finit-real=-inf',
      '-finit-integer=-3',
      '-finit-character=88',
      '-finit-derived',
    ];
    const { options, problems } = readFortranFlags(words);
    expect(problems).toEqual([]);
    expect(options.initialValues).toEqual({
      integer: -3n,
      real: Number.NEGATIVE_INFINITY,
      logical: false,
      character: 88,
      derived: true,
    });
  });

  test.each(['-finit-real=one', '-finit-character=200', '-finit-derived=all', '-fconvert=middle-endian'])(
    '%s is rejected by a message that quotes the flag',
    (word) => {
      expect(readFortranFlags([word]).problems).toMatchObject([
        { severity: 'error', message: expect.stringContaining(word) },
      ]);
    },
  );

  test('flags for REAL(10) are rejected with a reason', () => {
    for (const word of ['-fdefault-real-10', '-freal-4-real-10', '-freal-8-real-10'])
      expect(readFortranFlags([word]).problems).toMatchObject([
        { severity: 'error', message: expect.stringContaining('There is no REAL(10) here') },
      ]);
  });

  test('flags set the line length in fixed form and the meaning of D lines', () => {
    const formOf = (...words: string[]) => readFortranFlags(words).options.fixedForm;
    expect(formOf('-ffixed-line-length-132')).toEqual({
      lineLength: 132,
      debugLines: false,
      padded: true,
    });
    expect(formOf('-fd-lines-as-code', '-fno-pad-source', '-ffixed-line-length-none')).toEqual({
      lineLength: Number.POSITIVE_INFINITY,
      debugLines: true,
      padded: false,
    });
    expect(formOf('-O2')).toBeUndefined();
  });

  test('-D, -U and -x control the preprocessor', () => {
    const flags = readFortranFlags(['-DA=1', '-D', 'B', '-DC', '-UA', '-U', 'C', '-x', 'f77-cpp-input']);
    expect(flags.options.defines).toEqual(['B']);
    expect(flags.preprocess).toBe(true);
    expect(flags.problems).toEqual([]);
  });

  test('common makefile flags that have no effect here are accepted silently', () => {
    const words = `-Og -fprotect-parens -frange-check -fno-second-underscore -fdec -fcoarray=single -frecord-marker=4 -fno-unsigned -fcoarray=lib -lcaf_single
      -ffpe-summary=none -J mod -Iinc -lm -fno-common -fwhole-file -faggressive-function-elimination`;
    const { problems, forClang } = readFortranFlags(words.split(/\s+/));
    expect(problems).toEqual([]);
    expect(forClang).toEqual(['-Og']);
  });

  test.each([
    ['-llapack', 'warning', 'must be among the sources'],
    ['-ffpe-trap=invalid', 'warning', 'no floating-point traps'],
    ['-fno-underscoring', 'warning', 'BIND(C)'],
    ['-r8', 'error', '-fdefault-real-8 -fdefault-double-8'],
    ['-frecord-marker=16', 'error', '-frecord-marker=16 would change'],
    ['-fcoarray=lib', 'error', '-fcoarray=single'],
  ])('%s: the %s contains advice', (word, severity, text) => {
    expect(readFortranFlags([word]).problems).toMatchObject([
      { severity, message: expect.stringContaining(text) },
    ]);
  });

  test('-std= sets the standard, and the last such flag takes effect', () => {
    expect(readFortranFlags(['-std=legacy', '-std=f2008', '-fall-intrinsics']).options).toMatchObject({
      standard: 'f2008',
      legacyFiles: false,
      allIntrinsics: true,
    });
    expect(readFortranFlags(['-std=f66']).problems).toMatchObject([{ severity: 'warning' }]);
  });

  test('an unknown flag gets a warning', () => {
    const [problem] = readFortranFlags(['-fno-such-thing']).problems;
    expect(problem).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('-fno-such-thing'),
    });
  });
});

describe('warning flags', () => {
  test.each([
    [['-Wall'], '-Wunused-variable', true],
    [['-Wunused-variable'], '-Wunused-variable', true],
    [['-Wall', '-Wno-unused-variable'], '-Wunused-variable', false],
    [['-Wall', '-Wno-unused'], '-Wunused-dummy-argument', false],
    [['-Wall', '-Wno-unused'], '-Wimplicit-variable', true],
    [['-Wno-argument-mismatch'], '-Wargument-mismatch', false],
    [['-Wall', '-w'], '-Wunused-variable', false],
    [[], '-Wunused-variable', false],
  ])('%s: %s is enabled: %s', (words, warning, given) => {
    expect(chosenWarnings(words).has(warning)).toBe(given);
  });
});
