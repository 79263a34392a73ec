// The process that kill-9.test.ts kills. It writes to a folder endlessly, and reports each acknowledged write as a line
// on stdout. When run as a reader alongside the writers, it instead reports the data that it reads. Its arguments are
// the folder, the seed and `reader`.

import { recordType, type Transaction } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { createRandom } from './seeded-random.ts';

const accounts = recordType<{ balance: number }>('account');
const entries = recordType<{ amount: number }>('entry');
const noise = recordType<{ text: string }>('noise');
const [folder, seed, role] = process.argv.slice(2);
if (!folder || !seed) throw new TypeError('usage: writer-process FOLDER SEED');
const random = createRandom(Number(seed));
const store = await openFolderStore(folder);

async function replaceNoise(tx: Transaction, text: string): Promise<void> {
  if (await tx.get(noise, 'noise')) await tx.update(noise, 'noise', { body: { text } });
  else await tx.insert(noise, { id: 'noise', owner: 'ann', createdAt: 0, body: { text } });
}

/** Adds an entry, adds its amount to the balance, and stores a chunk with the same amount, all in one transaction. */
async function book(id: string, amount: number): Promise<void> {
  await store.transaction(async (tx) => {
    const account = await tx.get(accounts, 'sum');
    const balance = (account?.body.balance ?? 0) + amount;
    if (account) await tx.update(accounts, 'sum', { body: { balance } });
    else await tx.insert(accounts, { id: 'sum', owner: 'ann', createdAt: 0, body: { balance } });
    await tx.insert(entries, { id, owner: 'ann', createdAt: 0, body: { amount } });
    await tx.appendChunk('amounts', new TextEncoder().encode(`${amount}\n`));
    // Writes data that is obsolete immediately, so that the log is soon merged into the database.
    await replaceNoise(tx, 'x'.repeat(8000));
    if (amount % 7 === 0) await tx.putBlob('last', new TextEncoder().encode(`${balance}`.repeat(5000)));
  });
  if (role !== 'reader') process.stdout.write(`${id}\n`);
}

/** Reports every entry as soon as it appears in a list. */
async function reportWhatIsShown(): Promise<void> {
  for (const shown = new Set<string>(); ; await new Promise(setImmediate)) {
    const { records } = await store.list(entries, { limit: 10, descending: true });
    for (const { id } of records.filter(({ id }) => !shown.has(id))) {
      shown.add(id);
      process.stdout.write(`${id}\n`);
    }
  }
}
if (role === 'reader') void reportWhatIsShown();

for (let round = 0; ; round += 1) {
  const works = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) =>
    book(`${process.pid}-${round}-${index}`, Math.floor(random() * 100)),
  );
  await Promise.all(works);
}
