import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { Project } from './project.ts';
import { ProjectKeeper } from './project-keeper.ts';
import { ProjectShelf } from './project-shelf.ts';

const encode = (text: string) => new TextEncoder().encode(text);
let clock = 0;

async function openShelf(): Promise<ProjectShelf> {
  clock += 1;
  return ProjectShelf.open(`shelf ${clock}`, () => ++clock);
}

function openProject(name: string): Project {
  const project = new Project(
    name,
    new Map([
      ['main.c', encode('int main;')],
      ['src/a.c', encode('a')],
      ['data.bin', Uint8Array.of(0xff, 0)],
    ]),
  );
  project.maybeOpen('main.c');
  return project;
}

test('a project is restored with its changes and the file that was in the editor', async () => {
  const shelf = await openShelf();
  await shelf.add('a', openProject('sums'));
  await shelf.add('a2', openProject('other'));
  expect((await shelf.list()).map(({ name, isChanged }) => [name, isChanged])).toEqual([
    ['other', false],
    ['sums', false],
  ]);
  await shelf.update('a', 'src/a.c', new Map([['src/a.c', encode('changed')]]));
  const project = (await shelf.load('a'))!;
  expect([project.name, project.current, project.files.size]).toEqual(['sums', 'src/a.c', 3]);
  expect(project.maybeText('src/a.c')).toBe('changed');
  expect(project.files.get('data.bin')).toEqual(Uint8Array.of(0xff, 0));
  expect((await shelf.list())[0]).toMatchObject({ id: 'a', isChanged: true });
  expect((await shelf.load('a2'))!.maybeText('src/a.c')).toBe('a');
});

test('a removed project stays removed, even if a tab still writes to it', async () => {
  const shelf = await openShelf();
  await shelf.add('a', openProject('sums'));
  await shelf.remove('a');
  await shelf.update('a', 'main.c', new Map([['main.c', encode('late')]]));
  expect(await shelf.load('a')).toBeUndefined();
  expect(await shelf.list()).toEqual([]);
});

test('a name given in another tab survives this tab’s later writes', async () => {
  const shelf = await openShelf();
  const other = await ProjectShelf.open(`shelf ${clock}`, () => ++clock);
  await shelf.add('a', openProject('sums'));
  await other.rename('a', 'products');
  await shelf.update('a', 'main.c', new Map([['main.c', encode('first')]]));
  await shelf.update('a', 'main.c', new Map([['main.c', encode('second')]]));
  const project = (await shelf.load('a'))!;
  expect([project.name, project.maybeText('main.c')]).toEqual(['products', 'second']);
  expect((await shelf.list()).map(({ name }) => name)).toEqual(['products']);
});

test('unchanged projects other than the latest eight are surplus', async () => {
  const shelf = await openShelf();
  await shelf.add('mine', openProject('mine'));
  await shelf.update('mine', 'main.c', new Map([['main.c', encode('mine')]]));
  for (let index = 0; index < 10; index += 1) await shelf.add(`p${index}`, openProject(`n${index}`));
  expect(await shelf.listSurplus()).toEqual(['p1', 'p0']);
});

test('a keeper continues after its database is removed, for example by clearing site data', async () => {
  const problems: string[] = [];
  const keeper = new ProjectKeeper(
    {
      openShelf: () => ProjectShelf.open('taken'),
      tab: undefined,
      hold: async () => true,
      letGo: () => undefined,
      news: { tell: () => undefined, listen: () => undefined },
      newId: () => 'p',
    },
    (sentence) => problems.push(sentence),
    () => undefined,
  );
  keeper.begin(openProject('first'));
  expect(await keeper.list()).toHaveLength(1);
  const request = indexedDB.deleteDatabase('taken');
  await new Promise((done) => request.addEventListener('success', done));
  keeper.begin(openProject('again'));
  expect((await keeper.list()).map(({ name }) => name)).toEqual(['again']);
  expect(problems).toEqual([]);
});
