/** Attributes of `<haze-program>`; docs/embedding.md describes them. */
export interface HazeProgramAttributes {
  language?: 'C' | 'C++' | 'Fortran';
  /** Name of a core. Default `C0-S+`. */
  core?: string;
  editable?: boolean;
  arguments?: string;
  stdin?: string;
  seed?: number | bigint | string;
  label?: string;
  /** Puts the program's inputs beside its result, as sliders and fields. */
  controls?: boolean;
  /** Puts all text about a run into the bar above, so that the element does not grow. */
  compact?: boolean;
  /** Address of the source, instead of the text between the tags. */
  src?: string;
  /** Address of the module of the source, from `haze build --for-page`: it runs without a compiler. */
  module?: string;
}

/** End of a run. */
export interface HazeEnd {
  kind: 'exited' | 'stopped' | 'not-built' | 'failed';
  exitStatus?: number;
  problem: string;
}

export interface HazeProgramElement extends HTMLElement {
  source: string;
  /** Files that are built with the source, by path; they are not shown. */
  files: Readonly<Record<string, string>>;
  language: string;
  core: string;
  editable: boolean;
  arguments: string;
  stdin: string;
  /** A bigint where a number is not exact. */
  seed: number | bigint;
  label: string;
  controls: boolean;
  compact: boolean;
  src: string;
  module: string;
  /** Builds and runs the program as it stands. Settled at its end. */
  run(): Promise<void>;
  /** Stops the program that runs, if any. */
  stop(): void;
}

export interface HazeProgramEvents {
  'haze-run': CustomEvent<{ source: string }>;
  'haze-output': CustomEvent<{ stream: 'stdout' | 'stderr'; text: string }>;
  'haze-end': CustomEvent<HazeEnd>;
  'haze-change': CustomEvent<{ source: string }>;
}

/**
 * Says where the folder is that `npx haze init` made, relative to the page; before the first program runs.
 * @example
 * import { setAssets } from 'haze/element';
 * setAssets('/haze/');
 */
export declare function setAssets(folder: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    'haze-program': HazeProgramElement;
  }
}
