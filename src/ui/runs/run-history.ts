// A program's runs in the service: the tasks that use the program's folder, and their builds.
import type { Page } from '../service/service-client.ts';
import type { Bucket, Build, Task } from '../service/service-records.ts';
import { describeChanges, findChanges, type TextChange } from './text-changes.ts';

export interface KeptRun {
  /** The run's 1-based number, oldest first. */
  readonly number: number;
  readonly task: Task;
  readonly build: Build;
  /** The source; undefined for a project, because the record contains no files. */
  readonly source: string | undefined;
  /** Changes in the source since the previous run; '' for the first run. */
  readonly change: string;
}

/** Methods of the service that the history calls. */
export interface HistoryClient {
  readBucket(id: string): Promise<Pick<Bucket, 'Name'>>;
  listTasks(startKey?: string): Promise<Page<Task>>;
  listBuilds(startKey?: string): Promise<Page<Build>>;
}

/** Maximum number of runs listed. */
const MOST_RUNS = 100;
/** Maximum number of pages loaded. */
const MOST_PAGES = 12;
/** Maximum number of tasks searched for the program's tasks. */
const MOST_TASKS = 300;

/**
 * Loads the runs, newest first.
 * @param folder name of the program's bucket, or of several buckets if the browser stores no ID
 */
export async function loadRuns(client: HistoryClient, folder: string): Promise<readonly KeptRun[]> {
  const all = await collect(
    (key) => client.listTasks(key),
    ({ DataSources }) => DataSources.length > 0,
    MOST_TASKS,
  );
  const folders = await findFolders(client, all, folder);
  const isOwn = ({ DataSources }: Task) => DataSources.some(({ ResourceID }) => folders.has(ResourceID));
  const tasks = all.filter(isOwn).slice(0, MOST_RUNS);
  const wanted = new Set(tasks.map(({ BuildID }) => BuildID));
  const builds = await collect(
    (key) => client.listBuilds(key),
    ({ BuildID }) => wanted.has(BuildID),
    wanted.size,
  );
  const byId = new Map(builds.map((build) => [build.BuildID, build]));
  const runs = tasks.flatMap((task) => {
    const build = byId.get(task.BuildID);
    return build ? [{ task, build, source: build.Application.SourceCode?.Code }] : [];
  });
  return numberRuns(runs);
}

/** IDs of the buckets with this name, without deleted buckets. */
async function findFolders(
  client: HistoryClient,
  tasks: readonly Task[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const ids = [
    ...new Set(tasks.flatMap(({ DataSources }) => DataSources.map(({ ResourceID }) => ResourceID))),
  ];
  const names = await Promise.all(
    ids.map((id) =>
      client.readBucket(id).then(
        ({ Name }) => Name,
        () => undefined,
      ),
    ),
  );
  return new Set(ids.filter((_, i) => names[i] === folder));
}

async function collect<Item>(
  read: (startKey?: string) => Promise<Page<Item>>,
  isWanted: (item: Item) => boolean,
  most: number,
): Promise<Item[]> {
  const found: Item[] = [];
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.length < most; page += 1) {
    const answer: Page<Item> = await read(next);
    found.push(...answer.items.filter(isWanted));
    next = answer.next;
    if (next === undefined) break;
  }
  return found.slice(0, most);
}

type Run = Pick<KeptRun, 'task' | 'build' | 'source'>;

function numberRuns(runs: readonly Run[]): KeptRun[] {
  return runs.map((run, i) => {
    const before = runs[i + 1];
    const change = before === undefined ? '' : describeChanges(findSourceChange(before, run));
    return { ...run, number: runs.length - i, change };
  });
}

/** Changes in the source between two runs; a sentence if the records contain no source. */
export function findSourceChange(before: Run, after: Run): TextChange | string | undefined {
  if (before.source !== undefined && after.source !== undefined)
    return findChanges(before.source, after.source);
  const [old, now] = [before, after].map(({ build }) => build.Application.Repository?.ResolvedCommit);
  if (!old || !now) return 'not saved for projects';
  return old === now ? 'the same commit' : `commit ${now.slice(0, 7)} after ${old.slice(0, 7)}`;
}
