// Options of `startServer`.
import type { InstallationLimits, Quotas } from '../../api/requests/services.ts';

/** A server's options, all of which may be omitted. */
export interface ServerOptions extends Quotas, InstallationLimits {
  /** Port; default: any free port. */
  readonly port?: number;
  /** Address on this machine to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Your own API key, in visible ASCII characters; default: a new key. */
  readonly key?: string;
  /** Initial content: an archive from `export`. */
  readonly import?: Uint8Array;
  /** Produces the same IDs, keys and random numbers in every run. */
  readonly seed?: number | bigint;
  /** Fixed time of the service's clock: a Date, seconds since 1970, or ISO 8601 with a zone. */
  readonly clock?: Date | number | string;
  /** Delay before every response, in milliseconds. */
  readonly latency?: number;
  /** Requests that fail, such as `POST /builds 503 10%`. */
  readonly fail?: string | readonly string[];
  /** Allowed repository hosts; `*` for any. Default `github.com`. */
  readonly repositoryHosts?: readonly string[];
  /** Allowed webhook hosts; `loopback` for this machine, `*` for any. Default `loopback`. */
  readonly webhookHosts?: readonly string[];
  /** Rejects unknown query parameters and fields, instead of listing them in `Haze-Notice`. */
  readonly strict?: boolean;
  /** Prefix of new keys. */
  readonly keyPrefix?: string;
  /** Enables POST /admin/reset, /admin/export and /admin/import, for tests in other processes. */
  readonly admin?: boolean;
  /** Maximum size of POST /admin/import, in bytes; the response to larger bodies is 413. Default 4 GiB. */
  readonly importBytes?: number;
  /** Receives a line about each request. */
  readonly log?: (line: string) => void;
  /** Receives faults of the service itself; default: stderr. */
  readonly logErrors?: (line: string) => void;
}
