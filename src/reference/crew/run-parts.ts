// Helps with another machine's task: claims parts of the task's runs one after another, runs all of them with one crew,
// and returns the result of each part as one block.
import { HazeError } from '../../errors/haze-error.ts';
import { DEFAULT_TIME_LIMIT_MS } from '../../runtime/running/time-limit.ts';
import type { BlockMessage, ReferenceAnswer } from '../program/reference-messages.ts';
import { ValueCollector } from '../values/collected-values.ts';
import { ReferenceCrew } from './reference-crew.ts';
import { RunFailures } from './run-failures.ts';
import {
  MAX_KEPT_VALUES,
  programMessage,
  type ReferenceContext,
  type ReferenceRunRequest,
} from './run-reference.ts';
import type { PartSource, TakenPart } from './share-runs.ts';

/**
 * Runs parts until none are left.
 *
 * @throws HazeError `part-failed` if a part cannot be run here; the signal's reason when it fires; errors from the
 *   source
 */
export async function runParts(
  request: ReferenceRunRequest,
  context: ReferenceContext,
  source: PartSource,
): Promise<void> {
  const part = await source.next();
  if (!part) return;
  await new Promise<void>((resolve, reject) => {
    new PartsHelper(request, context, { source, resolve, reject }).start(part);
  });
}

interface Outlet {
  readonly source: PartSource;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class PartsHelper {
  readonly #request: ReferenceRunRequest;
  readonly #context: ReferenceContext;
  readonly #outlet: Outlet;
  readonly #collector = new ValueCollector();
  readonly #cancel = () => this.#end(() => this.#outlet.reject(this.#request.signal?.reason));
  #crew: ReferenceCrew | undefined;
  #part: TakenPart | undefined;
  #hasEnded = false;
  #done = 0;
  #calls = 0;
  #longestMs = 0;
  #failed = new RunFailures();
  #stuck: number[] = [];
  #handedIn: Promise<void> = Promise.resolve();

  constructor(request: ReferenceRunRequest, context: ReferenceContext, outlet: Outlet) {
    this.#request = request;
    this.#context = context;
    this.#outlet = outlet;
  }

  start(part: TakenPart): void {
    const { signal, timeLimitMs = DEFAULT_TIME_LIMIT_MS, runTimeLimitMs, stdin } = this.#request;
    if (signal?.aborted) {
      this.#cancel();
      return;
    }
    signal?.addEventListener('abort', this.#cancel);
    const { createWorker, parallelism } = this.#context;
    const input = stdin instanceof Uint8Array ? stdin : new Uint8Array(0);
    this.#crew = new ReferenceCrew({
      createWorker,
      parallelism,
      timeLimitMs,
      runTimeLimitMs,
      timing: part.timing,
      program: () => programMessage(this.#request, this.#context, input),
      mayGoOn: () => this.#collector.kept < MAX_KEPT_VALUES,
      onBlock: ({ first, count, block, failed, calls, longestMs }: BlockMessage, { places }) => {
        this.#collector.add({ first, count }, block, places);
        this.#done += count;
        this.#calls += calls;
        this.#longestMs = Math.max(this.#longestMs, longestMs);
        this.#failed.addRuns(failed);
      },
      onMessage: (message) => this.#take(message),
      onStuck: (run) => this.#stuck.push(run),
      onDeath: (reason) => this.#fail(`the worker that ran it died: ${reason}`),
      onIdle: () => this.#deliver(),
    });
    this.#begin(part);
  }

  #begin(part: TakenPart): void {
    this.#part = part;
    [this.#done, this.#calls, this.#longestMs, this.#failed, this.#stuck] = [0, 0, 0, new RunFailures(), []];
    this.#crew!.add({ first: part.first, count: part.count });
    this.#crew!.open(Math.min(this.#context.parallelism, part.count));
  }

  #take(message: Exclude<ReferenceAnswer, BlockMessage>): void {
    if (message.kind !== 'refused') return;
    const { end } = message;
    this.#fail(end.kind === 'stopped' ? end.message : `it exited with ${end.exitStatus}`);
  }

  #deliver(): void {
    const part = this.#part;
    if (!part) return;
    if (this.#done + this.#stuck.length < part.count) {
      this.#fail('it has too many values');
      return;
    }
    this.#part = undefined;
    const { first, count } = part;
    const figures = { calls: this.#calls, longestMs: this.#longestMs };
    const result = {
      first,
      count,
      block: this.#collector.takeBlock(part),
      ...figures,
      failed: this.#failed.list(),
      stuck: this.#stuck,
    };
    const { source } = this.#outlet;
    // The next part starts while the store saves this one. Parts are saved one after another.
    const handedIn = this.#handedIn.then(() => source.deliver(result));
    this.#handedIn = handedIn;
    const end = (error: unknown) => this.#end(() => this.#outlet.reject(error));
    handedIn.catch(end);
    source
      .next()
      .then(async (next) => {
        if (next && !this.#hasEnded) this.#begin(next);
        if (!next) await handedIn.then(() => this.#end(() => this.#outlet.resolve()));
      })
      .catch(end);
  }

  #fail(why: string): void {
    const error = new HazeError('part-failed', `Some of the task's runs could not be carried out: ${why}.`);
    this.#end(() => this.#outlet.reject(error));
  }

  #end(settle: () => void): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    this.#crew?.close();
    settle();
  }
}
