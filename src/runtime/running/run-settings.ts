// Settings of a run, shared by its request, the message to its worker, and the run in the worker.
import type { SourceWish } from '../../uncertainty/sources/source-settings.ts';
import type { StreamKinds } from '../wasi/streams.ts';

export interface RunSettings {
  /** The compiled module, if it runs repeatedly. */
  readonly compiled?: WebAssembly.Module;
  /**
   * Epoch milliseconds at which the program's clocks begin, for reproducible runs. If absent, the machine's clocks are
   * used.
   */
  readonly clockMs?: number;
  /** Collects unused records at every safepoint. This is slow but does not change the output. For tests. */
  readonly collectAlways?: boolean;
  /** Maximum number of bytes for lanes on cores that track correlation. Default: 1 GB. */
  readonly laneMemoryLimitBytes?: number;
  /** On cores that track correlation: records sources and printed values with their draws. */
  readonly trace?: boolean;
  /** Lists the last value of each place. The module must mark its places. */
  readonly places?: boolean;
  /** Lists sources, or overrides them. */
  readonly sources?: SourceWish;
  /** Stores the data needed to follow every draw, and holds output back after the first mixed decision. */
  readonly followsDraws?: boolean;
  /** Lets each draw take its own branch where the program allows it. */
  readonly makesChoices?: boolean;
  /**
   * Largest accepted error of figures computed from lanes, in standard deviations. Output is held back from the first
   * figure with a larger error onwards.
   */
  readonly accuracy?: number;
  /** Reports the figures of printed values with their errors. */
  readonly figures?: boolean;
  /** Reports the errors of answers before their text. */
  readonly answers?: boolean;
  /** Follows the particle's decisions without checking the draws. */
  readonly ignoresDecisions?: boolean;
  /** Delivers the files that the program has written even if it is terminated from outside. */
  readonly mirrorsFiles?: boolean;
  /** Kinds of the standard streams. If absent, they are pipes. */
  readonly streamKinds?: StreamKinds;
}

const SETTINGS: { readonly [Name in keyof RunSettings]-?: true } = {
  compiled: true,
  clockMs: true,
  collectAlways: true,
  laneMemoryLimitBytes: true,
  mirrorsFiles: true,
  trace: true,
  places: true,
  sources: true,
  figures: true,
  answers: true,
  accuracy: true,
  followsDraws: true,
  makesChoices: true,
  ignoresDecisions: true,
  streamKinds: true,
};

/** Selects the settings from the fields of a request. */
export function settingsOf(request: RunSettings): RunSettings {
  const names = Object.keys(SETTINGS) as (keyof RunSettings)[];
  const given = names.filter((name) => request[name] !== undefined && request[name] !== false);
  return Object.fromEntries(given.map((name) => [name, request[name]]));
}
