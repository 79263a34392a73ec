// Places that clients share: connections, and sockets without a key. When all places are taken, a new caller gets one
// from the caller with the most, so that no caller can exclude the others.
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** A client's identity, as far as the server can tell. */
export interface Caller {
  /** The connecting network: an IPv4 address, or 64 bits of an IPv6 address. */
  readonly address: string;
  /**
   * The network of the client that a proxy at this address reports; empty if there is no proxy. Forging it is of no
   * use, because all clients at an address share its places.
   */
  readonly client: string;
}

const SUBSCRIBER_PARTS = 4;

/** The network of an address, which may have a port; empty for other strings. */
function networkOf(text: string): string {
  const address = [text, /^\[?([^\]]+)\]?:\d+$/.exec(text)?.[1] ?? ''].find((form) => ipaddr.isValid(form));
  if (address === undefined) return '';
  const known = ipaddr.process(address);
  if (known instanceof ipaddr.IPv4) return known.toString();
  return known.parts.slice(0, SUBSCRIBER_PARTS).join(':');
}

/** The caller of a connection that has not sent a request yet. */
export function callerAt(remoteAddress = ''): Caller {
  return { address: networkOf(remoteAddress), client: '' };
}

/** The caller that sent a request. Proxies append the address of their client to `X-Forwarded-For`. */
export function callerOf({ socket, headers }: IncomingMessage): Caller {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  return { ...callerAt(socket.remoteAddress), client: networkOf(forwarded.at(-1)!.trim()) };
}

const keyOf = ({ address, client }: Caller) => `${address} ${client}`;

export class SharedPlaces<Holder> {
  readonly #most: number;
  /** Ordered from oldest to newest. */
  readonly #callers = new Map<Holder, Caller>();
  readonly #addresses = new Map<string, number>();
  readonly #clients = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Tests whether a caller can be given a place, and frees one if necessary.
   * @param displace closes the chosen holder
   * @param rank returns a holder's rank: among a caller's holders, the one with the lowest rank loses its place first,
   *   and among equals the oldest
   */
  makeRoom(
    caller: Caller,
    displace: (holder: Holder) => void,
    rank: (holder: Holder) => number = () => 0,
  ): boolean {
    if (this.#callers.size < this.#most) return true;
    const largest = this.#maybeLarger(caller);
    if (largest === undefined) return false;
    const key = keyOf(largest);
    let chosen: { readonly holder: Holder; readonly rank: number } | undefined;
    for (const [holder, held] of this.#callers) {
      if (keyOf(held) !== key) continue;
      const own = rank(holder);
      if (chosen === undefined || own < chosen.rank) chosen = { holder, rank: own };
      if (own === 0) break;
    }
    this.leave(chosen!.holder);
    displace(chosen!.holder);
    return true;
  }

  has(holder: Holder): boolean {
    return this.#callers.has(holder);
  }

  enter(holder: Holder, caller: Caller): void {
    this.#callers.set(holder, caller);
    this.#count(caller, 1);
  }

  leave(holder: Holder): void {
    const caller = this.#callers.get(holder);
    if (caller === undefined) return;
    this.#callers.delete(holder);
    this.#count(caller, -1);
  }

  /** The caller with the most places, if that caller has more than the newcomer would have. */
  #maybeLarger(caller: Caller): Caller | undefined {
    const own = this.#addresses.get(caller.address) ?? 0;
    const [address, count] = largestOf(this.#addresses);
    const from = count > own + 1 ? address : caller.address;
    const within = new Map([...this.#clients].filter(([key]) => key.startsWith(`${from} `)));
    const [key, clientCount] = largestOf(within);
    const isLarger = from !== caller.address || clientCount > (within.get(keyOf(caller)) ?? 0) + 1;
    return isLarger ? { address: from, client: key.slice(from.length + 1) } : undefined;
  }

  #count(caller: Caller, change: number): void {
    for (const [counts, key] of [
      [this.#addresses, caller.address],
      [this.#clients, keyOf(caller)],
    ] as const) {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  }
}

function largestOf(counts: ReadonlyMap<string, number>): readonly [string, number] {
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', 0] as const);
}
