// The service in this process. Its parts (API, executor, workers) are real, except for the network address. Tests
// connect repositories, build them and run tasks as clients would.
import { createCloneClient } from '../../src/jobs/cloning/clone-client.ts';
import { CompileClient } from '../../src/jobs/compiling/compile-client.ts';
import { Executor } from '../../src/jobs/executing/executor.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeRunWorker } from '../../src/node/engine/node-run-worker.ts';
import { createNodeCloneWorker, createNodeCompileWorker } from '../../src/node/engine/serve-workers.ts';
import { runProgram } from '../../src/runtime/running/run-program.ts';
import { type Answer, ApiFixture } from '../api/api-fixture.ts';

const HOSTS = ['127.0.0.1'];

export interface RepositoryConfig {
  readonly RemoteURL: string;
  readonly Commit?: string;
  readonly Branch?: string;
  readonly BuildDirectory?: string;
  readonly Arguments?: string;
  readonly [field: string]: unknown;
}

export interface EndedBuild {
  readonly id: string;
  readonly status: string;
  readonly message: string;
  readonly log: string;
  readonly record: Answer;
}

export interface EndedTask {
  readonly status: string;
  readonly message: string;
  readonly stdout: string;
  readonly stderr: string;
}

export class TestService {
  readonly fixture: ApiFixture;
  readonly executor: Executor;
  /** The key of the account that makes the requests. */
  key: string;
  readonly #builder = new CompileClient({ createWorker: createNodeCompileWorker });

  private constructor(fixture: ApiFixture, kernels: WebAssembly.Module) {
    this.fixture = fixture;
    this.key = fixture.ann.key;
    this.executor = new Executor({
      store: fixture.store,
      rewritingVersion: async () => '1',
      builder: this.#builder,
      run: (request) => runProgram(request, { kernels, createWorker: createNodeRunWorker }),
      runReference: () => Promise.reject(new Error('no Reference task is made here')),
      loadKernels: () => Promise.reject(new Error('no distribution is joined here')),
      repositories: {
        take: createCloneClient(createNodeCloneWorker),
        settings: { hosts: HOSTS, retryMs: [1] },
      },
      isAlone: true,
      reportError: (error) => console.error(error),
    });
    fixture.services.jobs.announce = () => this.executor.announce();
  }

  static async open(): Promise<TestService> {
    const fixture = await ApiFixture.open({ repositoryHosts: HOSTS });
    return new TestService(fixture, await loadKernels());
  }

  async connect(config: RepositoryConfig): Promise<string> {
    const defaults = { Commit: 'HEAD', Branch: '', BuildDirectory: 'src', Arguments: '' };
    const { status, body } = await this.#call('POST', '/repositories', { ...defaults, ...config });
    if (status !== 201) throw new Error(`POST /repositories: ${status} ${JSON.stringify(body)}`);
    return body.RepositoryID;
  }

  async build(repositoryId: string, body: object = {}): Promise<EndedBuild> {
    return this.#endBuild(`/repositories/${repositoryId}/builds`, body);
  }

  buildSource(body: { readonly Code: string; readonly Language: string }): Promise<EndedBuild> {
    return this.#endBuild('/sourcecode/builds', body);
  }

  async #endBuild(path: string, wanted: object): Promise<EndedBuild> {
    const { body: begun } = await this.#call('POST', path, wanted);
    const record = await this.#untilEnded(`/builds/${begun.BuildID}`);
    const { body: outputs } = await this.#call('GET', `/builds/${begun.BuildID}/outputs`);
    const log =
      outputs.Build === undefined ? '' : (await this.fixture.call('GET', outputs.Build, { key: null })).body;
    return { id: begun.BuildID, status: record.Status, message: lastMessage(record), log, record };
  }

  async run(buildId: string, body: object = {}): Promise<EndedTask> {
    const { body: begun } = await this.#call('POST', `/builds/${buildId}/tasks`, body);
    const record = await this.#untilEnded(`/tasks/${begun.TaskID}`);
    const read = async (stream: string) =>
      (await this.#call('GET', `/tasks/${begun.TaskID}/output/${stream}`)).body;
    const [stdout, stderr] = [await read('Stdout'), await read('Stderr')];
    return { status: record.Status, message: lastMessage(record), stdout, stderr };
  }

  async close(): Promise<void> {
    await this.executor.stop(0);
    this.#builder.close();
  }

  #call(method: string, path: string, body?: object) {
    return this.fixture.call(method, path, { key: this.key, ...(body === undefined ? {} : { body }) });
  }

  async #untilEnded(path: string): Promise<Answer> {
    for (;;) {
      let changed: () => void = () => undefined;
      const change = new Promise<void>((resolve) => {
        changed = resolve;
      });
      const stop = this.fixture.store.onChange(() => changed());
      const { body } = await this.#call('GET', path);
      if (!['Completed', 'Stopped', 'Cancelled'].includes(body.Status)) await change;
      stop();
      if (['Completed', 'Stopped', 'Cancelled'].includes(body.Status)) return body;
    }
  }
}

function lastMessage(record: Answer): string {
  return record.StatusTransitions.at(-1).Message;
}
