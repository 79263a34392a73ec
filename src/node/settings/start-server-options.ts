// Options of `startServer`.
import type { InstallationLimits, Quotas } from '../../api/requests/services.ts';

/** Options of a server, all optional. */
export interface ServerOptions extends Quotas, InstallationLimits {
  /** Port; default: any free port. */
  readonly port?: number;
  /** Address of this machine to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Your own API key, of visible ASCII characters; default: a new key. */
  readonly key?: string;
  /** Initial content: an archive from `export`. */
  readonly import?: Uint8Array;
  /** The same IDs, keys and random numbers in every run. */
  readonly seed?: number | bigint;
  /** Fixed time of the service: a date, seconds since 1970, or ISO 8601 with a zone. */
  readonly clock?: Date | number | string;
  /** Delay of every response in milliseconds. */
  readonly latency?: number;
  /** Requests that fail, such as `POST /builds 503 10%`. */
  readonly fail?: string | readonly string[];
  /** Allowed hosts of repositories; `*` for any. Default `github.com`. */
  readonly repositoryHosts?: readonly string[];
  /** Allowed hosts of webhooks; `loopback` for this machine, `*` for any. Default `loopback`. */
  readonly webhookHosts?: readonly string[];
  /** Refuses unknown query parameters and fields, instead of listing them in `Haze-Notice`. */
  readonly strict?: boolean;
  /** Prefix of new keys. */
  readonly keyPrefix?: string;
  /** Answers POST /admin/reset, /admin/export and /admin/import, for tests in other processes. */
  readonly admin?: boolean;
  /** Maximum bytes of POST /admin/import; the answer to larger bodies is 413. Default 4 GiB. */
  readonly importBytes?: number;
  /** Receives a line about each request. */
  readonly log?: (line: string) => void;
  /** Receives faults of the service itself; stderr when absent. */
  readonly logErrors?: (line: string) => void;
}
