// An API over an in-memory store, with a clock that only tests advance, seeded random numbers, and two separate
// accounts. `Executor` replaces the real executor: it finishes jobs as a test requires.

import { createAccount } from '../../src/api/accounts/users.ts';
import { type Api, createApi } from '../../src/api/create-api.ts';
import {
  type ApiSettings,
  defaultSettings,
  type ErrorReport,
  type Services,
} from '../../src/api/requests/services.ts';
import {
  buildLogKey,
  buildModuleKey,
  builds,
  type StreamName,
  taskStreamKey,
  tasks,
} from '../../src/jobs/records/records.ts';
import { type BuildStatus, type TaskStatus, takeStep } from '../../src/jobs/records/states.ts';
import { createNodeRasteriser } from '../../src/node/engine/assets.ts';
import type { ExportedRecord, Store } from '../../src/store/contract/store.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { createRandom } from '../store/seeded-random.ts';
import { ApiDescription } from './api-description.ts';

export const BASE = 'https://api.example';
export const PROGRAM = { Code: 'int main(void) { return 0; }', Language: 'C' };

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as clients do
export type Answer = any;

export interface Reply {
  readonly status: number;
  readonly body: Answer;
  readonly headers: Headers;
}

export interface CallOptions {
  /** Defaults to the first account's key; `null` sends no key. */
  readonly key?: string | null;
  /** The body, sent as JSON, or unchanged if it is a string. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Moves jobs through their states as an executor would. */
export class Executor {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async stepBuild(id: string, ...statuses: BuildStatus[]): Promise<void> {
    for (const status of statuses) {
      await this.#store.transaction(async (tx) => {
        const build = (await tx.get(builds, id))!;
        const step = { Status: status, Timestamp: this.#now(), Message: status.toLowerCase() };
        const body = { ...build.body, ...takeStep('build', build.status, build.body, step) };
        await tx.update(builds, id, { status, body });
      });
    }
  }

  async completeBuild(id: string): Promise<void> {
    await this.stepBuild(id, 'Initialising', 'Building', 'Completed');
    await this.#store.transaction(async (tx) => {
      const { body } = (await tx.get(builds, id))!;
      await tx.update(builds, id, { body: { ...body, BuildArtifactAvailable: true } });
      await tx.putBlob(buildLogKey(id), new TextEncoder().encode('clang main.c\nbuild completed\n'));
      await tx.putBlob(buildModuleKey(id), new Uint8Array([0, 97, 115, 109]));
    });
  }

  async stepTask(id: string, ...statuses: TaskStatus[]): Promise<void> {
    for (const status of statuses) {
      await this.#store.transaction(async (tx) => {
        const task = (await tx.get(tasks, id))!;
        const step = { Status: status, Timestamp: this.#now(), Message: status.toLowerCase() };
        const body = { ...task.body, ...takeStep('task', task.status, task.body, step) };
        await tx.update(tasks, id, { status, body });
      });
    }
  }

  /** Writes to the task's stdout as a running program would, one chunk per string. */
  async writeStdout(id: string, ...texts: string[]): Promise<void> {
    for (const text of texts) await this.#write(id, 'Stdout', text);
  }

  /** Writes to the task's stderr in the same way. */
  async writeStderr(id: string, text: string): Promise<void> {
    await this.#write(id, 'Stderr', text);
  }

  async #write(id: string, stream: StreamName, text: string): Promise<void> {
    const chunk = await gzip(text);
    await this.#store.transaction(async (tx) => {
      const { body } = (await tx.get(tasks, id))!;
      const none = { SizeInBytes: 0 };
      const streams = body.Streams ?? { Stdout: none, Stderr: none };
      const SizeInBytes = streams[stream].SizeInBytes + new TextEncoder().encode(text).length;
      const Streams = { ...streams, [stream]: { SizeInBytes } };
      await tx.update(tasks, id, { body: { ...body, Streams } });
      await tx.appendChunk(taskStreamKey(id, stream), chunk);
    });
  }

  /** Runs an accepted task to completion, with these strings on stdout. */
  async completeTask(id: string, ...texts: string[]): Promise<void> {
    await this.stepTask(id, 'Initialising', 'In Progress');
    await this.writeStdout(id, ...texts);
    await this.stepTask(id, 'Completed');
  }
}

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Opens an empty store, whose clock is `now`, in epoch milliseconds. */
export type OpenStore = (now: () => number) => Promise<Store>;

const START_MS = Date.UTC(2026, 0, 1);
let openOther: OpenStore | undefined;

/** Makes later fixtures use another kind of store instead of the one in memory. */
export function useStores(open: OpenStore): void {
  openOther = open;
}

/** Everything that an API test needs. */
export class ApiFixture {
  readonly store: Store;
  readonly services: Services;
  readonly api: Api;
  readonly executor: Executor;
  readonly reports: ErrorReport[] = [];
  announcements = 0;
  /** Epoch milliseconds. */
  timeMs = START_MS;
  ann = { userId: '', key: '' };
  bob = { userId: '', key: '' };

  constructor(settings: Partial<ApiSettings> = {}, store?: Store) {
    const next = createRandom(42);
    const random = (sizeBytes: number) => Uint8Array.from({ length: sizeBytes }, () => next() * 256);
    const now = () => this.timeMs;
    this.store = store ?? createMemoryStore({ now, random });
    this.services = {
      store: this.store,
      jobs: {
        announce: () => {
          this.announcements += 1;
        },
      },
      now,
      random,
      rasterise: createNodeRasteriser(),
      saltMemory: {},
      reportError: (report) => {
        this.reports.push(report);
      },
      settings: { ...defaultSettings, ...settings },
    };
    this.api = createApi(this.services);
    this.executor = new Executor(this.store, () => this.timeMs);
  }

  /** Creates the accounts. */
  static async open(settings: Partial<ApiSettings> = {}, store?: Store): Promise<ApiFixture> {
    let fixture: ApiFixture | undefined;
    const now = () => fixture?.timeMs ?? START_MS;
    fixture = new ApiFixture(settings, store ?? (await openOther?.(now)));
    fixture.ann = await createAccount(fixture.services, { username: 'ann' });
    fixture.bob = await createAccount(fixture.services, { username: 'bob' });
    return fixture;
  }

  /** Sends a request and reads the whole response, as JSON or text. Successful responses must match their schema. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const { key = this.ann.key, body, headers = {} } = options;
    const sent = new Headers(headers);
    if (key !== null) sent.set('Authorization', key);
    if (body !== undefined && !sent.has('Content-Type')) sent.set('Content-Type', 'application/json');
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const url = path.startsWith('http') ? path : BASE + this.services.settings.basePath + path;
    const request = new Request(url, {
      method,
      headers: sent,
      ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as string }),
    });
    const response = await this.api.fetch(request);
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
    const answer = isJson && text !== '' ? JSON.parse(text) : text;
    await this.#checkStatus(request, response.status);
    if (isJson && text !== '' && response.ok) await this.#checkAnswer(request, response.status, answer);
    return { status: response.status, headers: response.headers, body: answer };
  }

  #pathOf(request: Request): string {
    return new URL(request.url).pathname.slice(this.services.settings.basePath.length).replace(/\/$/, '');
  }

  /** Checks that the operation lists the response's status. */
  async #checkStatus(request: Request, status: number): Promise<void> {
    if (request.method === 'OPTIONS' || request.method === 'HEAD') return;
    const path = this.#pathOf(request);
    const operation = (await this.describe()).maybeFind(request.method, path);
    if (!operation || operation.statuses.has(status)) return;
    throw new Error(`${request.method} ${path} answered ${status}, and its route lists no such status`);
  }

  /** Checks a response against /openapi.json. */
  async #checkAnswer(request: Request, status: number, body: unknown): Promise<void> {
    const path = this.#pathOf(request);
    if (path === '/openapi.json') return;
    const description = await this.describe();
    const validator = description.validatorOf(description.find(request.method, path), status);
    if (!validator) throw new Error(`${request.method} ${path} is not described to answer ${status}`);
    const result = validator.safeParse(body);
    if (!result.success) {
      throw new Error(`${request.method} ${path} answered against its schema: ${result.error.message}`);
    }
    const operation = description.find(request.method, path);
    const undeclared = description.findUndeclared(operation.answers[status]!, body);
    if (undeclared.length > 0)
      throw new Error(`${request.method} ${path} answers what its schema lacks: ${undeclared.join(', ')}`);
  }

  /** The description from /openapi.json. All fixtures share it, because parsing is slow. */
  describe(): Promise<ApiDescription> {
    ApiFixture.#description ??= new ApiFixture().api
      .fetch(new Request(`${BASE}/openapi.json`))
      .then(async (response) => new ApiDescription(await response.json()));
    return ApiFixture.#description;
  }

  static #description: Promise<ApiDescription> | undefined;

  /** All records in the store. */
  async readRecords(): Promise<ExportedRecord[]> {
    const contents = this.store.readAll();
    const records: ExportedRecord[] = [];
    for await (const record of contents.records()) records.push(record);
    await contents.end?.();
    return records;
  }

  /** A waiting build. */
  async newBuild(options: CallOptions = {}): Promise<string> {
    return (await this.call('POST', '/sourcecode/builds', { body: PROGRAM, ...options })).body.BuildID;
  }

  /** A completed build. */
  async newCompletedBuild(options: CallOptions = {}): Promise<string> {
    const id = await this.newBuild(options);
    await this.executor.completeBuild(id);
    return id;
  }

  /** A pending task, with a separate build. */
  async newTask(options: CallOptions = {}): Promise<string> {
    const build = await this.newCompletedBuild(options);
    return (await this.call('POST', `/builds/${build}/tasks`, options)).body.TaskID;
  }
}
