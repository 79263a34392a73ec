// Injects the requested faults in front of the service: slow responses, failures, closed connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { type RandomBytes, randomFraction } from '../service/seeded-random.ts';
import { type Fault, isMeant } from './fault.ts';

export interface UnrulyOptions {
  /** Delay before every response. */
  readonly latencyMs?: number | undefined;
  readonly faults?: readonly Fault[] | undefined;
  /** Decides which of the matching requests fail. */
  readonly random: RandomBytes;
}

/** The failure that replaces the service's response to a request; undefined if there is none. */
export type Mishap = Response | 'drop' | undefined;

export interface Unruly {
  /** Waits for the latency, and returns the request's outcome. Browser preflights never fail. */
  meet(request: Request): Promise<Mishap>;
  /** Ends all waits. */
  close(): void;
}

/** Seconds before a client retries: short, for tests. */
const RETRY_AFTER = '1';
const RETRIED: ReadonlySet<number> = new Set([429, 503]);

/** Creates the layer in front of the service. */
export function createUnruly({ latencyMs = 0, faults = [], random }: UnrulyOptions): Unruly {
  const closing = new AbortController();
  return {
    async meet(request) {
      if (request.method === 'OPTIONS') return undefined;
      const { pathname } = new URL(request.url);
      const meant = faults.filter((fault) => isMeant(fault, request.method, pathname));
      // Draws a random number for every fault, so that the outcome of one fault does not affect the others.
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
  const message = `This failure was requested with --fail '${text}'. Nothing in the request was carried out.`;
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
