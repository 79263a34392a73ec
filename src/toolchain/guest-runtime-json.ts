// The guest runtime as one JSON file (dist/wasm/guest.json): what `npm run build:wasm` writes and every host reads.
// Bytes are base64, so that a page can fetch the whole in one request and any cache can keep it.
import { HazeError } from '../errors/haze-error.ts';
import type { GuestRuntime } from './guest-runtime.ts';

type Encoded<T> = T extends Uint8Array
  ? { base64: string }
  : T extends object
    ? { [K in keyof T]: Encoded<T[K]> }
    : T;

/** The runtime as text; `parseGuestRuntime` is the inverse. */
export function printGuestRuntime(runtime: GuestRuntime): string {
  return JSON.stringify(runtime, (_key, value: unknown) =>
    value instanceof Uint8Array ? { base64: encodeBase64(value) } : value,
  );
}

/**
 * Reads the text that `printGuestRuntime` made.
 * @throws HazeError `guest-runtime-broken` when the text is anything else
 */
export function parseGuestRuntime(text: string): GuestRuntime {
  try {
    const runtime = JSON.parse(text, (_key, value: unknown) =>
      isEncodedBytes(value) ? decodeBase64(value.base64) : value,
    ) as GuestRuntime;
    if (typeof runtime.version === 'string' && typeof runtime.library === 'object') return runtime;
  } catch (cause) {
    throw broken(cause);
  }
  throw broken(undefined);
}

function isEncodedBytes(value: unknown): value is Encoded<Uint8Array> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { base64?: unknown }).base64 === 'string'
  );
}

function broken(cause: unknown): HazeError {
  return new HazeError(
    'guest-runtime-broken',
    'The runtime library of compiled programs (guest.json) is damaged or of another version. Build it again with "npm run build:wasm", or reload the page.',
    { cause },
  );
}

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

function decodeBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
