// In Node, the tools package reads its files from its own folder and wraps each file in a `Response` twice, because it
// reports progress. Node copies such a body chunk by chunk: for 105 MB, this took a fifth of the time of a first build.
// While the package loads, a `Response` made of bytes is therefore replaced with a class that has only the members that
// the package needs, and does not copy the bytes.

/** Response with the members that the package uses: headers, the whole body, and a body piped through a counter. */
class HeldResponse {
  readonly headers: Headers;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, headers: Headers) {
    this.#bytes = bytes;
    this.headers = headers;
  }

  /** Replaces a progress-counting stream, because a file read in one piece has no chunks to count. */
  get body(): { pipeThrough(): HeldBody } {
    return { pipeThrough: () => new HeldBody(this.#bytes) };
  }

  async arrayBuffer(): Promise<ArrayBufferLike> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

class HeldBody {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

interface Swap {
  readonly usual: PropertyDescriptor;
  users: number;
}

let swap: Swap | undefined;

/**
 * Runs `load`. Meanwhile, responses made of bytes store the bytes without copying them; all other responses are
 * standard.
 */
export async function withHeldResponses<T>(load: () => Promise<T>): Promise<T> {
  swap ??= beginSwap();
  swap.users += 1;
  try {
    return await load();
  } finally {
    swap.users -= 1;
    if (swap.users === 0) {
      Object.defineProperty(globalThis, 'Response', swap.usual);
      swap = undefined;
    }
  }
}

function beginSwap(): Swap {
  // Uses the property descriptor, because reading Node's Response would load all of fetch.
  const usual = Object.getOwnPropertyDescriptor(globalThis, 'Response')!;
  const readUsual = (): typeof Response => usual.get?.call(globalThis) ?? usual.value;
  function create(body?: unknown, init?: { readonly headers?: Headers | Record<string, unknown> }): unknown {
    if (body instanceof HeldBody) return new HeldResponse(body.bytes, init!.headers as Headers);
    if (!(body instanceof Uint8Array)) return Reflect.construct(readUsual(), [body, init]);
    const headers = new Map(Object.entries(init?.headers ?? {}).map(([name, value]) => [name, `${value}`]));
    return new HeldResponse(body, headers as unknown as Headers);
  }
  Object.defineProperty(globalThis, 'Response', {
    configurable: true,
    enumerable: usual.enumerable ?? false,
    writable: true,
    value: create,
  });
  return { usual, users: 0 };
}
