// Requirements for every store backend, as cases that do not depend on a test runner. Vitest runs them on memory, a
// folder and a JavaScript implementation of IndexedDB, and a browser can run the same cases in a page.
import { HazeError } from '../../src/errors/haze-error.ts';
import { exportStore, importStore } from '../../src/store/contract/archive.ts';
import { loadInstallation } from '../../src/store/contract/installation.ts';
import { ObjectCache } from '../../src/store/contract/object-cache.ts';
import { type Change, type RecordQuery, recordType, type Store } from '../../src/store/contract/store.ts';

/** A guarantee of the interface. `open` returns an empty store each time. */
export interface ContractCase {
  readonly name: string;
  run(open: () => Promise<Store>): Promise<void>;
}

interface Note {
  readonly text: string;
}

const notes = recordType<Note>('note');
const letters = recordType<Note>('letter');

function equal(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`expected ${b}, and it is ${a}`);
}

async function failure(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof HazeError) return error.code;
    return (error as Error).message;
  }
  return 'no failure';
}

async function* pieces(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytesOf(text);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function collect(chunks: AsyncIterable<Uint8Array> | undefined): Promise<string[]> {
  const texts: string[] = [];
  for await (const chunk of chunks ?? []) texts.push(new TextDecoder().decode(chunk));
  return texts;
}

async function* piecesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytesOf(text);
}

interface Seed {
  readonly id: string;
  readonly owner?: string;
  readonly parent?: string;
  readonly status?: string;
  readonly createdAt?: number;
}

async function addNotes(store: Store, seeds: readonly Seed[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const seed of seeds) {
      await tx.insert(notes, {
        owner: 'ann',
        createdAt: 1000,
        ...seed,
        body: { text: `text of ${seed.id}` },
      });
    }
  });
}

async function listIds(store: Store, query: RecordQuery): Promise<string[]> {
  return (await store.list(notes, query)).records.map((record) => record.id);
}

/** Reads all pages of a query; `between` runs after each page. */
async function listPages(
  store: Store,
  query: RecordQuery,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<string[][]> {
  const pages: string[][] = [];
  let startKey: string | undefined;
  do {
    const page = await store.list(notes, { ...query, ...(startKey === undefined ? {} : { startKey }) });
    pages.push(page.records.map((record) => record.id));
    startKey = page.continuationKey;
    await between(pages.length);
  } while (startKey !== undefined);
  return pages;
}

const recordCases: ContractCase[] = [
  {
    name: 'a record is read back as it was written, and later changes to the object do not affect it',
    run: async (open) => {
      const store = await open();
      const body = { text: 'line\nbreak \u2028 ü 🌫' };
      await store.transaction((tx) => tx.insert(notes, { id: 'a', owner: 'ann', createdAt: 5, body }));
      body.text = 'changed';
      const found = await store.get(notes, 'a');
      equal(found?.body.text, 'line\nbreak \u2028 ü 🌫');
      equal([found?.owner, found?.parent, found?.status, found?.createdAt], ['ann', '', '', 5]);
      equal(await store.get(notes, 'b'), undefined);
      equal(await store.get(letters, 'a'), undefined);
    },
  },
  {
    name: 'an ID is unique within its kind; updating a missing record fails; deleting reports whether the record existed',
    run: async (open) => {
      const store = await open();
      await addNotes(store, [{ id: 'a' }]);
      equal(await failure(addNotes(store, [{ id: 'a' }])), 'record-exists');
      equal(
        await failure(store.transaction((tx) => tx.update(notes, 'b', { status: 'x' }))),
        'record-missing',
      );
      equal(await store.transaction((tx) => tx.delete(notes, 'a')), true);
      equal(await store.transaction((tx) => tx.delete(notes, 'a')), false);
      equal(await store.get(notes, 'a'), undefined);
    },
  },
  {
    name: 'a page ends early if records are large, and the next page continues',
    run: async (open) => {
      const store = await open();
      const sizes = { a: 1, b: 3_000_000, c: 10, d: 5_000_000, e: 1 };
      for (const [id, size] of Object.entries(sizes)) {
        const body = { text: 'x'.repeat(size) };
        await store.transaction((tx) => tx.insert(notes, { id, owner: 'ann', createdAt: 1, body }));
      }
      equal(await listPages(store, { owner: 'ann' }), [['a', 'b', 'c'], ['d'], ['e']]);
    },
  },
  {
    name: 'an update changes status or body, preserves the rest, and is reflected in lists',
    run: async (open) => {
      const store = await open();
      await addNotes(store, [
        { id: 'a', status: 'new', parent: 'p' },
        { id: 'b', status: 'new', parent: 'p' },
      ]);
      const before = await store.get(notes, 'a');
      const updated = await store.transaction((tx) => tx.update(notes, 'a', { status: 'old' }));
      equal(updated, { ...before, status: 'old' });
      await store.transaction((tx) => tx.update(notes, 'b', { body: { text: 'other' } }));
      equal((await store.get(notes, 'b'))?.body, { text: 'other' });
      equal(await listIds(store, { owner: 'ann', status: ['new'] }), ['b']);
      equal(await listIds(store, { owner: 'ann', parent: 'p', status: ['old'] }), ['a']);
      equal(await listIds(store, { owner: 'ann' }), ['a', 'b']);
    },
  },
  {
    name: 'a source survives updates and an export, and counts towards its owner’s storage until it is deleted',
    run: async (open) => {
      const [store, target] = [await open(), await open()];
      const builds = recordType<{ Application: string; Steps: number; Extra?: string }>('build');
      const Application = `int x; /* \u2028 ü \0 */${' '.repeat(5000)}`;
      await store.transaction((tx) =>
        tx.insert(builds, { id: 'b', owner: 'ann', createdAt: 1, body: { Application, Steps: 0 } }),
      );
      const first = await store.sizeOf('ann');
      equal(first > 5000 && first < 5200, true);
      for (const Steps of [1, 2]) {
        const body = { Application, Steps };
        const updated = await store.transaction((tx) =>
          tx.update(builds, 'b', { status: `s${Steps}`, body }),
        );
        equal(updated.body, body);
        equal((await store.get(builds, 'b'))?.body, body);
        equal((await store.list(builds, { owner: 'ann' })).records[0]?.body, body);
        equal(await store.sizeOf('ann'), first);
      }
      const pieces: Uint8Array[] = [];
      for await (const piece of exportStore(store)) pieces.push(piece.slice());
      await importStore(
        target,
        (async function* () {
          yield* pieces;
        })(),
      );
      equal(await target.get(builds, 'b'), await store.get(builds, 'b'));
      equal(await target.sizeOf('ann'), first);
      const other = { Application: 'x'.repeat(3000), Steps: 3 };
      await store.transaction((tx) => tx.update(builds, 'b', { body: other }));
      equal((await store.get(builds, 'b'))?.body, other);
      const short = { Application: 'short', Steps: 4 };
      await store.transaction((tx) => tx.update(builds, 'b', { body: short }));
      equal((await store.get(builds, 'b'))?.body, short);
      equal(await store.sizeOf('ann'), 0);
      await store.transaction((tx) => tx.update(builds, 'b', { body: other }));
      await store.transaction((tx) => tx.delete(builds, 'b'));
      equal(await store.get(builds, 'b'), undefined);
      equal(await store.sizeOf(), 0);
    },
  },
  {
    name: 'content counts towards the account in its key, or the owner of its build or task',
    run: async (open) => {
      const store = await open();
      const tasks = recordType<object>('task');
      await store.transaction(async (tx) => {
        await tx.insert(tasks, { id: 't', owner: 'ann', createdAt: 1, body: {} });
        await tx.appendChunk('tasks/t/Stdout', new Uint8Array(10));
        await tx.appendChunk('tasks/t/Stdout', new Uint8Array(20));
        await tx.putBlob('files/bob/x', new Uint8Array(5));
        await tx.putBlob('cache/y', new Uint8Array(1000));
        await tx.putBlob('tasks/unknown/Stdout', new Uint8Array(1000));
      });
      await store.writeBlob('files/ann/z', piecesOf('seven b'));
      equal([await store.sizeOf('ann'), await store.sizeOf('bob'), await store.sizeOf()], [37, 5, 42]);
      await store.transaction((tx) => tx.putBlob('tasks/t/Stdout', new Uint8Array(1)));
      await store.transaction((tx) => tx.deleteBlob('files/bob/x'));
      equal([await store.sizeOf('ann'), await store.sizeOf('bob'), await store.sizeOf()], [8, 0, 8]);
    },
  },
  {
    name: 'owners with a record in one of several statuses are returned one after another',
    run: async (open) => {
      const store = await open();
      await addNotes(store, [
        { id: 'a', createdAt: 1000, status: 'y' },
        { id: 'b', createdAt: 2000, status: 'z' },
        { id: 'c', createdAt: 3000, status: 'x' },
        { id: 'e', createdAt: 1000, status: 'x' },
        { id: 'o', owner: 'bob', createdAt: 1000, status: 'x' },
        { id: 'n', owner: 'no status', createdAt: 1000 },
      ]);
      const ownersIn = async (status: readonly string[]) => {
        const owners: string[] = [];
        for (let after = ''; ; after = owners.at(-1)!) {
          const next = await store.nextOwner(notes, { after, status });
          if (next === undefined) return owners;
          owners.push(next);
        }
      };
      equal(await ownersIn(['x']), ['ann', 'bob']);
      equal(await ownersIn(['z', 'y']), ['ann']);
      equal(await ownersIn([]), []);
      equal(await store.nextOwner(letters, { after: '', status: ['x'] }), undefined);
      equal(await store.nextOwner(notes, { after: 'an', status: ['x'] }), 'ann');
      await store.transaction((tx) => tx.update(notes, 'o', { status: 'z' }));
      equal(await ownersIn(['x']), ['ann']);
      equal(await ownersIn(['z']), ['ann', 'bob']);
      await store.transaction((tx) => tx.delete(notes, 'o'));
      equal(await ownersIn(['x', 'y', 'z']), ['ann']);
      await store
        .transaction(async (tx) => {
          await tx.insert(notes, { id: 'p', owner: 'cy', createdAt: 1, status: 'x', body: { text: '' } });
          equal(await tx.nextOwner(notes, { after: 'ann', status: ['x'] }), 'cy');
          throw new Error('taken back');
        })
        .catch(() => undefined);
      equal(await ownersIn(['x']), ['ann']);
    },
  },
  {
    name: "a claim takes an owner's oldest record in the first status with records, and is stored completely or not at all",
    run: async (open) => {
      const store = await open();
      await addNotes(store, [
        { id: 'b', createdAt: 2000, status: 'y' },
        { id: 'a', createdAt: 3000, status: 'x' },
        { id: 'c', createdAt: 500, status: 'z' },
        { id: 'd', createdAt: 500, owner: 'bob', status: 'x' },
      ]);
      const claim = (status: readonly string[]) =>
        store.claim(notes, { owner: 'ann', status }, async (tx, { id, body }) => {
          await tx.update(notes, id, { status: 'taken', body: { text: `${body.text}, taken` } });
          return id;
        });
      const refusal = store.claim(notes, { owner: 'ann', status: ['x'] }, async (tx, { id }) => {
        await tx.delete(notes, id);
        throw new Error('not this one');
      });
      equal(await failure(refusal), 'not this one');
      equal(await claim(['x', 'y']), 'a');
      equal(await Promise.all([claim(['x', 'y']), claim(['z'])]), ['b', 'c']);
      equal((await store.get(notes, 'a'))?.body.text.endsWith(', taken'), true);
      equal(await claim(['x', 'y']), undefined);
      equal(await claim([]), undefined);
      equal(await listIds(store, { status: ['x', 'z'] }), ['d']);
    },
  },
  {
    name: 'lists are in creation order, and can be limited to an owner, a parent, several statuses, or a time span',
    run: async (open) => {
      const store = await open();
      await addNotes(store, [
        { id: 'c', createdAt: 3000, status: 'x', parent: 'p' },
        { id: 'a', createdAt: 1000, status: 'y', parent: 'p' },
        { id: 'b', createdAt: 2000, status: 'z', parent: 'q' },
        { id: 'e', createdAt: 1000, status: 'x' },
        { id: 'o', owner: 'bob', createdAt: 1000, status: 'x', parent: 'p' },
      ]);
      equal(await listIds(store, { owner: 'ann' }), ['a', 'e', 'b', 'c']);
      equal(await listIds(store, { owner: 'ann', descending: true }), ['c', 'b', 'e', 'a']);
      equal(await listIds(store, {}), ['a', 'e', 'o', 'b', 'c']);
      equal(await listIds(store, { owner: 'ann', parent: 'p' }), ['a', 'c']);
      equal(await listIds(store, { owner: 'ann', status: ['y', 'x', 'x'] }), ['a', 'e', 'c']);
      equal(await listIds(store, { status: ['x'] }), ['e', 'o', 'c']);
      equal(await listIds(store, { owner: 'ann', status: [] }), []);
      equal(await listIds(store, { owner: 'ann', from: 2000 }), ['b', 'c']);
      equal(await listIds(store, { owner: 'ann', from: 1000, to: 3000 }), ['a', 'e', 'b']);
      equal(await listIds(store, { owner: 'ann', from: 3001, to: 3000 }), []);
      equal(await store.count(notes, { owner: 'ann', status: ['x', 'z'] }), 3);
      equal(await store.count(notes, { owner: 'ann', from: 1001 }), 2);
      equal(await store.count(letters, {}), 0);
    },
  },
  {
    name: 'pages continue where they ended, even if records are added, deleted or changed meanwhile',
    run: async (open) => {
      const store = await open();
      const ids = Array.from({ length: 10 }, (_, index) => `n${index}`);
      await addNotes(
        store,
        ids.map((id, index) => ({ id, status: index % 2 === 0 ? 'even' : 'odd' })),
      );
      equal(await listPages(store, { owner: 'ann', limit: 5 }), [ids.slice(0, 5), ids.slice(5)]);
      equal(await listPages(store, { owner: 'ann', status: ['odd', 'even'], limit: 4 }), [
        ids.slice(0, 4),
        ids.slice(4, 8),
        ids.slice(8),
      ]);
      const backwards = await listPages(store, { owner: 'ann', limit: 6, descending: true });
      equal(backwards.flat(), [...ids].reverse());
      const changing = await listPages(store, { owner: 'ann', limit: 3 }, async (page) => {
        if (page !== 1) return;
        await store.transaction(async (tx) => {
          await tx.delete(notes, 'n2');
          await tx.delete(notes, 'n3');
        });
        await addNotes(store, [{ id: 'late' }]);
      });
      equal(changing.flat(), ['n0', 'n1', 'n2', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9', 'late']);
    },
  },
  {
    name: 'names may contain any character, even if some databases do not support it',
    run: async (open) => {
      const store = await open();
      const names = ['a\0b', 'a\\0000b', '\ud83d', '\udf2b', '🌫', '\\', "'; --", 'ä\u{10ffff}', '%_'];
      await addNotes(
        store,
        names.map((id) => ({ id, owner: id, parent: id, status: id })),
      );
      await store.transaction(async (tx) => {
        for (const key of names) await tx.putBlob(`p/${key}`, bytesOf(JSON.stringify(key)));
      });
      for (const name of names) {
        const found = await store.get(notes, name);
        equal([found?.id, found?.owner, found?.parent, found?.status], [name, name, name, name]);
        equal(await listIds(store, { owner: name, parent: name, status: [name] }), [name]);
        equal(await collect(await store.readBlob(`p/${name}`)), [JSON.stringify(name)]);
      }
      const keys = (await store.listBlobs({ prefix: 'p/' })).map(({ key }) => key.slice(2));
      equal(keys.sort(), [...names].sort());
      equal(await store.transaction((tx) => tx.deleteBlobs('p/')), names.length);
    },
  },
  {
    name: 'a meaningless query is rejected',
    run: async (open) => {
      const store = await open();
      equal(await failure(store.list(notes, { startKey: 'rubbish' })), 'bad-start-key');
      equal(await failure(store.list(notes, { parent: 'p' })), 'bad-query');
      equal(await failure(store.list(notes, { limit: 0 })), 'bad-query');
    },
  },
];

const transactionCases: ContractCase[] = [
  {
    name: 'a transaction that throws changes nothing',
    run: async (open) => {
      const store = await open();
      await addNotes(store, [{ id: 'kept', status: 'new' }]);
      await store.transaction((tx) => tx.putBlob('kept', bytesOf('old')));
      const work = store.transaction(async (tx) => {
        await tx.insert(notes, { id: 'a', owner: 'ann', createdAt: 1, body: { text: '' } });
        await tx.update(notes, 'kept', { status: 'changed' });
        await tx.putBlob('kept', bytesOf('new'));
        await tx.appendChunk('chunks', bytesOf('new'));
        await tx.delete(notes, 'kept');
        throw new Error('no');
      });
      equal(await failure(work), 'no');
      equal(await listIds(store, {}), ['kept']);
      equal(await listIds(store, { status: ['new'] }), ['kept']);
      equal(await collect(await store.readBlob('kept')), ['old']);
      equal(await store.blobInfo('chunks'), undefined);
    },
  },
  {
    name: 'a transaction sees its own writes',
    run: async (open) => {
      const store = await open();
      await store.transaction(async (tx) => {
        await tx.insert(notes, { id: 'a', owner: 'ann', createdAt: 1, status: 's', body: { text: '' } });
        equal((await tx.list(notes, { owner: 'ann', status: ['s'] })).records.length, 1);
        equal(await tx.count(notes, { owner: 'ann' }), 1);
        await tx.appendChunk('b', bytesOf('one'));
        equal((await tx.blobInfo('b'))?.sizeBytes, 3);
        equal(await tx.deleteBlobs('b'), 1);
        equal((await tx.listBlobs({ prefix: '' })).length, 0);
      });
    },
  },
  {
    name: 'transactions are serialisable: if many claim a record, one gets it',
    run: async (open) => {
      const store = await open();
      await addNotes(store, [{ id: 'job', status: 'Accepted' }]);
      const claim = (name: string) =>
        store.transaction(async (tx) => {
          const job = await tx.get(notes, 'job');
          if (job?.status !== 'Accepted') return undefined;
          return tx.update(notes, 'job', { status: 'Initialising', body: { text: name } });
        });
      const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(`executor ${index}`)));
      const winners = claims.filter((claimed) => claimed !== undefined);
      equal(winners.length, 1);
      equal((await store.get(notes, 'job'))?.body, winners[0]?.body);
    },
  },
  {
    name: 'a transaction that waits for anything but its own calls fails, and the next transaction runs',
    run: async (open) => {
      const store = await open();
      const work = store.transaction(async (tx) => {
        await tx.get(notes, 'a');
        await new Promise((resolve) => setTimeout(resolve, 20));
        await tx.insert(notes, { id: 'a', owner: 'ann', createdAt: 1, body: { text: '' } });
      });
      equal(await failure(work), 'transaction-over');
      await new Promise((resolve) => setTimeout(resolve, 30));
      equal(await store.get(notes, 'a'), undefined);
      await addNotes(store, [{ id: 'b' }]);
      equal(await listIds(store, {}), ['b']);
    },
  },
  {
    name: 'sums over several records stay correct under many concurrent transactions',
    run: async (open) => {
      const store = await open();
      await store.transaction(async (tx) => {
        for (const id of ['a', 'b']) {
          await tx.insert(notes, { id, owner: 'ann', createdAt: 1, body: { text: '100' } });
        }
      });
      const move = (from: string, to: string, amount: number) =>
        store.transaction(async (tx) => {
          const [source, target] = [await tx.get(notes, from), await tx.get(notes, to)];
          await tx.update(notes, from, { body: { text: `${Number(source?.body.text) - amount}` } });
          await tx.update(notes, to, { body: { text: `${Number(target?.body.text) + amount}` } });
        });
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0 ? move('a', 'b', index) : move('b', 'a', 1),
        ),
      );
      const [a, b] = [await store.get(notes, 'a'), await store.get(notes, 'b')];
      // Ten transfers of 0, 2, … 18 in one direction, and ten transfers of 1 in the other.
      equal([a?.body.text, b?.body.text], ['20', '180']);
    },
  },
  {
    name: 'changes are announced once, after the commit, and never if it failed',
    run: async (open) => {
      const store = await open();
      const seen: Change[] = [];
      const stop = store.onChange((changes) => {
        seen.push(...changes);
      });
      await addNotes(store, [{ id: 'a' }]);
      await failure(
        store.transaction(async (tx) => {
          await tx.delete(notes, 'a');
          throw new Error('no');
        }),
      );
      await store.transaction(async (tx) => {
        await tx.appendChunk('b', bytesOf('x'));
        await tx.delete(notes, 'a');
      });
      stop();
      await addNotes(store, [{ id: 'c' }]);
      equal(seen, [
        { what: 'record', kind: 'note', id: 'a', gone: false },
        { what: 'blob', key: 'b', gone: false },
        { what: 'record', kind: 'note', id: 'a', gone: true },
      ]);
    },
  },
];

const blobCases: ContractCase[] = [
  {
    name: 'chunks are numbered in order of arrival, and can be read while more arrive',
    run: async (open) => {
      const store = await open();
      await store.transaction((tx) => tx.appendChunk('out', bytesOf('one')));
      const reading = await store.readBlob('out');
      await store.transaction(async (tx) => {
        await tx.appendChunk('out', bytesOf('two'));
        await tx.appendChunk('out', bytesOf('three'));
      });
      equal(await collect(reading), ['one']);
      equal(await collect(await store.readBlob('out')), ['one', 'two', 'three']);
      const info = await store.blobInfo('out');
      equal([info?.sizeBytes, info?.chunkCount], [11, 3]);
      equal(new TextDecoder().decode(await store.readChunk('out', 1)), 'two');
      equal(await store.readChunk('out', 3), undefined);
      equal(await store.readBlob('none'), undefined);
    },
  },
  {
    name: 'any bytes are read back as they were written',
    run: async (open) => {
      const store = await open();
      const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at + (at >> 8)) & 0xff);
      await store.transaction(async (tx) => {
        await tx.putBlob('whole', bytes);
        await tx.appendChunk('parts', bytes.subarray(7, 1000));
      });
      await store.writeBlob(
        'streamed',
        (async function* () {
          yield bytes;
        })(),
      );
      for (const [key, expected] of [
        ['whole', bytes],
        ['parts', bytes.subarray(7, 1000)],
        ['streamed', bytes],
      ] as const) {
        const found = (await store.readChunk(key, 0))!;
        equal([found instanceof Uint8Array, found.length], [true, expected.length]);
        equal(
          found.findIndex((byte, at) => byte !== expected[at]),
          -1,
        );
      }
    },
  },
  {
    name: "a blob is replaced completely, including its version, and the caller's bytes are copied",
    run: async (open) => {
      const store = await open();
      const bytes = bytesOf('first');
      const first = await store.transaction((tx) => tx.putBlob('k', bytes));
      bytes.fill(0);
      equal(await collect(await store.readBlob('k')), ['first']);
      const second = await store.transaction((tx) => tx.putBlob('k', bytesOf('second')));
      equal(await collect(await store.readBlob('k')), ['second']);
      equal(first.version === second.version, false);
      const empty = await store.transaction((tx) => tx.putBlob('k', new Uint8Array(0)));
      equal([empty.sizeBytes, await collect(await store.readBlob('k'))], [0, []]);
    },
  },
  {
    name: 'an open blob is read to its end unchanged, even if it is replaced or deleted meanwhile',
    run: async (open) => {
      const store = await open();
      const changes = [
        (key: string) => store.transaction((tx) => tx.putBlob(key, bytesOf('new'))),
        (key: string) => store.writeBlob(key, pieces(['new'])),
        (key: string) => store.transaction((tx) => tx.deleteBlobs(key)),
      ];
      for (const [index, change] of changes.entries()) {
        const key = `k${index}`;
        await store.writeBlob(key, pieces(['x'.repeat(3 << 20)]));
        const opened = (await store.openBlob(key))!;
        let sizeBytes = 0;
        for await (const chunk of opened.chunks) {
          if (sizeBytes === 0) await change(key);
          sizeBytes += chunk.length;
        }
        equal([opened.info.sizeBytes, sizeBytes], [3 << 20, 3 << 20]);
        equal((await store.blobInfo(key))?.sizeBytes, index < 2 ? 3 : undefined);
      }
    },
  },
  {
    name: 'a streamed blob is visible only once complete, and never if its source fails',
    run: async (open) => {
      const store = await open();
      const big = 'x'.repeat(700_000);
      const watched = async function* () {
        yield bytesOf(big);
        equal(await store.blobInfo('k'), undefined);
        yield bytesOf(big);
      };
      const info = await store.writeBlob('k', watched());
      equal([info.sizeBytes, info.chunkCount], [1_400_000, 2]);
      equal((await collect(await store.readBlob('k'))).join('').length, 1_400_000);
      const failing = async function* () {
        yield bytesOf('part');
        throw new Error('connection lost');
      };
      equal(await failure(store.writeBlob('k', failing())), 'connection lost');
      equal((await store.blobInfo('k'))?.version, info.version);
    },
  },
  {
    name: 'a streamed blob replaces older content together with other changes, or not at all',
    run: async (open) => {
      const store = await open();
      const pieces = async function* (text: string) {
        yield bytesOf(text);
      };
      const type = recordType<{ readonly size: number }>('task');
      const write = (text: string, most: number) =>
        store.writeBlob('k', pieces(text), async (tx, { sizeBytes }) => {
          const before = (await tx.blobInfo('k'))?.sizeBytes ?? 0;
          if (before > most) throw new Error('too large before');
          await tx.insert(type, { id: text, owner: 'ann', createdAt: 1, body: { size: sizeBytes } });
        });
      await write('four', 0);
      equal(await failure(write('seven b', 0)), 'too large before');
      equal(await collect(await store.readBlob('k')), ['four']);
      equal((await store.get(type, 'four'))?.body.size, 4);
      equal(await store.count(type, {}), 1);
    },
  },
  {
    name: 'blobs are listed and deleted by key prefix',
    run: async (open) => {
      const store = await open();
      await store.transaction(async (tx) => {
        for (const key of ['a/1', 'a/2', 'a/3', 'a', 'b/1', 'ä/ü']) await tx.putBlob(key, bytesOf(key));
      });
      const keys = async (query: { prefix: string; after?: string; limit?: number }) =>
        (await store.listBlobs(query)).map((info) => info.key);
      equal(await keys({ prefix: '' }), ['a', 'a/1', 'a/2', 'a/3', 'b/1', 'ä/ü']);
      equal(await keys({ prefix: 'a/', limit: 2 }), ['a/1', 'a/2']);
      equal(await keys({ prefix: 'a/', after: 'a/2' }), ['a/3']);
      equal(await keys({ prefix: 'a/', after: 'b' }), []);
      equal(await store.transaction((tx) => tx.deleteBlobs('a/')), 3);
      equal(await keys({ prefix: '' }), ['a', 'b/1', 'ä/ü']);
      equal(await store.readBlob('a/1'), undefined);
      equal(await failure(store.transaction((tx) => tx.putBlob('', bytesOf('x')))), 'bad-blob-key');
    },
  },
  {
    name: 'the object cache retains the most recently used objects',
    run: async (open) => {
      const store = await open();
      let now = 0;
      const cache = new ObjectCache(store, 'modules', () => now);
      for (const key of ['a', 'b', 'c']) await cache.put(key, bytesOf('12345'));
      await cache.put('c', bytesOf('54321'));
      // Usage times are recorded in milliseconds, so the next millisecond must have begun.
      for (const before = Date.now(); Date.now() === before; )
        await new Promise((resolve) => setTimeout(resolve, 1));
      now = Date.now() + 2 * 3600 * 1000;
      equal(new TextDecoder().decode(await cache.get('c')), '54321');
      equal(await cache.evict({ maxSizeBytes: 10, keep: new Set(['b']) }), 1);
      equal([(await cache.get('a'))?.length, (await cache.get('b'))?.length], [undefined, 5]);
      equal(await cache.evict({ usedSince: Number.MAX_SAFE_INTEGER }), 2);
      equal(await cache.get('b'), undefined);
    },
  },
];

const wholeStoreCases: ContractCase[] = [
  {
    name: "an installation's secrets are created once; a reset creates new secrets and removes everything",
    run: async (open) => {
      const store = await open();
      const [first, again] = await Promise.all([loadInstallation(store), loadInstallation(store)]);
      equal(first, again);
      equal(/^[0-9a-f]{64}$/.test(first.secret) && first.secret !== first.salt, true);
      await addNotes(store, [{ id: 'a' }]);
      await store.transaction((tx) => tx.putBlob('k', bytesOf('x')));
      await store.reset();
      equal([await store.get(notes, 'a'), await store.blobInfo('k')], [undefined, undefined]);
      equal((await loadInstallation(store)).secret === first.secret, false);
    },
  },
  {
    name: 'an import of an export replaces everything in another store, and preserves the order',
    run: async (open) => {
      const [source, target] = [await open(), await open()];
      await addNotes(source, [{ id: 'b' }, { id: 'a', status: 's' }, { id: 'c', createdAt: 1 }]);
      await source.transaction(async (tx) => {
        await tx.appendChunk('out', bytesOf('one'));
        await tx.appendChunk('out', bytesOf('two'));
        await tx.putBlob('empty', new Uint8Array(0));
      });
      await addNotes(target, [{ id: 'gone' }]);
      const pieces: Uint8Array[] = [];
      for await (const piece of exportStore(source)) {
        // Split at arbitrary positions, because readers must not depend on chunk boundaries.
        for (let at = 0; at < piece.length; at += 7) pieces.push(piece.slice(at, at + 7));
      }
      let ended = 0;
      const replay = async function* (count: number) {
        try {
          yield* pieces.slice(0, count);
          // Behaves like a file, whose end is detected only by another read.
          yield new Uint8Array(0);
        } finally {
          ended += 1;
        }
      };
      equal(await failure(importStore(target, replay(pieces.length - 3))), 'bad-export');
      const foreign = importStore(target, replay(pieces.length), { findProblem: () => 'it is foreign' });
      equal(await failure(foreign), 'bad-export');
      // The source of a rejected archive is closed as well.
      equal(ended, 2);
      equal(await failure(importStore(target, piecesOf('not an export\n'))), 'bad-export');
      const twice = { ...(await source.get(notes, 'a'))!, kind: 'note' };
      const doubled = [
        '{"format":"haze-export","version":1,"schema":1}',
        { record: twice },
        { record: twice },
        { end: { records: 2, blobs: 0 } },
      ];
      const text = doubled.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
      equal(await failure(importStore(target, piecesOf(`${text}\n`))), 'bad-export');
      // The same ID at a different position in the order.
      const elsewhere = { ...twice, order: `${twice.order.slice(0, -1)}f` };
      const moved = [
        doubled[0],
        ...[{ record: twice }, { record: elsewhere }, doubled[3]].map((line) => JSON.stringify(line)),
      ];
      equal(await failure(importStore(target, piecesOf(`${moved.join('\n')}\n`))), 'bad-export');
      equal(
        await failure(importStore(target, piecesOf(`${text.replace('"order"', '"x"')}\n`))),
        'bad-export',
      );
      equal(await listIds(target, {}), ['gone']);
      await importStore(target, replay(pieces.length));
      equal(ended, 3);
      equal(await listIds(target, {}), ['c', 'b', 'a']);
      equal(await target.get(notes, 'a'), await source.get(notes, 'a'));
      equal(await collect(await target.readBlob('out')), ['one', 'two']);
      equal((await target.blobInfo('empty'))?.sizeBytes, 0);
      await addNotes(target, [{ id: 'd' }]);
      equal(await listIds(target, {}), ['c', 'b', 'a', 'd']);
    },
  },
  {
    name: 'a closed store reports that it is closed',
    run: async (open) => {
      const store = await open();
      await store.close();
      await store.close();
      equal(await failure(store.get(notes, 'a')), 'store-closed');
      equal(await failure(addNotes(store, [{ id: 'a' }])), 'store-closed');
    },
  },
];

/** All cases. */
export const storeContract: readonly ContractCase[] = [
  ...recordCases,
  ...transactionCases,
  ...blobCases,
  ...wholeStoreCases,
];
