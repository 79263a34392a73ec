import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { Project } from './project.ts';
import { ProjectKeeper } from './project-keeper.ts';
import type { ProjectChange } from './project-news.ts';
import { ProjectShelf } from './project-shelf.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function openProject(): Project {
  const project = new Project(
    'sums',
    new Map([
      ['a.c', encode('a')],
      ['b.c', encode('b')],
    ]),
  );
  project.maybeOpen('a.c');
  return project;
}

const INPUTS = { core: 'C0-M', arguments: '7 "8 9"', stdin: 'in\n', files: [] };

let browsers = 0;

/** Tabs that share the same storage. */
function openBrowser(openShelf?: () => Promise<ProjectShelf>) {
  browsers += 1;
  const name = `browser ${browsers}`;
  const held = new Set<string>();
  const listeners: ((change: ProjectChange) => void)[] = [];
  let ids = 0;
  const openTab = (items = new Map<string, string>()) => {
    const mine = new Set<string>();
    const problems: string[] = [];
    let own: (typeof listeners)[number] | undefined;
    let news = 0;
    const tab = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    };
    const places = {
      openShelf: openShelf ?? (() => ProjectShelf.open(name)),
      tab: tab as unknown as Storage,
      hold: async (id: string) => {
        if (held.has(id) && !mine.has(id)) return false;
        held.add(id);
        mine.add(id);
        return true;
      },
      letGo: (id: string) => {
        if (mine.delete(id)) held.delete(id);
      },
      news: {
        tell: (change: ProjectChange) => {
          for (const listener of listeners) if (listener !== own) listener(change);
        },
        listen: (listener: (change: ProjectChange) => void) => {
          own = listener;
          listeners.push(listener);
        },
      },
      newId: () => `project-${++ids}`,
    };
    const close = () => {
      for (const id of mine) held.delete(id);
    };
    return {
      keeper: new ProjectKeeper(
        places,
        (sentence) => problems.push(sentence),
        () => {
          news += 1;
        },
      ),
      countNews: () => news,
      items,
      problems,
      close,
    };
  };
  return { openTab };
}

/** Changes the file in the editor and notifies the keeper, as the page does. */
function change({ keeper }: { keeper: ProjectKeeper }, project: Project, text: string): void {
  project.setText(text);
  keeper.note({ isChanged: true });
}

test('a reloaded tab continues with its changed project', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  const project = openProject();
  tab.keeper.begin(project, INPUTS);
  change(tab, project, 'changed');
  project.maybeOpen('b.c');
  tab.keeper.note({ isChanged: false });
  tab.keeper.flush();
  await tab.keeper.list();
  tab.close();
  const again = (await openTab(tab.items).keeper.reopen())!;
  expect([again.current, again.maybeText('a.c'), again.maybeText('b.c')]).toEqual(['b.c', 'changed', 'b']);
});

test('text typed just before a reload survives, even if there was no time to store it on the shelf', async () => {
  const shelves: Promise<ProjectShelf>[] = [];
  const { openTab } = openBrowser(() => shelves[0]!);
  shelves.push(ProjectShelf.open('left'));
  const tab = openTab();
  const project = openProject();
  tab.keeper.begin(project);
  await tab.keeper.list();
  // From now on, no write arrives.
  const shelf = await shelves[0]!;
  const update = shelf.update.bind(shelf);
  shelf.update = () => new Promise(() => undefined);
  change(tab, project, 'typed last');
  tab.keeper.leave();
  shelf.update = update;
  tab.close();
  const next = openTab(tab.items);
  expect((await next.keeper.reopen())?.maybeText('a.c')).toBe('typed last');
  next.keeper.leave();
  await next.keeper.list();
  expect((await shelf.load('project-1'))?.maybeText('a.c')).toBe('typed last');
  next.keeper.leave();
  expect(next.items.has('haze-project-left')).toBe(false);
});

test('a closed project can be reopened with its last change, but a reload does not reopen it', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  const project = openProject();
  tab.keeper.begin(project);
  change(tab, project, 'last');
  tab.keeper.end();
  const [kept] = await tab.keeper.list();
  expect(kept).toMatchObject({ name: 'sums', isChanged: true });
  expect(await tab.keeper.reopen()).toBeUndefined();
  expect((await tab.keeper.open(kept!.id))?.maybeText('a.c')).toBe('last');
});

test('a project that opens too late stays closed, and the one opened since is still saved', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  tab.keeper.begin(openProject());
  tab.keeper.end();
  const [kept] = await tab.keeper.list();
  let isLatest = true;
  const opening = tab.keeper.open(kept!.id, () => isLatest);
  const later = openProject();
  tab.keeper.begin(later);
  isLatest = false;
  expect(await opening).toBeUndefined();
  expect(tab.keeper.id).toBe('project-2');
  change(tab, later, 'later');
  tab.keeper.end();
  await tab.keeper.list();
  // Another tab may open both.
  const other = openTab().keeper;
  expect((await other.open('project-2'))?.maybeText('a.c')).toBe('later');
  expect([(await other.open(kept!.id))?.maybeText('a.c'), other.id]).toEqual(['a', kept!.id]);
});

test('text typed just before a reload is saved even if a link replaces the project', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  const project = openProject();
  tab.keeper.begin(project);
  await tab.keeper.list();
  tab.keeper.flush();
  const left = { id: 'project-1', current: 'a.c', texts: { 'a.c': 'typed last', 'b.c': null } };
  tab.items.set('haze-project-left', JSON.stringify(left));
  tab.close();
  const { keeper } = openTab(tab.items);
  expect(await keeper.reopen(() => false)).toBeUndefined();
  expect([keeper.id, tab.items.has('haze-project')]).toEqual([undefined, false]);
  await keeper.list();
  const kept = await keeper.open('project-1');
  expect([kept?.maybeText('a.c'), kept?.maybeText('b.c')]).toEqual(['typed last', undefined]);
});

test('two tabs with the same project do not overwrite each other', async () => {
  const { openTab } = openBrowser();
  const first = openTab();
  const project = openProject();
  first.keeper.begin(project);
  const [kept] = await first.keeper.list();
  const second = openTab();
  const copy = (await second.keeper.open(kept!.id))!;
  change(second, copy, 'second');
  change(first, project, 'first');
  await first.keeper.list();
  const [latest, other] = await second.keeper.list();
  expect([latest!.id, other!.id].toSorted()).toEqual(['project-1', 'project-2']);
  const reader = openTab().keeper;
  first.close();
  second.close();
  expect((await reader.open('project-1'))?.maybeText('a.c')).toBe('first');
  expect((await reader.open('project-2'))?.maybeText('a.c')).toBe('second');
});

test('a project that cannot be saved is reported once', async () => {
  const full = new DOMException('no room', 'QuotaExceededError');
  const tab = openBrowser(() => Promise.reject(full)).openTab();
  const project = openProject();
  tab.keeper.begin(project);
  for (const text of ['x', 'xy']) {
    change(tab, project, text);
    tab.keeper.flush();
  }
  await expect(tab.keeper.list()).rejects.toBe(full);
  expect(tab.problems).toEqual([
    expect.stringMatching(/^The browser’s storage for this site is full: .*“Save zip”/),
  ]);
});

test('inputs are kept with their project, even if they change just before a reload', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  tab.keeper.begin(openProject(), INPUTS);
  const later = { ...INPUTS, arguments: 'later' };
  tab.keeper.noteInputs(later);
  await tab.keeper.list();
  tab.close();
  const second = openTab(tab.items);
  await second.keeper.reopen();
  expect(second.keeper.inputs).toEqual(later);
  second.keeper.noteInputs(INPUTS);
  second.keeper.leave();
  second.close();
  const third = openTab(second.items);
  await third.keeper.reopen();
  expect(third.keeper.inputs).toEqual(INPUTS);
  third.keeper.end();
  expect(third.keeper.inputs).toBeUndefined();
});

test('created, renamed and removed files survive a reload, even without time to write', async () => {
  for (const hasTime of [true, false]) {
    const { openTab } = openBrowser(hasTime ? undefined : () => new Promise(() => undefined));
    const before = openTab();
    const project = openProject();
    before.keeper.begin(project);
    project.put('new.c', encode('new'));
    project.rename('b.c', 'c.c');
    project.remove('a.c');
    before.keeper.noteFiles(['new.c', 'b.c', 'c.c', 'a.c']);
    if (hasTime) {
      const kept = (await before.keeper.list())[0]!;
      before.close();
      const again = (await openTab().keeper.open(kept.id))!;
      expect([...again.files.keys()].sort()).toEqual(['c.c', 'new.c']);
      expect(again.maybeText('c.c')).toBe('b');
    } else {
      before.keeper.leave();
      expect(JSON.parse(before.items.get('haze-project-left')!)).toMatchObject({
        texts: { 'new.c': 'new', 'c.c': 'b', 'b.c': null, 'a.c': null },
      });
    }
  }
});

test('a project can be renamed and permanently deleted', async () => {
  const { openTab } = openBrowser();
  const first = openTab();
  first.keeper.begin(openProject());
  first.keeper.begin(openProject());
  const [other, open] = (await first.keeper.list()).map(({ id }) => id).sort();
  await first.keeper.rename(other!, 'products');
  // An open project cannot be removed, either here or in other tabs.
  await expect(first.keeper.remove(open!)).rejects.toThrow('open here');
  await expect(openTab().keeper.remove(open!)).rejects.toThrow('open in another tab');
  expect((await first.keeper.list()).map(({ name }) => name).sort()).toEqual(['products', 'sums']);
  await first.keeper.remove(other!);
  expect((await first.keeper.list()).map(({ name }) => name)).toEqual(['sums']);
});

test('renaming a project in any tab renames the open project immediately, and keeps its unsaved text', async () => {
  const { openTab } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  const project = openProject();
  first.keeper.begin(project);
  const [kept] = await first.keeper.list();
  change(first, project, 'typed');
  const before = first.countNews();
  await second.keeper.rename(kept!.id, 'products');
  expect([project.name, first.countNews()]).toEqual(['products', before + 1]);
  await first.keeper.rename(kept!.id, 'quotients');
  expect(project.name).toBe('quotients');
  expect((await second.keeper.list()).map(({ name }) => name)).toEqual(['quotients']);
  await first.keeper.list();
  first.close();
  expect((await second.keeper.open(kept!.id))?.maybeText('a.c')).toBe('typed');
});

test('a page that slept while another tab renamed the project adopts the name when it wakes', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  const project = openProject();
  tab.keeper.begin(project);
  const [kept] = await tab.keeper.list();
  // Simulates a tab whose message never arrived.
  const shelf = await ProjectShelf.open(`browser ${browsers}`);
  await shelf.rename(kept!.id, 'products');
  await tab.keeper.catchUp();
  expect(project.name).toBe('products');
});

test('changed and open projects are kept, however many projects there are', async () => {
  const { openTab } = openBrowser();
  const idle = openTab();
  idle.keeper.begin(openProject());
  await idle.keeper.list();
  const busy = openTab();
  for (let count = 0; count < 12; count += 1) {
    const project = openProject();
    busy.keeper.begin(project);
    change(busy, project, `changed ${count}`);
  }
  await busy.keeper.list();
  const unchanged = openTab();
  for (let count = 0; count < 12; count += 1) unchanged.keeper.begin(openProject());
  const last = openProject();
  unchanged.keeper.begin(last);
  await unchanged.keeper.list();
  change(unchanged, last, 'the thirteenth');
  const kept = await unchanged.keeper.list();
  expect(kept.filter(({ isChanged }) => isChanged)).toHaveLength(13);
  // The list contains the eight latest projects, one of which has changed, and the project that is open in another tab.
  expect(kept.filter(({ isChanged }) => !isChanged)).toHaveLength(8);
  expect(kept.map(({ id }) => id)).toContain('project-1');
  // Simulates a page from an earlier version.
  const shelf = await ProjectShelf.open(`browser ${browsers}`);
  const { id } = unchanged.keeper;
  await shelf.remove(id!);
  change(unchanged, last, 'typed after that');
  await unchanged.keeper.list();
  expect((await shelf.load(id!))?.maybeText('a.c')).toBe('typed after that');
  expect(unchanged.problems).toEqual([]);
});

test('a project that a tab has left can be continued and deleted by another tab', async () => {
  const { openTab } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  const project = openProject();
  first.keeper.begin(project);
  const id = first.keeper.id!;
  change(first, project, 'left');
  first.keeper.end();
  await first.keeper.list();
  expect((await second.keeper.open(id))?.maybeText('a.c')).toBe('left');
  expect(second.keeper.id).toBe(id);
  await expect(first.keeper.remove(id)).rejects.toThrow('another tab');
  // A project that is reopened in its own tab stays with that tab.
  await second.keeper.open(id);
  await second.keeper.list();
  expect(second.keeper.id).toBe(id);
  await expect(first.keeper.remove(id)).rejects.toThrow('another tab');
  second.keeper.end();
  await second.keeper.list();
  await first.keeper.remove(id);
  expect(await second.keeper.list()).toEqual([]);
});
