// The service's client: makes the page's calls to the REST interface, each with the key. Errors contain the service's
// own message.
import { HazeError } from '../../errors/haze-error.ts';
import type {
  Bucket,
  Build,
  BuildDiagnostics,
  BuildOutputs,
  Core,
  CoreList,
  Diagnostic,
  FileItem,
  FileList,
  NewBuild,
  NewCore,
  NewRepository,
  NewRepositoryBuild,
  NewTask,
  Repository,
  Samples,
  Task,
  TaskOutputs,
} from './service-records.ts';

/** A page of records, newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The key of the next page; undefined for the last page. */
  readonly next: string | undefined;
}

export interface ServiceClientOptions {
  readonly base: string;
  readonly key: string;
  readonly fetch: typeof fetch;
}

export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /** Lists the default cores, followed by the account's own cores. */
  async listCores(): Promise<Core[]> {
    const [known, custom] = await Promise.all([
      this.#call<CoreList>('GET', '/cores?default=true'),
      this.#call<CoreList>('GET', '/cores'),
    ]);
    return [...known.Cores, ...custom.Cores];
  }

  createCore(wish: NewCore): Promise<Core> {
    return this.#call('POST', '/cores', wish);
  }

  createBuild(wish: NewBuild): Promise<Build> {
    return this.#call('POST', '/sourcecode/builds', wish);
  }

  readBuild(id: string): Promise<Build> {
    return this.#call('GET', `/builds/${id}`);
  }

  /** A page of the account's builds. */
  listBuilds(startKey?: string): Promise<Page<Build>> {
    return this.#list('Builds', startKey);
  }

  cancelBuild(id: string): Promise<Build> {
    return this.#call('POST', `/builds/${id}/cancel`);
  }

  /** A completed build's log; '' if there is none. */
  async readBuildLog(id: string): Promise<string> {
    const { Build } = await this.#call<BuildOutputs>('GET', `/builds/${id}/outputs`);
    return Build === undefined ? '' : (await this.download(Build)).text();
  }

  /** The linked module of a build that has one. */
  async readModule(id: string): Promise<Blob> {
    const { url } = await this.#call<{ url: string }>('GET', `/builds/${id}/binary`);
    return (await this.download(url)).blob();
  }

  async listDiagnostics(id: string): Promise<readonly Diagnostic[]> {
    return (await this.#call<BuildDiagnostics>('GET', `/builds/${id}/diagnostics`)).Diagnostics;
  }

  createTask(buildId: string, wish: NewTask): Promise<Task> {
    return this.#call('POST', `/builds/${buildId}/tasks`, wish);
  }

  readTask(id: string): Promise<Task> {
    return this.#call('GET', `/tasks/${id}`);
  }

  /** A page of the account's tasks. */
  listTasks(startKey?: string): Promise<Page<Task>> {
    return this.#list('Tasks', startKey);
  }

  cancelTask(id: string): Promise<Task> {
    return this.#call('POST', `/tasks/${id}/cancel`);
  }

  /** URLs of a task's current output, which must not be empty. */
  readOutputs(id: string): Promise<TaskOutputs> {
    return this.#call('GET', `/tasks/${id}/outputs`);
  }

  /** Reads one output stream of a completed task whose program has started. */
  async readStream(id: string, stream: 'Stdout' | 'Stderr'): Promise<string> {
    const response = await this.#send('GET', `/tasks/${id}/output/${stream}`);
    if (!response.ok) throw await toError(response);
    return response.text();
  }

  /** Downloads from a signed URL. */
  async download(url: string): Promise<Response> {
    const response = await this.#options.fetch(url);
    if (!response.ok) throw await toError(response);
    return response;
  }

  /** Samples of a value from a task on a Reference core: at most `count`, in the order of the runs. */
  async readSamples(taskId: string, valueId: string, count: number): Promise<Float64Array> {
    const samples: number[] = [];
    let token = '';
    do {
      const path = `/tasks/${taskId}/values/${valueId}/samples?count=${count}${token}`;
      const page = await this.#call<Samples>('GET', path);
      for (const sample of page.Samples) samples.push(Number(sample));
      const { ContinuationToken: next } = page;
      token = next === undefined ? '' : `&continuationToken=${encodeURIComponent(next)}`;
      if (page.Samples.length === 0) break;
    } while (token !== '' && samples.length < count);
    return Float64Array.from(samples);
  }

  /** Uploads a zip as the repository with this address. */
  async importRepository(url: string, zip: Uint8Array): Promise<void> {
    const path = `/repositories/imports?RemoteURL=${encodeURIComponent(url)}`;
    const headers = { 'Content-Type': 'application/zip' };
    await this.#read(await this.#send('PUT', path, { body: zip, headers }));
  }

  forgetImport(url: string): Promise<unknown> {
    return this.#call('DELETE', `/repositories/imports?RemoteURL=${encodeURIComponent(url)}`);
  }

  connectRepository(config: NewRepository): Promise<Repository> {
    return this.#call('POST', '/repositories', config);
  }

  disconnectRepository(id: string): Promise<unknown> {
    return this.#call('DELETE', `/repositories/${id}`);
  }

  createRepositoryBuild(id: string, wish: NewRepositoryBuild): Promise<Build> {
    return this.#call('POST', `/repositories/${id}/builds`, wish);
  }

  createBucket(name: string): Promise<Bucket> {
    return this.#call('POST', '/buckets', { Name: name, Read: true, Write: true });
  }

  readBucket(id: string): Promise<Bucket> {
    return this.#call('GET', `/buckets/${id}`);
  }

  async writeFile(path: string, content: Uint8Array): Promise<void> {
    const headers = { 'Content-Type': 'application/octet-stream' };
    await this.#read(await this.#send('PUT', addressOf(path), { body: content, headers }));
  }

  async deleteFile(path: string): Promise<void> {
    await this.#send('DELETE', addressOf(path));
  }

  /** Lists all files under a folder. */
  async listFiles(folder: string): Promise<readonly FileItem[]> {
    const found: FileItem[] = [];
    let next = '';
    do {
      const path = `/files?path=${encodeURIComponent(folder)}${next}`;
      const page = await this.#call<FileList>('GET', path);
      found.push(...page.items);
      const { nextContinuationToken: token } = page;
      next = token === undefined ? '' : `&startKey=${encodeURIComponent(token)}`;
    } while (next !== '');
    return found;
  }

  async readFile(path: string): Promise<Blob> {
    const headers = { Accept: 'application/octet-stream' };
    const response = await this.#send('GET', addressOf(path), { headers });
    if (!response.ok) throw await toError(response);
    return response.blob();
  }

  async #list<Item>(name: 'Builds' | 'Tasks', startKey: string | undefined): Promise<Page<Item>> {
    const query = startKey === undefined ? '' : `?startKey=${encodeURIComponent(startKey)}`;
    const page = await this.#call<Record<string, unknown>>('GET', `/${name.toLowerCase()}${query}`);
    return { items: page[name] as Item[], next: page.ContinuationKey as string | undefined };
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.#read<T>(
      await this.#send(method, path, { headers: { 'Content-Type': 'application/json' }, ...json }),
    );
  }

  #send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
  ): Promise<Response> {
    const { base, key, fetch } = this.#options;
    const { 'Content-Type': type, ...rest } = headers;
    const sent = {
      ...rest,
      Authorization: key,
      ...(body !== undefined && type ? { 'Content-Type': type } : {}),
    };
    return fetch(base + path, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: body as BodyInit }),
    });
  }

  async #read<T>(response: Response): Promise<T> {
    if (!response.ok) throw await toError(response);
    return (await response.json()) as T;
  }
}

function addressOf(path: string): string {
  const parts = path.split('/');
  // URL parsing resolves these parts, so the request would reach another file or resource.
  if (parts.some((part) => part === '.' || part === '..'))
    throw new HazeError('invalid-request', `"${path.slice(0, 80)}" is not the path of a file.`);
  return `/files/${parts.map(encodeURIComponent).join('/')}`;
}

async function toError(response: Response): Promise<HazeError> {
  const answer = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  const message = answer.message ?? `The service returned status ${response.status}.`;
  return HazeError.fromJSON({
    code: answer.code ?? 'request-failed',
    message,
    data: { status: response.status },
  });
}
