// A store with an executor on it, whose builds and runs a test controls.

import { Executor } from '../../src/jobs/executing/executor.ts';
import type { ExecutorOptions } from '../../src/jobs/executing/executor-options.ts';
import type { Builder } from '../../src/jobs/records/builder.ts';
import {
  type BuildBody,
  buildModuleKey,
  builds,
  type TaskBody,
  taskStreamKey,
  tasks,
} from '../../src/jobs/records/records.ts';
import { beginHistory, type JobStatus, takeStep } from '../../src/jobs/records/states.ts';
import type { BuildOutput } from '../../src/program/built-program.ts';
import type { RunOutcome } from '../../src/runtime/running/run-outcome.ts';
import type { RunRequest } from '../../src/runtime/running/run-program.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { CONTRACT_VERSION } from '../../src/uxhw/contract.ts';
import { createContractModule } from '../runtime/contract-module.ts';

const KILLED = 'a killed executor reaches no store';
export const OWNER = `usr_${'1'.padStart(32, '0')}`;
export const MODULE = createContractModule(CONTRACT_VERSION);
export const encode = (text: string) => new TextEncoder().encode(text);

/** A build or a run that a test completes at will. */
export interface Started<Request, Result> {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly end: (result: Result) => void;
  readonly fail: (error: unknown) => void;
}

/** A run that exited. */
export function exited(exitStatus = 0): RunOutcome {
  return {
    end: { kind: 'exited', exitStatus },
    statistics: { executionTimeMs: 12, hookCalls: 7, records: 3 },
    files: new Map(),
    removedFiles: [],
  };
}

function stoppedBy(signal: AbortSignal): RunOutcome {
  const message = `stopped ${String(signal.aborted)}`;
  return { ...exited(), end: { kind: 'stopped', code: 'cancelled', message, exitStatus: 130 } };
}

/** A store with an executor on it, whose builds and runs the test controls. */
export class Workshop {
  readonly store: Store = createMemoryStore();
  readonly startedBuilds: Started<string, BuildOutput>[] = [];
  readonly startedRuns: Started<RunRequest, RunOutcome>[] = [];
  readonly errors: unknown[] = [];
  /** Automatic results for builds and runs. If unset, builds and runs wait for the test. */
  autoBuild: ((code: string) => BuildOutput) | undefined;
  autoRun: ((request: RunRequest) => RunOutcome) | undefined;
  readonly #executors: Executor[] = [];
  #nextId = 1;

  startExecutor(options: Partial<ExecutorOptions> = {}): Executor {
    const executor = new Executor({
      store: this.store,
      rewritingVersion: async () => '1',
      builder: this.#builder(),
      run: (request) => this.#run(request),
      repositories: { take: () => Promise.reject(new Error('this workshop has no repositories')) },
      runReference: () => Promise.reject(new Error('no Reference task is made here')),
      loadKernels: () => Promise.reject(new Error('no distribution is joined here')),
      isAlone: true,
      reportError: (error) => this.errors.push(error),
      ...options,
    });
    this.#executors.push(executor);
    return executor;
  }

  /** An executor, and a function that stops it as a kill would: afterwards, it can no longer reach the store. */
  startMortalExecutor(executorId: string, options: Partial<ExecutorOptions> = {}): () => void {
    let isDead = false;
    const store = new Proxy(this.store, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) =>
          isDead ? Promise.reject(new Error(KILLED)) : member.apply(target, args);
      },
    });
    this.startExecutor({ ...options, store, executorId });
    return () => {
      isDead = true;
    };
  }

  #builder(): Builder {
    return {
      version: async () => 'test 1',
      rewrite: async (module) => module,
      placeOf: async () => undefined,
      placesOf: async (_program, codeOffsets) => codeOffsets.map(() => []),
      build: (request, { signal }) => {
        const code = Object.values(request.sources)[0] as string;
        if (this.autoBuild) return Promise.resolve(this.autoBuild(code));
        // Rejects, like a real builder, a build that is cancelled before it starts.
        if (signal.aborted) return Promise.reject(signal.reason);
        return new Promise((end, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason));
          this.startedBuilds.push({ request: code, signal, end, fail });
        });
      },
    };
  }

  #run(request: RunRequest): Promise<RunOutcome> {
    if (this.autoRun) return Promise.resolve(this.autoRun(request));
    const signal = request.signal!;
    if (signal.aborted) return Promise.resolve(stoppedBy(signal));
    return new Promise((end, fail) => {
      signal.addEventListener('abort', () => end(stoppedBy(signal)));
      this.startedRuns.push({ request, signal, end, fail });
    });
  }

  async addBuild(
    code: string,
    change: Partial<BuildBody> = {},
    status: JobStatus = 'Accepted',
    owner = OWNER,
  ) {
    const id = `bld_${this.#nextId++}`;
    const body: BuildBody = {
      ...beginHistory('build', 0),
      DefaultArguments: '',
      DefaultDataSources: [],
      Application: {
        Type: 'SourceCode',
        SourceCode: { Code: code, Language: 'C', Arguments: '', ConfigMk: '' },
      },
      Core: findDefaultCore('C0-S'),
      DiscoverVariables: false,
      TraceVariables: [],
      BuildArtifactAvailable: false,
      ...change,
    };
    await this.store.transaction(async (tx) => {
      await tx.insert(builds, { id, owner, status, createdAt: 0, body });
      if (status === 'Completed') await tx.putBlob(buildModuleKey(id), MODULE);
    });
    return id;
  }

  async addTask(buildId: string, change: Partial<TaskBody> = {}, owner = OWNER) {
    const id = `tsk_${(this.#nextId++).toString(16).padStart(32, '0')}`;
    const body: TaskBody = {
      ...beginHistory('task', 0),
      BuildID: buildId,
      Arguments: '',
      DataSources: [],
      ...change,
    };
    await this.store.transaction((tx) =>
      tx.insert(tasks, { id, owner, parent: buildId, status: 'Accepted', createdAt: 0, body }),
    );
    return id;
  }

  /** Waits until a condition is true, checking again after every change to the store. */
  async until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        const stop = this.store.onChange(() => {
          stop();
          resolve();
        });
        setTimeout(resolve, 20);
      });
      const found = await look();
      if (found) return found;
      await changed;
    }
  }

  untilBuild(id: string, status: JobStatus) {
    return this.until(async () => {
      const build = await this.store.get(builds, id);
      return build?.status === status && build;
    });
  }

  untilTask(id: string, status: JobStatus) {
    return this.until(async () => {
      const task = await this.store.get(tasks, id);
      return task?.status === status && task;
    });
  }

  untilStarted<T>(list: readonly T[], count = 1): Promise<T> {
    return this.until(async () => list[count - 1]);
  }

  async cancel(type: typeof builds | typeof tasks, id: string): Promise<void> {
    await this.store.transaction(async (tx) => {
      const job = (await tx.get(type as typeof tasks, id))!;
      const step = { Status: 'Cancelled', Timestamp: 1, Message: 'cancelled by the user' } as const;
      const body = { ...job.body, ...takeStep(type.kind as 'task', job.status, job.body, step) };
      await tx.update(type as typeof tasks, id, { status: 'Cancelled', body });
    });
  }

  async readStream(taskId: string, stream: 'Stdout' | 'Stderr' = 'Stdout'): Promise<string[]> {
    const texts: string[] = [];
    for await (const chunk of (await this.store.readBlob(taskStreamKey(taskId, stream))) ?? []) {
      const plain = new Blob([chunk as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
      texts.push(await new Response(plain).text());
    }
    return texts;
  }

  async readText(key: string): Promise<string> {
    let text = '';
    for await (const chunk of (await this.store.readBlob(key)) ?? []) text += new TextDecoder().decode(chunk);
    return text;
  }

  async close(): Promise<void> {
    for (const executor of this.#executors) {
      await executor.stop(0).catch((error: Error) => {
        if (error.message !== KILLED) throw error;
      });
    }
  }
}

/** A build that succeeded. */
export function builtWith(log = 'clang main.c\n'): BuildOutput {
  return { ok: true, log, module: MODULE, rewritten: MODULE, buildTimeMs: 34.5 };
}
