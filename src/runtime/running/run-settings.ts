// Settings of one run, shared by its request, the message to its worker, and the run in the worker.
import type { SourceWish } from '../../uncertainty/sources/source-settings.ts';
import type { StreamKinds } from '../wasi/streams.ts';

export interface RunSettings {
  /** The compiled module, if it runs repeatedly. */
  readonly compiled?: WebAssembly.Module;
  /**
   * Epoch milliseconds at which the program's clocks begin, for reproducible runs; the machine's clocks when absent.
   */
  readonly clockMs?: number;
  /** Collects unused records at every safepoint: slow, with unchanged output. For tests. */
  readonly collectAlways?: boolean;
  /** Maximum bytes of lanes on cores that track correlation; 1 GB when absent. */
  readonly laneMemoryLimitBytes?: number;
  /** On cores that track correlation: records sources and printed values with their draws. */
  readonly trace?: boolean;
  /** Lists the last value of each place; the module marks its places. */
  readonly places?: boolean;
  /** Lists sources, or overrides them. */
  readonly sources?: SourceWish;
  /** Keeps the data for following every draw, and holds output back from the first mixed decision on. */
  readonly followsDraws?: boolean;
  /** Lets each draw choose separately where the program allows it. */
  readonly makesChoices?: boolean;
  /**
   * Largest error of figures from lanes, in deviations: output is held back from the first figure with a larger error
   * on.
   */
  readonly accuracy?: number;
  /** Reports figures of printed values with their errors. */
  readonly figures?: boolean;
  /** Reports errors of answers before their text. */
  readonly answers?: boolean;
  /** Decides by the particle without checking the draws. */
  readonly ignoresDecisions?: boolean;
  /** Delivers the program's written files even when it is ended from outside. */
  readonly mirrorsFiles?: boolean;
  /** Kinds of the standard streams; pipes when absent. */
  readonly streamKinds?: StreamKinds;
}

const SETTINGS: { readonly [Name in keyof RunSettings]-?: true } = {
  ...{ compiled: true, clockMs: true, collectAlways: true, laneMemoryLimitBytes: true, mirrorsFiles: true },
  ...{ trace: true, places: true, sources: true, figures: true, answers: true, accuracy: true },
  ...{ followsDraws: true, makesChoices: true, ignoresDecisions: true, streamKinds: true },
};

/** The settings among the fields of a request. */
export function settingsOf(request: RunSettings): RunSettings {
  const names = Object.keys(SETTINGS) as (keyof RunSettings)[];
  const given = names.filter((name) => request[name] !== undefined && request[name] !== false);
  return Object.fromEntries(given.map((name) => [name, request[name]]));
}
