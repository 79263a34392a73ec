// Puts the requested faults before the service: slow answers, failures, closed connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { type RandomBytes, randomFraction } from '../service/seeded-random.ts';
import { type Fault, isMeant } from './fault.ts';

export interface UnrulyOptions {
  /** Delay of every response. */
  readonly latencyMs?: number | undefined;
  readonly faults?: readonly Fault[] | undefined;
  /** Decides which of the requests that match fail. */
  readonly random: RandomBytes;
}

/** Fate of a request: a failure instead of the service's answer, or nothing. */
export type Mishap = Response | 'drop' | undefined;

export interface Unruly {
  /** Waits for the latency, and returns the fate of the request. Browsers' preflights never fail. */
  meet(request: Request): Promise<Mishap>;
  /** Ends all waiting. */
  close(): void;
}

/** Seconds until a client retries: tests do not want to wait. */
const RETRY_AFTER = '1';
const RETRIED: ReadonlySet<number> = new Set([429, 503]);

/** Makes the layer before the service. */
export function createUnruly({ latencyMs = 0, faults = [], random }: UnrulyOptions): Unruly {
  const closing = new AbortController();
  return {
    async meet(request) {
      if (request.method === 'OPTIONS') return undefined;
      const { pathname } = new URL(request.url);
      const meant = faults.filter((fault) => isMeant(fault, request.method, pathname));
      // All are drawn, so that one fault changes nothing about when another happens.
      const [fault] = meant.filter(({ share }) => randomFraction(random) < share);
      if (latencyMs > 0) {
        await sleep(latencyMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
      if (!fault) return undefined;
      return fault.answer === 'drop' ? 'drop' : answerFault(fault, fault.answer);
    },
    close: () => closing.abort(),
  };
}

function answerFault({ text }: Fault, status: number): Response {
  const message = `This failure was asked for, by --fail '${text}'. Nothing of the request was done.`;
  return Response.json(
    { message, Message: message, code: 'failure-on-request' },
    {
      status,
      headers: {
        'Haze-Fault': text,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Haze-Fault, Retry-After',
        ...(RETRIED.has(status) && { 'Retry-After': RETRY_AFTER }),
      },
    },
  );
}
