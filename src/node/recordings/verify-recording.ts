// Replays a recording's requests against another service, in order, and compares the responses.
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_CORES } from '../../uncertainty/core/core-spec.ts';
import {
  type ComparedAnswer,
  compareAnswers,
  type Difference,
  hasEnded,
  statusOf,
} from './compare-answers.ts';
import { type Exchange, mapTexts, maybeJson, type Recording, SIGNED_BASE } from './recording.ts';
import { Bindings } from './roles.ts';
import { splitQuery } from './secrets.ts';
import { sendRequest } from './send-request.ts';

export interface VerifiedExchange {
  /** 1-based number of the request in the recording. */
  readonly number: number;
  /** Method and recorded path. */
  readonly request: string;
  readonly differences: readonly Difference[];
  /** The reason why the request was not sent, or its response was not compared. */
  readonly skipped?: string;
}

export interface VerifyOptions {
  readonly base: string;
  /** Key to use in place of the first key in the recording. */
  readonly key: string;
  /** Maximum distance between printed distributions, in standard deviations. */
  readonly distance: number;
  /** Maximum time to wait for a job or a response. */
  readonly timeoutMs: number;
}

const POLL_MS = 50;
/** Replaces all recorded keys except the first. */
const OTHER_KEY = 'scce_another-key-of-the-recording';

/** Verifies a recording. @throws HazeError `upstream-down`, `upstream-slow` */
export async function verifyRecording(
  { exchanges }: Recording,
  options: VerifyOptions,
): Promise<VerifiedExchange[]> {
  const bindings = new Bindings((id) => DEFAULT_CORES.some(({ CoreID }) => CoreID === id));
  const logs = new Set<string>();
  const verified: VerifiedExchange[] = [];
  for (const [i, exchange] of exchanges.entries()) {
    const one = new Verification(exchange, { ...options, bindings, logs });
    verified.push({ number: i + 1, request: `${exchange.method} ${exchange.target}`, ...(await one.run()) });
  }
  return verified;
}

interface Context extends VerifyOptions {
  readonly bindings: Bindings;
  /** URLs of build logs, as recorded. */
  readonly logs: Set<string>;
}

class Verification {
  readonly #exchange: Exchange;
  readonly #context: Context;

  constructor(exchange: Exchange, context: Context) {
    this.#exchange = exchange;
    this.#context = context;
  }

  async run(): Promise<Pick<VerifiedExchange, 'differences' | 'skipped'>> {
    const { target, status, headers, body, requestBody, requestHeaders } = this.#exchange;
    const { bindings, logs, distance } = this.#context;
    const skip = (skipped: string) => ({ differences: [], skipped });
    const [unknown] = bindings.unknownIn(target);
    if (unknown !== undefined) return skip(`no earlier response in the recording contains ${unknown}`);
    if (requestBody && !requestBody.bytes) return skip('the recording does not contain its body');
    if (!/^[/?]/.test(target) && !target.startsWith(SIGNED_BASE))
      return skip('it was sent to another service');
    const address = this.#address();
    if (address === undefined) return skip('no earlier response in the recording contains this URL');
    const { authorization } = requestHeaders;
    if (authorization !== undefined && !/^(?:Bearer )?key-1$/.test(authorization) && status !== 401)
      return skip('its key differs from the first, so it belongs to another account');
    const answered = await this.#ask(address);
    const json = maybeJson(body);
    const other = maybeJson(answered.body);
    if (answered.status !== status && isTimely(this.#exchange, answered.status))
      return skip(`the job had already finished here, so the response is ${answered.status}`);
    const log = typeof json === 'object' && json !== null && 'Build' in json ? json.Build : undefined;
    if (typeof log === 'string' && log.startsWith(SIGNED_BASE)) logs.add(log);
    const recorded = { status, headers, body };
    const differences = compareAnswers(recorded, answered, { bindings, distance, isLog: logs.has(target) });
    const isPassing = json !== undefined && other !== undefined && statusOf(json) !== statusOf(other);
    return isPassing && !hasEnded(json)
      ? { differences, skipped: 'the job was in a different state' }
      : { differences };
  }

  /** The new URL; undefined for a signed URL that no response contained. */
  #address(): string | undefined {
    const { target } = this.#exchange;
    const { bindings, base } = this.#context;
    if (target.startsWith(SIGNED_BASE)) return bindings.get(target);
    const [path, query] = splitQuery(target);
    if (query === undefined) return base + bindings.translate(path);
    const parameters = new URLSearchParams(query);
    const named = [...parameters].map(([name, value]): [string, string] => [name, bindings.translate(value)]);
    return `${base}${bindings.translate(path)}?${new URLSearchParams(named)}`;
  }

  /** Polls until a job reaches its recorded state. */
  async #ask(address: string): Promise<ComparedAnswer> {
    const { status, body } = this.#exchange;
    const json = maybeJson(body);
    const isEnd = this.#exchange.method === 'GET' && isJob(json) && hasEnded(json);
    const untilMs = Date.now() + this.#context.timeoutMs;
    for (;;) {
      const answer = await this.#send(address);
      const other = maybeJson(answer.body);
      const isEarly = isEnd && answer.status === status && isJob(other) && !hasEnded(other);
      // Status 409: the job that the request depends on has not finished yet.
      const isWaiting = answer.status === 409 && status !== 409;
      if ((!isEarly && !isWaiting) || Date.now() >= untilMs) return answer;
      await sleep(POLL_MS);
    }
  }

  async #send(address: string): Promise<ComparedAnswer> {
    const { method, target, requestHeaders, requestBody } = this.#exchange;
    const { bindings, key, timeoutMs } = this.#context;
    const { authorization, ...headers } = requestHeaders;
    const sent: Record<string, string> = { ...headers };
    if (authorization !== undefined && target.startsWith('/'))
      sent.authorization = authorization.replace(/key-\d+/, (name) => (name === 'key-1' ? key : OTHER_KEY));
    const json = maybeJson(requestBody);
    const translated = json === undefined ? requestBody?.bytes : translateJson(json, bindings);
    const answer = await sendRequest(address, { method, headers: sent, body: translated, timeoutMs });
    const pieces: Buffer[] = [];
    for await (const piece of answer.body) pieces.push(piece as Buffer);
    const type = answer.headers['content-type'] ?? '';
    return { status: answer.status, headers: answer.headers, body: { type, bytes: Buffer.concat(pieces) } };
  }
}

function translateJson(json: unknown, bindings: Bindings): Buffer {
  return Buffer.from(JSON.stringify(mapTexts(json, (text) => bindings.translate(text))));
}

function isJob(value: unknown): boolean {
  return (
    typeof statusOf(value) === 'string' &&
    Array.isArray((value as { StatusTransitions?: unknown }).StatusTransitions)
  );
}

/**
 * Tests whether two statuses differ only because of when the request was made, such as for outputs before and after a
 * job finishes.
 */
function isTimely({ method, status, target }: Exchange, answered: number): boolean {
  const isOfJob = /\/(?:outputs?|variables|binary|cancel)(?:[/?]|$)/.test(target);
  return (
    isOfJob &&
    ((method === 'GET' && status === 409 && answered < 400) || (/cancel/.test(target) && answered === 409))
  );
}
