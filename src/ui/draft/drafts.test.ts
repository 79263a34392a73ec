import { expect, test } from 'vitest';
import { type DraftPlaces, Drafts } from './drafts.ts';
import { describeProgram } from './program.ts';

class FakeStorage {
  readonly #items = new Map<string, string>();
  #room = Number.POSITIVE_INFINITY;

  limit(characters: number): void {
    this.#room = characters;
  }

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    const others = [...this.#items]
      .filter(([key]) => key !== name)
      .reduce((sum, [, text]) => sum + text.length, 0);
    if (others + value.length > this.#room) throw new DOMException('full', 'QuotaExceededError');
    this.#items.set(name, value);
  }

  removeItem(name: string): void {
    this.#items.delete(name);
  }
}

function openBrowser() {
  const shared = new FakeStorage();
  const held = new Set<string>();
  let clock = 0;
  const openTab = (tab = new FakeStorage()) => {
    const mine = new Set<string>();
    const places = {
      shared: shared as unknown as Storage,
      tab: tab as unknown as Storage,
      hold: async (id: string) => {
        if (mine.has(id)) return true;
        if (held.has(id)) return false;
        held.add(id);
        mine.add(id);
        return true;
      },
      letGo: (id: string) => {
        if (mine.delete(id)) held.delete(id);
      },
      now: () => ++clock,
      newId: () => `draft-${++clock}`,
    } satisfies DraftPlaces;
    const close = () => {
      for (const id of mine) held.delete(id);
    };
    return { drafts: new Drafts(places), tab, close };
  };
  return { shared, openTab };
}

const withSource = (source: string) => describeProgram({ source });

test('a reloaded tab finds its own draft, even if another tab has saved a later draft', async () => {
  const { openTab } = openBrowser();
  const first = openTab();
  expect(await first.drafts.open()).toBeUndefined();
  first.drafts.save(withSource('first'), true);
  const second = openTab();
  expect(await second.drafts.open()).toBeUndefined();
  second.drafts.save(withSource('second'), true);
  first.close();
  expect((await openTab(first.tab).drafts.open())?.source).toBe('first');
});

test('after a crash, a new tab takes over the latest draft that no tab has open', async () => {
  const { openTab } = openBrowser();
  const [kept, lost] = [openTab(), openTab()];
  await kept.drafts.open();
  await lost.drafts.open();
  lost.drafts.save(withSource('lost'), true);
  kept.drafts.save(withSource('kept'), true);
  lost.close();
  expect((await openTab().drafts.open())?.source).toBe('lost');
});

test('a duplicated tab continues with a copy, and the two tabs do not overwrite each other', async () => {
  const { openTab } = openBrowser();
  const original = openTab();
  await original.drafts.open();
  original.drafts.save(withSource('both'), true);
  const duplicate = openTab(original.tab);
  expect((await duplicate.drafts.open())?.source).toBe('both');
  duplicate.drafts.save(withSource('changed'), true);
  expect(
    original.drafts
      .list()
      .map(({ program }) => program.source)
      .sort(),
  ).toEqual(['both', 'changed']);
});

test('when storage is full, unchanged drafts are removed, oldest first, but never the user’s work', async () => {
  const { openTab, shared } = openBrowser();
  for (const [source, isChanged] of [
    ['mine!', true],
    ['link1', false],
    ['link2', false],
  ] as const) {
    const tab = openTab();
    await tab.drafts.open({ isFresh: true });
    tab.drafts.save(withSource(source.repeat(50)), isChanged);
  }
  const { drafts } = openTab();
  await drafts.open({ isFresh: true });
  const sources = () => drafts.list().map(({ program }) => program.source.slice(0, 5));
  shared.limit(1500);
  drafts.save(withSource('link3'.repeat(50)), false);
  expect(sources()).toEqual(['link3', 'link2', 'mine!']);
  // A link that takes up all the space is not stored, and the user's draft stays.
  expect(() => drafts.save(withSource('x'.repeat(5000)), false)).toThrow('full');
  expect(sources()).toEqual(['link3', 'mine!']);
});

test('without storage, a tab starts empty, and saving reports the reason', async () => {
  const places = {
    shared: undefined,
    tab: undefined,
    hold: async () => true,
    letGo: () => undefined,
    now: () => 1,
    newId: () => 'a',
  };
  const drafts = new Drafts(places);
  expect(await drafts.open()).toBeUndefined();
  expect(() => drafts.save(withSource('x'), true)).toThrow('stores no data');
});

test('invalid drafts are ignored', async () => {
  const { openTab, shared } = openBrowser();
  shared.setItem('haze-draft:a', '{"program":{"language":"Ada","source":""},"savedAt":5}');
  shared.setItem('haze-draft:b', 'garbage');
  shared.setItem('other', '{}');
  const tab = openTab();
  expect(await tab.drafts.open()).toBeUndefined();
  expect(tab.drafts.list()).toEqual([]);
});

test('opening a program keeps a changed draft and replaces an unchanged draft', async () => {
  const { openTab } = openBrowser();
  const { drafts, tab, close } = openTab();
  await drafts.open();
  drafts.save(withSource('example'), false);
  expect(drafts.leave()).toBe(false);
  drafts.save(withSource('mine'), true);
  expect(drafts.leave()).toBe(true);
  drafts.save(withSource('other example'), false);
  expect(drafts.list().map(({ program }) => program.source)).toEqual(['other example', 'mine']);
  // The tab continues with the later draft, because its own draft was unchanged.
  close();
  const reloaded = openTab(tab).drafts;
  expect((await reloaded.open())?.source).toBe('other example');
  expect(reloaded.leave()).toBe(false);
});

test('a program keeps its identifier across reloads and reopened drafts, and every newly opened program gets a new one', async () => {
  const { openTab } = openBrowser();
  const { drafts, tab, close } = openTab();
  await drafts.open();
  drafts.save(withSource('mine'), true);
  const mine = drafts.programId;
  drafts.leave();
  drafts.save(withSource('example'), false);
  const example = drafts.programId;
  drafts.leave();
  drafts.save(withSource('other example'), false);
  expect(new Set([mine, example, drafts.programId]).size).toBe(3);
  const other = drafts.programId;
  close();
  const again = openTab(tab);
  await again.drafts.open();
  expect(again.drafts.programId).toBe(other);
  const draft = again.drafts.list().find(({ program }) => program.source === 'mine')!;
  again.drafts.rename(draft.id, 'called so');
  // A draft that no other tab has open is taken over with its runs and files.
  expect(await openTab().drafts.claim(draft)).toBe(mine);
  expect(await again.drafts.claim(draft)).toBeUndefined();
  expect(again.drafts.list().find(({ id }) => id === draft.id)?.programId).toBe(mine);
  again.drafts.leave(mine);
  expect(again.drafts.programId).toBe(mine);
});

test('a tab that starts with something else leaves the drafts of closed tabs unchanged', async () => {
  const { openTab } = openBrowser();
  const first = openTab();
  await first.drafts.open();
  first.drafts.save(withSource('mine'), true);
  first.close();
  const linked = openTab().drafts;
  expect(await linked.open({ isFresh: true })).toBeUndefined();
  linked.save(withSource('linked'), false);
  expect((await openTab().drafts.open())?.source).toBe('mine');
});

test('a draft from an earlier version counts as changed', async () => {
  const { openTab, shared } = openBrowser();
  const program = withSource('old');
  shared.setItem('haze-draft:a', JSON.stringify({ program, savedAt: 5 }));
  const { drafts } = openTab();
  expect(await drafts.open()).toEqual(program);
  expect(drafts.leave()).toBe(true);
});

test('a draft can be renamed and deleted, but a draft that is open in another tab stays', async () => {
  const { openTab } = openBrowser();
  const { drafts } = openTab();
  await drafts.open();
  drafts.save(withSource('first'), true);
  const first = drafts.list()[0]!.id;
  drafts.leave();
  drafts.save(withSource('second'), true);
  drafts.rename(first, 'The first');
  const other = openTab().drafts;
  await other.open();
  expect(await other.discard(drafts.id)).toBe(false);
  expect(other.list().map(({ program }) => program.title)).toContain('The first');
  expect(await drafts.discard(drafts.id)).toBe(false);
  expect(await drafts.discard(first)).toBe(true);
  expect(drafts.list().map(({ program }) => program.source)).toEqual(['second']);
});

test('a name given in another tab survives later saves and a reload', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  await tab.drafts.open();
  tab.drafts.save(withSource('first'), true);
  const other = openTab().drafts;
  await other.open();
  other.rename(tab.drafts.id, 'mine');
  const titles = () => other.list().map(({ program: { title, source } }) => [title, source]);
  tab.drafts.save(withSource('second'), true);
  tab.drafts.save(withSource('third'), true);
  expect(titles()).toContainEqual(['mine', 'third']);
  // A program that is opened afterwards has its own title.
  tab.drafts.save({ ...withSource('fourth'), title: 'A link' }, true);
  expect(titles()).toContainEqual(['A link', 'fourth']);
});

test('a name given in another tab is reported immediately, and only once', async () => {
  const { openTab } = openBrowser();
  const tab = openTab();
  await tab.drafts.open();
  const program = withSource('first');
  tab.drafts.save(program, true);
  expect(tab.drafts.takeName()).toBeUndefined();
  const other = openTab().drafts;
  await other.open();
  other.rename(tab.drafts.id, 'mine');
  // A save before `takeName` also preserves the new name.
  tab.drafts.save(program, true);
  expect(tab.drafts.takeName()).toBe('mine');
  expect(tab.drafts.takeName()).toBeUndefined();
  tab.drafts.save({ ...program, title: 'mine' }, true);
  expect(other.list().map(({ program: { title } }) => title)).toContain('mine');
});

test('changed drafts and open drafts are kept, however many other drafts there are', async () => {
  const { openTab } = openBrowser();
  const idle = openTab();
  await idle.drafts.open();
  idle.drafts.save(withSource('opened by a link'), false);
  for (let count = 0; count < 25; count += 1) {
    for (const isChanged of [true, false]) {
      const tab = openTab();
      await tab.drafts.open({ isFresh: true });
      tab.drafts.save(withSource(`${isChanged ? 'written' : 'opened'} ${count}`), isChanged);
      tab.close();
    }
  }
  const last = openTab().drafts;
  await last.open();
  await last.prune();
  const sources = last.list().map(({ program }) => program.source);
  expect(sources.filter((source) => source.startsWith('written'))).toHaveLength(25);
  // The storage contains the tab’s own draft, the latest twenty drafts, and the draft that is open in the other tab.
  expect(sources.filter((source) => source.startsWith('opened'))).toHaveLength(22);
  expect(sources).toContain('opened by a link');
});
