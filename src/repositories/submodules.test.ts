import { expect, test } from 'vitest';
import { parseGitmodules } from './submodules.ts';

test('.gitmodules is read as folders with URLs and branches', () => {
  const text = `# parts of others
[submodule "libs/solver"]
\tpath = libs/solver
\turl = ../solver.git
[submodule "data"]
  url = "https://host.example/da ta#1.git" ; a comment
  path = ./data/
  branch = main # and another
  update = none
`;
  expect([...parseGitmodules(text).values()]).toEqual([
    { path: 'libs/solver', url: '../solver.git', branch: '' },
    { path: 'data', url: 'https://host.example/da ta#1.git', branch: 'main' },
  ]);
});

test('other sections and incomplete sections are not treated as submodules', () => {
  const text =
    '[core]\npath = x\nurl = y\n[submodule "a"]\npath = a\n[submodule "b"]\r\npath = b\r\nurl = ./b\r\n';
  expect([...parseGitmodules(text).keys()]).toEqual(['b']);
  expect(parseGitmodules('').size).toBe(0);
});
