// Metrics of a server or worker for Prometheus. Counters belong to this process. The numbers of waiting and running
// jobs are read from the store on each scrape, so all processes that share it report the same numbers.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { builds, tasks } from '../../jobs/records/records.ts';
import { UNFINISHED_STATUSES } from '../../jobs/records/states.ts';
import { type PartStatus, parts } from '../../jobs/tasks/part-records.ts';
import type { Store } from '../../store/contract/store.ts';
import type { LogEvent } from '../logs/log-events.ts';

export interface Metrics {
  observe(event: LogEvent): void;
  /** Metrics in Prometheus's text format. @throws HazeError the store's errors */
  text(): Promise<string>;
  readonly contentType: string;
}

/** In seconds: a small task takes hundredths of a second, a repository minutes. */
const JOB_BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 1200];
const REQUEST_BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

/** Statuses of task parts that are waiting for an executor or are being run by one. */
const PART_STATUSES = ['Accepted', 'In Progress', 'Rescheduled'] as const satisfies readonly PartStatus[];

/** First path segments with their own metric; all other paths share one, to limit the number of metrics. */
const FAMILIES: ReadonlySet<string> = new Set(
  (
    'sourcecode builds tasks repositories cores keys users buckets drives files samples plot presigned ' +
    'webhooks health metrics openapi.json admin'
  ).split(' '),
);

function familyOf(path: string): string {
  const [, first = ''] = path.split('/');
  return FAMILIES.has(first) ? first : 'other';
}

/** Starts counting. */
export function createMetrics(store: Pick<Store, 'count'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'haze_jobs',
    help: 'Unfinished builds and tasks in the store, by state; those that are Accepted or Rescheduled are waiting',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      for (const type of [builds, tasks]) {
        for (const status of UNFINISHED_STATUSES) {
          const isOther = status === (type.kind === 'build' ? 'In Progress' : 'Building');
          if (!isOther) this.set({ kind: type.kind, status }, await store.count(type, { status: [status] }));
        }
      }
    },
  });
  new Gauge({
    name: 'haze_parts',
    help: 'Parts of Reference tasks in the store, by state; those that are Accepted or Rescheduled are waiting to be claimed',
    labelNames: ['status'],
    registers,
    async collect() {
      for (const status of PART_STATUSES) {
        this.set({ status }, await store.count(parts, { status: [status] }));
      }
    },
  });
  const count = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const time = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = JOB_BUCKETS,
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  const partTimes = time(
    'haze_part_running_seconds',
    "Time that this process spent on parts of other processes' Reference tasks",
    ['result'],
  );
  const partRuns = count(
    'haze_part_runs_total',
    "Runs that this process performed for other processes' Reference tasks",
  );
  const waiting = time('haze_job_waiting_seconds', 'Time that jobs waited before this process started them', [
    'kind',
  ]);
  const running = time(
    'haze_job_running_seconds',
    'Run times of jobs in this process, from leaving the queue to finishing',
    ['kind', 'status'],
  );
  const built = count(
    'haze_builds_total',
    'Builds that finished in this process, by language and by whether the module of an identical build was reused',
    'language',
    'status',
    'reused',
  );
  const restarts = count('haze_job_restarts_total', 'Jobs that this process restarted', 'kind');
  const requests = time(
    'haze_request_seconds',
    'Requests and their response times, by the first segment of the path',
    ['method', 'path', 'status'],
    REQUEST_BUCKETS,
  );
  const compilerHeld = new Gauge({
    name: 'haze_compiler_memory_bytes',
    help: "Memory held by this process's compiler when it was last measured: after a build, or when it was loaded to replace another",
    registers,
  });
  const compilersEnded = count(
    'haze_compilers_replaced_total',
    'Compilers replaced in this process, by reason: memory, died, cancelled or time-limit',
    'reason',
  );
  const errors = count('haze_errors_total', 'Errors in Haze itself or in its store');
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe(event) {
      switch (event.what) {
        case 'request':
          requests.observe(
            { method: event.method, path: familyOf(event.path), status: event.status },
            event.tookMs / 1000,
          );
          return;
        case 'started':
          waiting.observe({ kind: event.kind }, event.waitedMs / 1000);
          if (event.isRestart) restarts.inc({ kind: event.kind });
          return;
        case 'ended':
          running.observe({ kind: event.kind, status: event.status }, event.ranMs / 1000);
          if (event.build) {
            const { language, isReused } = event.build;
            built.inc({ language, status: event.status, reused: String(isReused) });
          }
          return;
        case 'part':
          partTimes.observe({ result: event.result }, event.ranMs / 1000);
          if (event.result === 'done') partRuns.inc(event.runs);
          return;
        case 'compiler-held':
          compilerHeld.set(event.heldBytes);
          return;
        case 'compiler-ended':
          compilersEnded.inc({ reason: event.reason });
          return;
        case 'error':
          errors.inc();
          return;
        default:
          return;
      }
    },
  };
}
