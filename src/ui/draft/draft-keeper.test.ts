import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftKeeper } from './draft-keeper.ts';
import { describeProgram } from './program.ts';

const kept = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  kept.clear();
  isFull = false;
  const storage = {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, text);
    },
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

async function openKeeper() {
  const problems: string[] = [];
  const news = { onKept: () => undefined, onNamed: () => undefined };
  const keeper = new DraftKeeper((sentence) => problems.push(sentence), news);
  await keeper.open({ isFresh: false });
  return { keeper, problems };
}

test('a change that did not fit is saved once there is room, even if the user types nothing more', async () => {
  const { keeper, problems } = await openKeeper();
  isFull = true;
  keeper.keep(describeProgram({ source: 'typed' }));
  keeper.flush();
  keeper.flush();
  expect(problems).toHaveLength(1);
  isFull = false;
  window.dispatchEvent(new Event('pagehide'));
  expect(keeper.drafts.list().map(({ program }) => program.source)).toEqual(['typed']);
});

test('a program whose changes were saved is told apart from one whose changes were not', async () => {
  const { keeper } = await openKeeper();
  expect(keeper.begin(describeProgram({ source: 'example' }))).toBeUndefined();
  keeper.keep(describeProgram({ source: 'mine' }));
  expect(keeper.begin(describeProgram({ source: 'example' }))).toBe('saved');
  isFull = true;
  keeper.keep(describeProgram({ source: 'mine too' }));
  expect(keeper.begin(describeProgram({ source: 'example' }))).toBe('lost');
});
