// Generated C that clang rejects: the user gets one sentence about a source line, and no messages about the C.
import { expect, test } from 'vitest';
import type { CompileResult } from '../sources/compiler.ts';
import { createFortranCompiler } from './fortran-compiler.ts';

const NEVER = undefined as never;

function compileWith(failed: Partial<CompileResult>) {
  const result: CompileResult = {
    object: undefined,
    command: '',
    text: 'a.f90:2:9: error: use of undeclared identifier T17',
    diagnostics: [],
    dependencies: undefined,
    readClock: false,
    ...failed,
  };
  const forC = {
    name: 'clang',
    languages: ['C' as const],
    granularity: 'file' as const,
    version: '',
    compile: async () => result,
  };
  return createFortranCompiler(NEVER, NEVER, { forC }).compile({
    sources: ['a.f90'],
    language: 'Fortran',
    files: new Map([['a.f90', 'program p\n  print *, 1\nend program\n']]),
    directory: '',
    flags: [],
    debug: false,
    traits: [],
  });
}

test('an error in generated C names the source line and asks for a report', async () => {
  const error = {
    severity: 'error' as const,
    message: 'use of undeclared identifier T17',
    notes: [],
    fixIts: [],
  };
  const { text, diagnostics } = await compileWith({
    diagnostics: [{ ...error, file: 'a.f90', line: 2, column: 9 }],
  });
  expect(text).toMatch(/^a\.f90:2:1: fatal error: the compiler cannot translate this.* please report it/);
  expect(text).toContain('print *, 1');
  expect(text).not.toContain('T17');
  expect(diagnostics).toMatchObject([{ file: 'a.f90', line: 2, severity: 'fatal' }]);
});

test('an error in C without a source line names the source', async () => {
  const error = { severity: 'error' as const, message: 'unknown type T1', notes: [], fixIts: [] };
  const { text } = await compileWith({
    diagnostics: [{ ...error, file: 'a.generated.c', line: 7, column: 1 }],
  });
  expect(text).toMatch(/^a\.f90: fatal error: the compiler cannot translate this/);
});
