import { expect, test } from 'vitest';
import { Project } from './project.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function open(files: Record<string, string>): Project {
  return new Project('x', new Map(Object.entries(files).map(([path, text]) => [path, encode(text)])));
}

test('folders come first, sorted, with their contents', () => {
  const project = open({ 'README.md': '', 'src/b.c': '', 'src/a/x.h': '', 'lib/y.h': '' });
  expect(project.tree()).toEqual([
    { kind: 'folder', name: 'lib', path: 'lib', children: [{ kind: 'file', name: 'y.h', path: 'lib/y.h' }] },
    {
      kind: 'folder',
      name: 'src',
      path: 'src',
      children: [
        {
          kind: 'folder',
          name: 'a',
          path: 'src/a',
          children: [{ kind: 'file', name: 'x.h', path: 'src/a/x.h' }],
        },
        { kind: 'file', name: 'b.c', path: 'src/b.c' },
      ],
    },
    { kind: 'file', name: 'README.md', path: 'README.md' },
  ]);
});

test('the main program in the build folder is shown first', () => {
  expect(open({ 'main.c': '', 'src/z.c': '', 'src/main.cpp': '' }).firstFile()).toBe('src/main.cpp');
  expect(open({ 'b.f90': '', 'a.h': '' }).firstFile()).toBe('b.f90');
  expect(open({ notes: 'text' }).firstFile()).toBe('notes');
  expect(open({ 'src/a.c': '' }).directory).toBe('src');
  expect(open({ 'a.c': '' }).directory).toBe('');
});

test('text files can be opened and changed, but data files cannot', () => {
  const project = new Project(
    'x',
    new Map([
      ['a.F90', encode('end\n')],
      ['b.bin', Uint8Array.of(0xff, 0xfe)],
    ]),
  );
  expect(project.maybeOpen('b.bin')).toBeUndefined();
  expect(project.maybeOpen('a.F90')).toEqual({ path: 'a.F90', text: 'end\n', language: 'Fortran' });
  project.setText('stop\nend\n');
  expect(project.maybeText('a.F90')).toBe('stop\nend\n');
  expect(project.maybeOpen('b.bin')).toBeUndefined();
  expect(project.current).toBe('a.F90');
});

test('an edited file keeps DOS line endings, and no other file gets them', () => {
  const project = new Project(
    'x',
    new Map([
      ['dos.c', encode('int a;\r\nint b;\r\n')],
      ['both.c', encode('int a;\r\nint b;\n')],
    ]),
  );
  project.maybeOpen('dos.c');
  project.setText('int a;\nint c;\nint b;\n');
  expect(project.maybeText('dos.c')).toBe('int a;\r\nint c;\r\nint b;\r\n');
  // Simulates a user who deletes everything and restores it.
  project.setText('');
  project.setText('int a;\nint b;\n');
  expect(project.maybeText('dos.c')).toBe('int a;\r\nint b;\r\n');
  project.maybeOpen('both.c');
  project.setText('int a;\nint b;\n');
  expect(project.maybeText('both.c')).toBe('int a;\nint b;\n');
});

test('files can be renamed to any path that is valid and not in use', () => {
  const project = new Project('sums', new Map([['src/main.c', new TextEncoder().encode('main')]]));
  project.maybeOpen('src/main.c');
  expect(project.maybeNameProblem('src/part.c')).toBeUndefined();
  expect(project.maybeNameProblem('src/main.c')).toBe('A file "src/main.c" already exists.');
  expect(project.maybeNameProblem('src')).toMatch(
    /^"src\/main.c" already exists; a name cannot be both a file and a folder/,
  );
  expect(project.maybeNameProblem('src/main.c/part.c')).toMatch(
    /already exists; a name cannot be both a file and a folder/,
  );
  expect(project.maybeNameProblem('../main.c')).toMatch(/is not a file path/);
  project.rename('src/main.c', 'main.cpp');
  expect([project.current, project.maybeText('main.cpp'), project.maybeText('src/main.c')]).toEqual([
    'main.cpp',
    'main',
    undefined,
  ]);
  project.remove('main.cpp');
  expect([project.current, project.files.size]).toEqual(['', 0]);
});

// If the time grows with the square of the number of files, this test exceeds its time limit.
test('20 000 files and 10 000 nested folders are listed', () => {
  const paths = Array.from({ length: 20_000 }, (_, i) => `src/part/f${i}.c`);
  const deep = `${'a/'.repeat(10_000)}main.c`;
  const project = new Project('x', new Map([...paths, deep].map((path) => [path, new Uint8Array()])));
  expect(project.firstFile()).toBe('src/part/f0.c');
  const [deepest, sources] = project.tree();
  expect(deepest).toMatchObject({ name: 'a', children: [{ name: 'a', path: 'a/a' }] });
  expect(sources).toMatchObject({ name: 'src', children: [{ name: 'part', children: { length: 20_000 } }] });
});
