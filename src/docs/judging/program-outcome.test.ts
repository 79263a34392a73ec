import { expect, test } from 'vitest';
import { resolvePage } from '../finding/doc-page.ts';
import { findMarkdownPrograms } from '../finding/find-markdown.ts';
import { judgeProgram, type ProgramOutcome } from './program-outcome.ts';

const RAN: ProgramOutcome = {
  isBuilt: true,
  messages: [],
  log: '',
  stdout: '',
  stderr: '',
  exitStatus: 0,
};

function judge(words: string, outcome: Partial<ProgramOutcome>): string[] {
  const found = findMarkdownPrograms('a.md', `\`\`\`c haze ${words}\nint x;\n\`\`\`\n`);
  const [program] = resolvePage(found, { readText: () => undefined, readBytes: () => undefined });
  return judgeProgram(program!, { ...RAN, ...outcome }).map(({ line, message }) => `${line}: ${message}`);
}

test('a program that exits with a nonzero status and no message fails with that status', () => {
  expect(judge('fails="status 3"', { exitStatus: 3 })).toEqual([]);
  expect(judge('fails="no such file"', { exitStatus: 3 })).toEqual([
    '1: the program should fail with "no such file", but fails differently: it ends with status 3',
  ]);
});
