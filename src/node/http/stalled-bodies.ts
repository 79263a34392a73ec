// Terminates requests whose body stalls. A body may take any amount of time as long as it keeps arriving: a large file
// on a slow connection may take an hour. A connection is closed if it sends nothing, or only an occasional byte to stay
// open.
import type { IncomingMessage } from 'node:http';
import { refuseConnection } from './broken-requests.ts';

export interface StallLimits {
  /** Maximum time without any bytes. */
  readonly stallMs: number;
  /** Time during which a body may arrive at any speed. */
  readonly freeMs: number;
  /** Minimum speed after this time. */
  readonly leastBytesPerSecond: number;
}

const LIMITS: StallLimits = { stallMs: 60_000, freeMs: 300_000, leastBytesPerSecond: 8_000 };
const LOOKS = 6;

/** Terminates a request whose body does not arrive, with response 408. */
export function limitStalls(incoming: IncomingMessage, limits: StallLimits = LIMITS): void {
  const { headers, socket } = incoming;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  const startedMs = performance.now();
  const startBytes = socket.bytesRead;
  let lastMs = startedMs;
  let lastBytes = startBytes;
  const look = () => {
    const nowMs = performance.now();
    // While received bytes remain unread, the client is not the bottleneck.
    const isHeldBack = incoming.readableLength >= incoming.readableHighWaterMark;
    if (socket.bytesRead !== lastBytes || isHeldBack) lastMs = nowMs;
    lastBytes = socket.bytesRead;
    const expectedMs = limits.freeMs + (1000 * (lastBytes - startBytes)) / limits.leastBytesPerSecond;
    if (nowMs - lastMs < limits.stallMs && (isHeldBack || nowMs - startedMs < expectedMs)) return;
    stop();
    refuseConnection(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
  };
  const timer = setInterval(look, limits.stallMs / LOOKS);
  timer.unref();
  const stop = () => clearInterval(timer);
  incoming.once('end', stop).once('close', stop);
}
