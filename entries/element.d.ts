/** Attributes of `<haze-program>`; docs/embedding.md describes them. */
export interface HazeProgramAttributes {
  /** Default `C`. */
  language?: 'C' | 'C++' | 'Fortran';
  /** Name of the core. Default `C0-Joint`. */
  core?: string;
  /** Lets the reader edit the source. */
  editable?: boolean;
  /** Program arguments, split as a shell would split them. */
  arguments?: string;
  /** Standard input. */
  stdin?: string;
  /** Determines all random numbers in a run. */
  seed?: number | bigint | string;
  /** Program name for screen readers and messages. */
  label?: string;
  /** The source's file name, shown in the bar. */
  file?: string;
  /** Shows the program's inputs next to its result, as sliders and fields. */
  controls?: boolean;
  /** Shows all text about a run in the bar at the top, so that the element does not grow. */
  compact?: boolean;
  /** Shows each line's last uncertain value after a run. */
  margin?: boolean;
  /** URL of the source, instead of the text between the tags. */
  src?: string;
  /** URL of the program's module, created by `haze build --for-page`: the program then runs without a compiler. */
  module?: string;
}

/** Outcome of a run. */
export interface HazeEnd {
  /** `stopped`: by the reader or a limit; `not-built`: rejected by the compiler; `failed`: a fault in the page. */
  kind: 'exited' | 'stopped' | 'not-built' | 'failed';
  /** Exit status of a program that exited, from 0 to 255. */
  exitStatus?: number;
  /** A sentence for the reader; empty if the exit status is 0. */
  problem: string;
}

/** `<haze-program>` in a script; properties reflect the attributes of the same name. */
export interface HazeProgramElement extends HTMLElement {
  /** The program's source, including edits. */
  source: string;
  /** Files to build together with the source, by path; they are not shown. */
  files: Readonly<Record<string, string>>;
  /** Files available in the program's working directory, by path. */
  data: Readonly<Record<string, string | Uint8Array>>;
  language: string;
  core: string;
  editable: boolean;
  arguments: string;
  stdin: string;
  /** A bigint if the seed is too large for an exact number. */
  seed: number | bigint;
  label: string;
  file: string;
  controls: boolean;
  compact: boolean;
  margin: boolean;
  src: string;
  module: string;
  /** Builds and runs the current program. Settles when the run finishes. */
  run(): Promise<void>;
  /** Stops the running program, if any. */
  stop(): void;
}

/** Events of `<haze-program>`; they bubble. */
export interface HazeProgramEvents {
  /** A run began. */
  'haze-run': CustomEvent<{ source: string }>;
  /** The program printed output. */
  'haze-output': CustomEvent<{ stream: 'stdout' | 'stderr'; text: string }>;
  /** A run ended. */
  'haze-end': CustomEvent<HazeEnd>;
  /** The reader has edited the source. */
  'haze-change': CustomEvent<{ source: string }>;
}

/**
 * Sets the folder of Haze's files, which `npx haze init` creates. Call it before the first program runs.
 *
 * @param folder URL, relative to the page
 * @throws TypeError for an invalid URL
 * @example
 * ```ts
 * import { setAssets } from 'haze/element';
 * setAssets('/haze/');
 * ```
 */
export declare function setAssets(folder: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    'haze-program': HazeProgramElement;
  }
}
