// Services that the API uses. The API is a function of a request and these services; it stores no state between
// requests.
import type { Store } from '../../store/contract/store.ts';
import type { RequestRate } from './request-rate.ts';

/** An account's usage limits. Each is off unless set. */
export interface Quotas {
  /** Maximum number of builds created within the last 24 hours. */
  readonly buildsPerDay?: number;
  /** Maximum number of tasks created within the last 24 hours. */
  readonly tasksPerDay?: number;
  /** Maximum number of waiting or running builds; the same maximum applies separately to tasks. */
  readonly unfinishedJobs?: number;
  /** Maximum total size of the account's files. */
  readonly storageBytes?: number;
  /** Maximum number of requests per minute with the account's keys, on each server. */
  readonly requestsPerMinute?: number;
  /** Maximum number of runs for a task on a Reference core. */
  readonly runsPerTask?: number;
  /** Maximum total number of runs for Reference-core tasks created within the last 24 hours. */
  readonly runsPerDay?: number;
  /** Maximum memory of a task's core, for the program and its distributions. */
  readonly taskMemoryBytes?: number;
}

/** Limits for all accounts together. Each is off unless set. */
export interface InstallationLimits {
  /** Maximum number of waiting builds and tasks. */
  readonly maxQueuedJobs?: number;
  /** Maximum total size of all accounts' files. */
  readonly maxStorageBytes?: number;
  /** Longest time limit, in seconds, that a task may request and the executors allow. Never off: 60 unless set. */
  readonly maxTaskSeconds?: number;
  /** Maximum number of requests per minute with any key, on each server. */
  readonly maxRequestsPerMinute?: number;
  /** Maximum total number of runs for Reference-core tasks created within the last 24 hours. */
  readonly maxRunsPerDay?: number;
}

/** Settings of the API, with their defaults. */
export class ApiSettings {
  /** Path under which the API responds, such as `/haze`; `''` for the root. No trailing slash. */
  readonly basePath: string = '';
  /** Public address of the service, such as `https://haze.example`; default: the request's address. */
  readonly publicAddress?: string;
  /** Maximum size of a JSON body, in bytes. */
  readonly maxBodyBytes: number = 10 * 1024 * 1024;
  /** Maximum size of an uploaded file, in bytes. */
  readonly maxFileBytes: number = 2 * 1024 ** 3;
  /** Maximum size of a stream included in a response, in bytes. */
  readonly maxInlineBytes: number = 5_000_000;
  /** Allowed repository hosts; `*` for any. */
  readonly repositoryHosts: readonly string[] = ['github.com'];
  readonly quotas: Quotas = {};
  readonly limits: InstallationLimits = {};
  /** Allowed webhook hosts; `loopback` for the machine itself, `*` for any. */
  readonly webhookHosts: readonly string[] = ['loopback'];
  /** True to reject unknown query parameters and fields; otherwise `Haze-Notice` lists them. */
  readonly isStrict: boolean = false;
  /** Prefix of new keys, before an underscore: a letter, followed by letters and digits, all lower case. */
  readonly keyPrefix: string = 'scce';
}

export const defaultSettings = new ApiSettings();

/** The most recently read salt for key hashes, so that most requests need not read it. */
export interface SaltMemory {
  salt?: string;
}

/** A fault in Haze, for the log; the response has the same `id`. */
export interface ErrorReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly error: unknown;
}

/** A `Haze-Notice` notice, for the log. */
export interface NoticeReport {
  readonly method: string;
  readonly path: string;
  readonly notice: string;
}

export interface Services {
  readonly store: Store;
  /** Executor of builds and tasks. `announce`: checks the store for new work and cancelled jobs. */
  readonly jobs: { announce(): void };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic time in milliseconds, for durations in responses; default: the platform's clock. */
  readonly elapsed?: () => number;
  /** Returns random bytes suitable for secrets. */
  readonly random: (sizeBytes: number) => Uint8Array;
  /** Converts an SVG image to a PNG file. */
  readonly rasterise: (svg: string) => Promise<Uint8Array>;
  /** Counts each account's requests; absent for no limits. */
  readonly requestRate?: RequestRate;
  /** Counts the requests of all accounts together. */
  readonly totalRate?: RequestRate;
  /** Cached salt. It may be out of date: a key that does not match makes the API reread the salt. */
  readonly saltMemory?: SaltMemory;
  readonly reportError: (report: ErrorReport) => void;
  readonly reportNotice?: (report: NoticeReport) => void;
  readonly settings: ApiSettings;
}

/** Epoch seconds, as stored in records. */
export function nowSeconds(services: Services): number {
  return toSeconds(services.now());
}

/** Converts epoch milliseconds to whole epoch seconds. */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
