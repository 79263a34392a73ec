// How a worker without a store reaches the executor's: it asks for bytes by key and tells which are to be kept. The
// worker's side and the executor's side of that conversation, for whatever else the two talk about.
import { HazeError } from '../errors/haze-error.ts';

/** From the worker. */
export type ByteQuestion =
  | { readonly kind: 'get'; readonly id: number; readonly key: string }
  | { readonly kind: 'put'; readonly id: number; readonly key: string; readonly bytes: Uint8Array };

/** To the worker. */
export type ByteReply =
  | { readonly kind: 'told'; readonly id: number; readonly bytes?: Uint8Array }
  | { readonly kind: 'told-failure'; readonly id: number; readonly error: PlainError };

/** An error as it crosses between workers. */
export interface PlainError {
  readonly code: string;
  readonly message: string;
}

/** Bytes by key, as both sides see them. */
export interface KeptBytes {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** What of an error can be posted: causes and data may hold what cannot. */
export function toPlainError(error: unknown): PlainError {
  if (error instanceof HazeError) return { code: error.code, message: error.message };
  return { code: 'internal', message: `a fault of Haze itself: ${describeFault(error)}` };
}

/** What went wrong and where; some engines leave the former out of a stack. */
function describeFault(error: unknown): string {
  const stack = (error as Partial<Error> | undefined)?.stack ?? '';
  return stack.includes(String(error)) ? stack : `${String(error)}\n${stack}`.trim();
}

interface Waiting {
  readonly resolve: (bytes: Uint8Array | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** The worker's side. */
export class AskedBytes implements KeptBytes {
  readonly #post: (question: ByteQuestion) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(post: (question: ByteQuestion) => void) {
    this.#post = post;
  }

  get(key: string): Promise<Uint8Array | undefined> {
    return this.#ask((id) => ({ kind: 'get', id, key }));
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#ask((id) => ({ kind: 'put', id, key, bytes }));
  }

  /** Takes an answer. */
  receive(reply: ByteReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'told') waiting?.resolve(reply.bytes);
    else waiting?.reject(HazeError.fromJSON(reply.error));
  }

  #ask(describe: (id: number) => ByteQuestion): Promise<Uint8Array | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#post(describe(id));
    });
  }
}

/** The executor's side. */
export async function answerQuestion(question: ByteQuestion, kept: KeptBytes): Promise<ByteReply> {
  const { id, key } = question;
  try {
    if (question.kind === 'get') {
      const bytes = await kept.get(key);
      return { kind: 'told', id, ...(bytes && { bytes }) };
    }
    await kept.put(key, question.bytes);
    return { kind: 'told', id };
  } catch (error) {
    return { kind: 'told-failure', id, error: toPlainError(error) };
  }
}
