// Opens a data folder in a separate process, reads from the folder, and prints the figures as JSON. Argument: the
// folder.
import { tasks } from '../../src/jobs/records/records.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';

const [folder, count = ''] = process.argv.slice(2);

async function measure(folder: string): Promise<void> {
  const startedMs = performance.now();
  const store = await openFolderStore(folder);
  const openMs = performance.now() - startedMs;
  const timesOf = async (times: number, work: (at: number) => Promise<unknown>) => {
    const found: number[] = [];
    for (let at = 0; at < times; at += 1) {
      const fromMs = performance.now();
      await work(at);
      found.push(performance.now() - fromMs);
    }
    return found;
  };
  const statusMs = await timesOf(2000, (at) => store.get(tasks, `tsk_${(at * 7919) % Number(count)}`));
  const pageMs = await timesOf(500, (at) =>
    store.list(tasks, { owner: `usr_${at % 10}`, status: ['Completed'], limit: 50, from: at * 100 }),
  );
  const megabytes = process.memoryUsage().rss / 2 ** 20;
  const exportedMs = performance.now();
  const used = process.cpuUsage();
  let bytes = 0;
  const contents = store.readAll();
  for await (const { body } of contents.records()) bytes += JSON.stringify(body).length;
  for await (const { chunks } of contents.blobs()) for await (const chunk of chunks()) bytes += chunk.length;
  await contents.end?.();
  const exportMs = performance.now() - exportedMs;
  const { user, system } = process.cpuUsage(used);
  const exportProcessorMs = (user + system) / 1000;
  const exportMegabytes = process.memoryUsage().rss / 2 ** 20;
  process.stdout.write(
    JSON.stringify({
      openMs,
      statusMs,
      pageMs,
      megabytes,
      bytes,
      exportMs,
      exportProcessorMs,
      exportMegabytes,
    }),
  );
  await store.close();
}

// The benchmark runner loads each module in this folder, without an argument.
if (folder !== undefined && process.argv[1]?.endsWith('open-folder.js')) await measure(folder);
