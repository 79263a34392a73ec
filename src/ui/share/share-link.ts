// A program in a URL's fragment: `#haze1=` followed by deflated JSON in base64url. The fragment never leaves the
// browser, so a link opens offline and no server sees the program. The number is the version of the format; unknown
// versions are rejected. The caller that reads the JSON validates it.
import { HazeError } from '../../errors/haze-error.ts';

const PREFIX = 'haze';
const VERSION = 1;
const FRAGMENT = /^#?haze(\d+)=(.*)$/s;
/**
 * Maximum size of unpacked data, larger than any program that fits in a URL: a few deflated zeros can unpack to an
 * unlimited size.
 */
const MOST_BYTES = 4 * 2 ** 20;

/**
 * Packs JSON data into a fragment without the `#`.
 * @throws HazeError `link-too-large` for data that no page would unpack
 */
export async function packShareFragment(data: unknown): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(data));
  if (json.length > MOST_BYTES) {
    throw new HazeError(
      'link-too-large',
      `This is too large for a link: with its inputs it has ${(json.length / 2 ** 20).toFixed(1)} MiB, but a link can contain at most ${MOST_BYTES / 2 ** 20} MiB. Send it as a file: copy its text, or use “Save zip” if it is a project.`,
    );
  }
  const packed = await readAll(through(json, new CompressionStream('deflate-raw')), Number.POSITIVE_INFINITY);
  return `${PREFIX}${VERSION}=${toBase64Url(packed)}`;
}

/** Tests whether a fragment, including its `#`, is a share link. The content of a share link may still be damaged. */
export function isShareFragment(fragment: string): boolean {
  return FRAGMENT.test(fragment);
}

/**
 * Unpacks the data in a fragment, with or without the `#`; undefined if the fragment is not a share link.
 * @throws HazeError `malformed-link` for a truncated or damaged link, or an unknown version
 */
export async function maybeUnpackShareFragment(fragment: string): Promise<unknown> {
  const match = FRAGMENT.exec(fragment);
  if (!match) return undefined;
  const [, version, text] = match;
  if (Number(version) !== VERSION) {
    throw malformed(
      `it has version ${version}, but this page supports only version ${VERSION}; reload the page to update it`,
    );
  }
  try {
    const packed = fromBase64Url(text!);
    const json = await readAll(through(packed, new DecompressionStream('deflate-raw')), MOST_BYTES);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch (cause) {
    if (cause instanceof HazeError) throw cause;
    throw malformed('it is truncated or damaged; copy the whole link again', cause);
  }
}

function malformed(why: string, cause?: unknown): HazeError {
  return new HazeError('malformed-link', `The link does not contain a program: ${why}.`, { cause });
}

function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

async function readAll(stream: ReadableStream<Uint8Array>, mostBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > mostBytes) {
      await reader.cancel();
      throw malformed(`it unpacks to more than ${mostBytes / 2 ** 20} MiB`);
    }
    parts.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
