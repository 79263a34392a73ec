// The guest runtime as a single JSON file (dist/wasm/guest.json): written by `npm run build:wasm` and read by every
// host. Bytes are hexadecimal, so that a page can fetch everything in one request and any cache can store it.
// Hexadecimal digits preserve repetitions: compressed with Brotli, the file is only 5 % larger than the compressed
// bytes, whereas with base64 it would be 30 % larger.
import { HazeError } from '../../errors/haze-error.ts';
import type { GuestLibrary, GuestRuntime } from './guest-runtime.ts';
import { fromHex, toHex } from './hex.ts';

type Encoded<T> = T extends Uint8Array
  ? { hex: string }
  : T extends object
    ? { [K in keyof T]: Encoded<T[K]> }
    : T;

/** Serialises the runtime or a library; `parseGuestRuntime` and `parseGuestLibrary` are the inverse. */
export function printGuestRuntime(runtime: GuestRuntime | GuestLibrary): string {
  return JSON.stringify(runtime, (_key, value: unknown) =>
    value instanceof Uint8Array ? { hex: toHex(value) } : value,
  );
}

function parse(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => (isEncodedBytes(value) ? fromHex(value.hex) : value));
}

const isWhole = (library: GuestLibrary) =>
  Object.values(library).every((file) => (file as unknown) instanceof Uint8Array);

/**
 * Parses text written by `printGuestRuntime`.
 * @throws HazeError `guest-runtime-broken` for any other text
 */
export function parseGuestRuntime(text: string): GuestRuntime {
  try {
    const runtime = parse(text) as GuestRuntime;
    if (typeof runtime.version === 'string' && isWhole(runtime.library)) return runtime;
  } catch (cause) {
    throw broken(cause);
  }
  throw broken(undefined);
}

/** Parses the text of a language's library. @throws HazeError as `parseGuestRuntime` */
export function parseGuestLibrary(text: string): GuestLibrary {
  try {
    const library = parse(text) as GuestLibrary;
    if (isWhole(library)) return library;
  } catch (cause) {
    throw broken(cause);
  }
  throw broken(undefined);
}

function isEncodedBytes(value: unknown): value is Encoded<Uint8Array> {
  return typeof value === 'object' && value !== null && typeof (value as { hex?: unknown }).hex === 'string';
}

function broken(cause: unknown): HazeError {
  return new HazeError(
    'guest-runtime-broken',
    'The runtime library of compiled programs (guest.json) is damaged or has a different version. Rebuild it with "npm run build:wasm", or reload the page.',
    { cause },
  );
}
