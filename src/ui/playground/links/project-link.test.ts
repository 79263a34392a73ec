import { expect, test } from 'vitest';
import { describeProgram } from '../../draft/program.ts';
import { Project } from '../../project/project.ts';
import { maybeUnpackShareFragment } from '../../share/share-link.ts';
import { linkProject, maybeLinkedProject } from './project-link.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('a link contains a whole project: all files with their bytes, the open file, and the inputs', async () => {
  const files = new Map([
    ['src/main.c', encode('int main(void) { return 0; }\n')],
    ['src/part.h', encode('#pragma once\n')],
    ['inputs/data.bin', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
  ]);
  const project = new Project('sums', files);
  project.maybeOpen('src/part.h');
  const program = describeProgram({ arguments: '-n 3', core: 'C0-M+', stdin: '1\n', source: 'not this' });
  const link = await linkProject({ project, program }, 'https://site.example/page');
  const linked = maybeLinkedProject(await maybeUnpackShareFragment(new URL(link).hash))!;
  expect(linked.project.files).toEqual(files);
  expect([linked.project.name, linked.project.current]).toEqual(['sums', 'src/part.h']);
  expect(linked.program).toEqual({ ...program, source: '#pragma once\n' });
});

test.each([undefined, { source: 'int x;' }, { project: { name: 'x', current: '', files: [] } }])(
  '%j is not a project',
  (data) => {
    expect(maybeLinkedProject(data)).toBeUndefined();
  },
);
