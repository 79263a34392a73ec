// Address at which the service answers: a path on the page's own site, or another origin.
import { HazeError } from '../../../errors/haze-error.ts';

export class BaseAddress {
  /** URL without a trailing slash. */
  readonly href: string;
  /** Path of the URL; `''` for the root. */
  readonly path: string;
  readonly #origin: string;

  /**
   * @param base such as `/haze`, `./haze` or `https://api.example/v1`
   * @param page the page's URL
   * @throws HazeError `bad-base`
   */
  constructor(base: string, page: string) {
    const url = parseUrl(base, page);
    this.#origin = url.origin;
    this.path = url.pathname.replace(/(?<!\/)\/+$/, '');
    this.href = this.#origin + this.path;
    // The page's own files are under the root of its origin, and all of them would look like requests to the service.
    if (this.path === '' && this.#origin === new URL(page).origin) {
      throw new HazeError(
        'bad-base',
        'The service cannot be served at the root of the page’s own site. Give it a path, such as "/haze".',
      );
    }
  }

  /** True if a URL belongs to the service. */
  includes(address: string): boolean {
    const url = new URL(address);
    return url.origin === this.#origin && `${url.pathname}/`.startsWith(`${this.path}/`);
  }
}

function parseUrl(base: string, page: string): URL {
  try {
    const url = new URL(base, page);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch {
    // Reported below.
  }
  throw new HazeError(
    'bad-base',
    `"${base}" is not a valid base: give a path such as "/haze", or an origin.`,
  );
}
