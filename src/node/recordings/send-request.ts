// Sends one HTTP request without following redirects. GET may have a body, and the response is decompressed.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HazeError } from '../../errors/haze-error.ts';

interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** Maximum time without a byte from the other side. */
  readonly timeoutMs: number;
}

export interface Answer {
  readonly status: number;
  /** Values, keyed by lower-case name; several values are joined by commas. */
  readonly headers: Record<string, string>;
  readonly body: Readable;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Sends a request.
 * @throws HazeError `upstream-slow`, `upstream-down`
 */
export function sendRequest(
  address: string,
  { method, headers, body, timeoutMs }: SentRequest,
): Promise<Answer> {
  const { origin, protocol } = new URL(address);
  const start = protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const sent = start(address, {
      method,
      headers: { ...headers, ...length, 'accept-encoding': 'identity' },
    });
    let isSlow = false;
    sent.setTimeout(timeoutMs, () => {
      isSlow = true;
      sent.destroy();
    });
    sent.on('error', (cause: NodeJS.ErrnoException) => {
      const seconds = timeoutMs / 1000;
      reject(
        isSlow
          ? new HazeError('upstream-slow', `${origin} has sent nothing for ${seconds} s.`, { cause })
          : new HazeError(
              'upstream-down',
              `No server responds at ${origin} (${cause.code ?? cause.message}). Check that the service is running there.`,
              { cause },
            ),
      );
    });
    sent.on('response', (incoming) => {
      const named: Record<string, string> = {};
      for (const [name, value] of Object.entries(incoming.headers))
        if (value !== undefined) named[name] = [value].flat().join(', ');
      const decode = DECODERS[named['content-encoding'] ?? ''];
      if (decode) {
        delete named['content-encoding'];
        delete named['content-length'];
      }
      // If either stream closes, the other closes too.
      const body = decode ? pipeline(incoming, decode(), () => undefined) : incoming;
      resolve({ status: incoming.statusCode ?? 502, headers: named, body });
    });
    sent.end(body);
  });
}

/**
 * The start of a stream, up to a limit. If the stream is longer, `rest` is the stream with all its bytes put back; its
 * reader cancels the request by destroying the stream.
 */
export async function readBounded(
  stream: Readable,
  mostBytes: number,
): Promise<{ bytes: Buffer; rest: Readable | undefined }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size > mostBytes) break;
  }
  const bytes = Buffer.concat(pieces);
  if (size <= mostBytes) return { bytes, rest: undefined };
  stream.unshift(bytes);
  return { bytes, rest: stream };
}
