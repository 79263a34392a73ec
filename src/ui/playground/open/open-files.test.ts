// Drops that are read in another order than they were made.
import { beforeAll, expect, test, vi } from 'vitest';
import { createChoices } from '../bench/choices.ts';
import type { Workbench } from '../bench/workbench.ts';
import { openNext } from './open-files.ts';
import type { Drop } from './take-drops.ts';

beforeAll(() => {
  vi.stubGlobal('document', { querySelector: () => null });
  return () => vi.unstubAllGlobals();
});

/** A page that lists opened programs, added inputs and messages. */
function openPage() {
  const shown: string[] = [];
  const noteChoice = createChoices();
  const bench = {
    state: { program: { core: 'C0-S', language: 'C' } },
    noteChoice,
    programs: {
      open: ({ title }: { title: string }) => shown.push(title),
      addInputs: (inputs: readonly { path: string }[]) => shown.push(...inputs.map(({ path }) => path)),
    },
    change: () => undefined,
    say: (sentence: string) => shown.push(sentence),
  } as unknown as Workbench;
  return { bench, noteChoice, shown };
}

const dropOf = (...files: File[]): Drop => ({ files, entries: [] });

/** A dropped folder that is empty, and whose reading ends only when `finish` is called. */
function slowFolder() {
  let finish = () => {};
  const isRead = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const createReader = () => ({
    readEntries: (resolve: (found: readonly FileSystemEntry[]) => void) =>
      void isRead.then(() => resolve([])),
  });
  const entry = { name: 'empty', isDirectory: true, createReader } as unknown as FileSystemEntry;
  return { finish: () => finish(), drop: { files: [], entries: [entry] } as Drop };
}

test('a drop is read while something else is opened: the later choice stays, and no message appears', async () => {
  const { bench, noteChoice, shown } = openPage();
  const slow = slowFolder();
  const opening = openNext(bench, slow.drop);
  noteChoice().claim();
  slow.finish();
  await opening;
  expect(shown).toEqual([]);
});

test('a refused drop is reported, and cancels no other opening', async () => {
  const { bench, noteChoice, shown } = openPage();
  const earlier = noteChoice();
  earlier.claim();
  await openNext(bench, dropOf());
  expect(shown).toEqual(['It contains no files.']);
  expect(earlier.isLatest()).toBe(true);
});

test('of two drops, the later one wins, whichever is read first', async () => {
  const { bench, shown } = openPage();
  let finish = (_: ArrayBuffer) => {};
  const slow = new File(['int a;'], 'slow.c');
  slow.arrayBuffer = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const first = openNext(bench, dropOf(slow));
  await openNext(bench, dropOf(new File(['int b;'], 'quick.c')));
  finish(new TextEncoder().encode('int a;').buffer as ArrayBuffer);
  await first;
  expect(shown).toEqual(['quick.c']);
});

test('a choice that is claimed first does not cancel a later choice', () => {
  const noteChoice = createChoices();
  const [first, second] = [noteChoice(), noteChoice()];
  first.claim();
  expect([first.isLatest(), second.isLatest()]).toEqual([true, true]);
  second.claim();
  first.claim();
  expect([first.isLatest(), second.isLatest()]).toEqual([false, true]);
});

test('inputs are added even if a program has been opened since they were dropped', async () => {
  const { bench, noteChoice, shown } = openPage();
  const adding = openNext(bench, dropOf(new File(['1'], 'table.csv')));
  noteChoice().claim();
  await adding;
  expect(shown).toEqual(['table.csv']);
});
