// Channels between pages. If the browser rejects channels because storage is blocked, they work only within a single
// page.

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

/** Opens a channel; every other channel with the same name receives its messages. */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return openLocalChannel(`haze-channel:${name}`);
  }
}

/** A channel within this page. The global scope forwards the messages. */
function openLocalChannel(type: string): Channel {
  const closing = new AbortController();
  const own = new WeakSet<Event>();
  return {
    postMessage: (data: unknown) => {
      const event = new MessageEvent(type, { data });
      own.add(event);
      queueMicrotask(() => globalThis.dispatchEvent(event));
    },
    addEventListener: (_kind: string, listener: unknown) => {
      const hear = (event: Event) => {
        if (!own.has(event)) (listener as (message: Event) => void)(event);
      };
      globalThis.addEventListener(type, hear, { signal: closing.signal });
    },
    close: () => closing.abort(),
  };
}
