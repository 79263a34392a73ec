// Services that the API works with. The API is a function of a request and of these; it keeps nothing between requests.
import type { Store } from '../../store/contract/store.ts';
import type { RequestRate } from './request-rate.ts';

/** Limits of use of one account. Each is off unless set. */
export interface Quotas {
  /** Builds created within the last 24 hours. */
  readonly buildsPerDay?: number;
  /** Tasks created within the last 24 hours. */
  readonly tasksPerDay?: number;
  /** Builds and tasks, each, that wait or run. */
  readonly unfinishedJobs?: number;
  /** All files of the account together. */
  readonly storageBytes?: number;
  /** Requests with the account's keys a minute, of each server. */
  readonly requestsPerMinute?: number;
  /** Runs of one task on a Reference core. */
  readonly runsPerTask?: number;
  /** Runs of all tasks on Reference cores that were created within the last 24 hours. */
  readonly runsPerDay?: number;
  /** Memory of a task's core: of the program and its distributions. */
  readonly taskMemoryBytes?: number;
}

/** Limits of all accounts together. Each is off unless set. */
export interface InstallationLimits {
  /** Builds and tasks that wait. */
  readonly maxQueuedJobs?: number;
  /** All files of all accounts. */
  readonly maxStorageBytes?: number;
  /** Longest time limit that a task may request, in seconds, as its executors allow it. Never off: 60 unless set. */
  readonly maxTaskSeconds?: number;
  /** Requests with a key per minute, on each server. */
  readonly maxRequestsPerMinute?: number;
  /** Runs of all tasks on Reference cores that were created within the last 24 hours. */
  readonly maxRunsPerDay?: number;
}

export interface ApiSettings {
  /** Path below which the API answers, such as `/haze`; `''` for the root. No slash at the end. */
  readonly basePath: string;
  /** Public address of the service, such as `https://haze.example`; default: the address of the request. */
  readonly publicAddress?: string;
  /** Largest JSON body, in bytes. */
  readonly maxBodyBytes: number;
  /** Largest uploaded file, in bytes. */
  readonly maxFileBytes: number;
  /** Largest stream in a response itself, in bytes of text. */
  readonly maxInlineBytes: number;
  /** Allowed hosts of repositories; `*` for any. */
  readonly repositoryHosts: readonly string[];
  readonly quotas: Quotas;
  readonly limits: InstallationLimits;
  /** Allowed hosts of webhooks; `loopback` for the machine itself, `*` for any. */
  readonly webhookHosts: readonly string[];
  /** True to refuse unknown query parameters and fields; otherwise `Haze-Notice` lists them. */
  readonly isStrict: boolean;
  /** Prefix of new keys, before an underscore: a letter, then letters and digits, all lower case. */
  readonly keyPrefix: string;
}

export const defaultSettings: ApiSettings = {
  basePath: '',
  maxBodyBytes: 10 * 1024 * 1024,
  maxFileBytes: 2 * 1024 ** 3,
  maxInlineBytes: 5_000_000,
  repositoryHosts: ['github.com'],
  quotas: {},
  limits: {},
  webhookHosts: ['loopback'],
  isStrict: false,
  keyPrefix: 'scce',
};

/** The last salt of keys' hashes, so that most requests need not read it. */
export interface SaltMemory {
  salt?: string;
}

/** A fault of Haze, for the log: the response has the same `id`. */
export interface ErrorReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly error: unknown;
}

/** A notice of `Haze-Notice`, for the log. */
export interface NoticeReport {
  readonly method: string;
  readonly path: string;
  readonly notice: string;
}

export interface Services {
  readonly store: Store;
  /** The executor of builds and tasks. `announce`: looks into the store for new work and cancelled jobs. */
  readonly jobs: { announce(): void };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a stopwatch, for durations in responses; default: the platform's. */
  readonly elapsed?: () => number;
  /** Returns random bytes, fit for secrets. */
  readonly random: (sizeBytes: number) => Uint8Array;
  /** Makes a PNG file of a picture. */
  readonly rasterise: (svg: string) => Promise<Uint8Array>;
  /** Counts the requests of each account; absent for no limits. */
  readonly requestRate?: RequestRate;
  /** Counts the requests of all accounts. */
  readonly totalRate?: RequestRate;
  /** Remembered salt. It may be old: a key that does not match makes the API read it again. */
  readonly saltMemory?: SaltMemory;
  readonly reportError: (report: ErrorReport) => void;
  readonly reportNotice?: (report: NoticeReport) => void;
  readonly settings: ApiSettings;
}

/** Epoch seconds, as records have them. */
export function nowSeconds(services: Services): number {
  return toSeconds(services.now());
}

/** Epoch milliseconds as whole epoch seconds. */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
