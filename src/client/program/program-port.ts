// A program runner at the other end of a message port: a page's frames share the runner of one frame.

import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import type { LabAnswer, LabStep, LabWish } from './program-lab.ts';
import {
  maybeLabWish,
  maybeProgramRequest,
  type ProgramEnd,
  type ProgramEvent,
  type ProgramRequest,
  type ProgramRunner,
} from './program-messages.ts';

/** Messages sent to the frame that runs programs. */
export type RunnerRequest =
  | { readonly kind: 'run'; readonly id: number; readonly request: ProgramRequest }
  | { readonly kind: 'ask'; readonly id: number; readonly request: ProgramRequest; readonly wish: LabWish }
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'prepare'; readonly id: number }
  | { readonly kind: 'warm'; readonly id: number; readonly request?: ProgramRequest };

/** Messages from that frame. */
export type RunnerAnswer =
  /** First message: either the runner accepts requests from now on, or there is no runner. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'event'; readonly id: number; readonly event: ProgramEvent }
  | { readonly kind: 'end'; readonly id: number; readonly end: ProgramEnd }
  | { readonly kind: 'step'; readonly id: number; readonly step: LabStep }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: LabAnswer }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly error: { readonly code: string; readonly message: string };
    };

const NO_PROGRAM = {
  code: 'invalid-request',
  message:
    'The request is not a program. The page and its frames may have different versions: reload the page.',
};

interface Pending {
  /** Receives every message except the last. */
  readonly onNews: (message: RunnerAnswer) => void;
  readonly resolve: (message: RunnerAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Serves a runner on a port. If the browser reports that the other frame is gone, that frame's programs are stopped.
 */
export function serveProgramPort(port: MessagePort, runner: ProgramRunner): void {
  const running = new Map<number, AbortController>();
  const answer = (message: RunnerAnswer) => port.postMessage(message);
  const serve = async (id: number, work: (signal: AbortSignal) => Promise<RunnerAnswer>) => {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      answer(await work(stop.signal));
    } catch (error) {
      const code = error instanceof HazeError ? error.code : 'internal';
      const message = messageOf(error);
      answer({ kind: 'failure', id, error: { code, message } });
    } finally {
      running.delete(id);
    }
  };
  const run = (id: number, request: ProgramRequest) =>
    serve(id, async (signal) => {
      const end = await runner.run(request, (event) => answer({ kind: 'event', id, event }), signal);
      return { kind: 'end', id, end };
    });
  const ask = (id: number, request: ProgramRequest, wish: LabWish) =>
    serve(id, async (signal) => {
      const onStep = (step: LabStep) => answer({ kind: 'step', id, step });
      return { kind: 'answer', id, answer: await runner.ask(request, wish, onStep, signal) };
    });
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { kind, id, request, wish } = (data ?? {}) as Partial<Record<string, unknown>>;
    if (typeof id !== 'number') return;
    if (kind === 'stop') running.get(id)?.abort();
    if (kind === 'prepare') runner.prepare();
    if (kind === 'warm') runner.warm(maybeProgramRequest(request));
    if (kind !== 'run' && kind !== 'ask') return;
    // Any page may be at the other end, so the runner accepts only a program's text, and nothing that refers to a file
    // or a URL.
    const program = maybeProgramRequest(request);
    const asked = kind === 'ask' ? maybeLabWish(wish) : undefined;
    // A second program with the same number could not be stopped separately.
    if (running.has(id)) answer({ kind: 'failure', id, error: NO_PROGRAM });
    else if (program && asked) void ask(id, program, asked);
    else if (program && kind === 'run') void run(id, program);
    else answer({ kind: 'failure', id, error: NO_PROGRAM });
  });
  port.addEventListener('close', () => {
    for (const stop of running.values()) stop.abort();
  });
  port.start();
  answer({ kind: 'ready' });
}

/** Reports to the other end of a port why no runner is available. */
export function refuseProgramPort(port: MessagePort, message: string): void {
  port.postMessage({ kind: 'unavailable', message } satisfies RunnerAnswer);
}

/**
 * Opens the runner at the other end of a port, and waits until it is ready. @throws HazeError `runner-unavailable`
 */
export function openPortProgramRunner(port: MessagePort): Promise<ProgramRunner> {
  return new Promise((resolve, reject) => {
    const begin = ({ data }: MessageEvent<RunnerAnswer>) => {
      if (data.kind === 'ready') resolve(createPortProgramRunner(port));
      else if (data.kind === 'unavailable') {
        port.close();
        reject(new HazeError('runner-unavailable', data.message));
      }
    };
    port.addEventListener('message', begin, { once: true });
    port.start();
  });
}

function createPortProgramRunner(port: MessagePort): ProgramRunner {
  const pending = new Map<number, Pending>();
  let nextId = 1;
  port.addEventListener('message', ({ data }: MessageEvent<RunnerAnswer>) => {
    if (data.kind === 'ready' || data.kind === 'unavailable') return;
    const request = pending.get(data.id);
    if (data.kind === 'event' || data.kind === 'step') {
      request?.onNews(data);
      return;
    }
    pending.delete(data.id);
    if (data.kind === 'failure') request?.reject(HazeError.fromJSON(data.error));
    else request?.resolve(data);
  });
  const post = (message: RunnerRequest) => port.postMessage(message);
  const send = async (
    describe: (id: number) => RunnerRequest,
    onNews: Pending['onNews'],
    signal: AbortSignal,
  ): Promise<RunnerAnswer> => {
    signal.throwIfAborted();
    const id = nextId++;
    const stop = () => post({ kind: 'stop', id });
    signal.addEventListener('abort', stop);
    return new Promise<RunnerAnswer>((resolve, reject) => {
      pending.set(id, { onNews, resolve, reject });
      post(describe(id));
    })
      .catch((error: unknown) => {
        // The abort's reason is not sent through the port, because the caller that aborted already has it.
        signal.throwIfAborted();
        throw error;
      })
      .finally(() => signal.removeEventListener('abort', stop));
  };
  return {
    prepare: () => post({ kind: 'prepare', id: nextId++ }),
    warm: (request) => post({ kind: 'warm', id: nextId++, ...(request && { request }) }),
    run: async (request, onEvent, signal) => {
      const tell = (news: RunnerAnswer) => news.kind === 'event' && onEvent(news.event);
      const last = await send((id) => ({ kind: 'run', id, request }), tell, signal);
      return (last as Extract<RunnerAnswer, { kind: 'end' }>).end;
    },
    ask: async (request, wish, onStep, signal) => {
      const tell = (news: RunnerAnswer) => news.kind === 'step' && onStep(news.step);
      const last = await send((id) => ({ kind: 'ask', id, request, wish }), tell, signal);
      return (last as Extract<RunnerAnswer, { kind: 'answer' }>).answer;
    },
  };
}
