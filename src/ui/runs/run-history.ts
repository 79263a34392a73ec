// The runs of the page's program, as the service keeps them: tasks that were given this tab's folder, with their builds. Which
// of them are of the program that is open is told by their sources: going back from the newest, a run belongs to it as long
// as half of its lines are those of the run after it.
import type { Bucket, Build, Task } from '../service/service-records.ts';
import { describeChanges, findChanges } from './text-changes.ts';

export interface KeptRun {
  /** From 1, the oldest first. */
  readonly number: number;
  readonly task: Task;
  readonly build: Build;
  /** '' for a project, whose files the record does not hold. */
  readonly source: string;
  /** What has changed in the source since the run before; '' for the first. */
  readonly change: string;
}

/** Of the service, what this takes. */
export interface HistoryClient {
  readBucket(id: string): Promise<Pick<Bucket, 'Name'>>;
  listTasks(startKey?: string): Promise<Page<Task>>;
  listBuilds(startKey?: string): Promise<Page<Build>>;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** What the list shows at most, and pages that are asked for. */
const MOST_RUNS = 100;
const MOST_PAGES = 12;
/** Of all tabs, those among which this one's are looked for. */
const MOST_TASKS = 300;

/**
 * The runs, newest first.
 * @param folder name of the buckets that the tab's tasks have as their folder: a new one after each load of the page
 */
export async function loadRuns(client: HistoryClient, folder: string): Promise<readonly KeptRun[]> {
  const all = await collect((key) => client.listTasks(key), isGivenFiles, MOST_TASKS);
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
    return build ? [{ task, build, source: build.Application.SourceCode?.Code ?? '' }] : [];
  });
  return numberRuns(keepOfOneProgram(runs));
}

function isGivenFiles({ DataSources }: Task): boolean {
  return DataSources.length > 0;
}

/** IDs of the buckets with this name; one that is gone has none. */
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

/** Of runs from the newest on those up to where another program was open. */
export function keepOfOneProgram(runs: readonly Run[]): Run[] {
  const end = runs.findIndex((run, i) => i > 0 && !isOfSameProgram(run.source, runs[i - 1]!.source));
  return runs.slice(0, end < 0 ? runs.length : end);
}

function isOfSameProgram(before: string, after: string): boolean {
  if (before === after) return true;
  const change = findChanges(before, after);
  if (!change) return false;
  const lines = countLines(before);
  return 2 * (lines - change.removed) >= Math.min(lines, countLines(after));
}

function countLines(text: string): number {
  return text.split('\n').length - Number(text.endsWith('\n'));
}

function numberRuns(runs: readonly Run[]): KeptRun[] {
  return runs.map((run, i) => {
    const before = runs[i + 1];
    const change = before === undefined ? '' : describeChanges(findChanges(before.source, run.source));
    return { ...run, number: runs.length - i, change };
  });
}
