/** Attributes of `<haze-program>`; docs/embedding.md describes them. */
export interface HazeProgramAttributes {
  /** Default `C`. */
  language?: 'C' | 'C++' | 'Fortran';
  /** Name of a core. Default `C0-S+`. */
  core?: string;
  /** Lets the reader edit the source. */
  editable?: boolean;
  /** Arguments of the program, split as a shell does. */
  arguments?: string;
  /** Standard input. */
  stdin?: string;
  /** Decides every random number of a run. */
  seed?: number | bigint | string;
  /** Name of the program for screen readers and messages. */
  label?: string;
  /** Name of the source's file, shown in the bar. */
  file?: string;
  /** Puts the program's inputs beside its result, as sliders and fields. */
  controls?: boolean;
  /** Puts all text about a run into the bar above, so that the element does not grow. */
  compact?: boolean;
  /** Shows the last uncertain value of each line after a run. */
  margin?: boolean;
  /** Address of the source, instead of the text between the tags. */
  src?: string;
  /** Address of the module of the source, from `haze build --for-page`: it runs without a compiler. */
  module?: string;
}

/** End of a run. */
export interface HazeEnd {
  /** `stopped`: by the reader or a limit; `not-built`: the compiler refused it; `failed`: a fault of the page. */
  kind: 'exited' | 'stopped' | 'not-built' | 'failed';
  /** Status of a program that exited, from 0 to 255. */
  exitStatus?: number;
  /** A sentence for the reader; empty for a program that exited with 0. */
  problem: string;
}

/** `<haze-program>` in a script; properties follow the attributes of the same name. */
export interface HazeProgramElement extends HTMLElement {
  /** Text of the program, as edited. */
  source: string;
  /** Files that are built with the source, by path; they are not shown. */
  files: Readonly<Record<string, string>>;
  /** Files that the program finds in its working directory, by path. */
  data: Readonly<Record<string, string | Uint8Array>>;
  language: string;
  core: string;
  editable: boolean;
  arguments: string;
  stdin: string;
  /** A bigint if a number is not exact. */
  seed: number | bigint;
  label: string;
  file: string;
  controls: boolean;
  compact: boolean;
  margin: boolean;
  src: string;
  module: string;
  /** Builds and runs the present program. Settles at its end. */
  run(): Promise<void>;
  /** Stops the program that runs, if any. */
  stop(): void;
}

/** Events of `<haze-program>`; they bubble. */
export interface HazeProgramEvents {
  /** A run begins. */
  'haze-run': CustomEvent<{ source: string }>;
  /** The program printed. */
  'haze-output': CustomEvent<{ stream: 'stdout' | 'stderr'; text: string }>;
  /** A run ended. */
  'haze-end': CustomEvent<HazeEnd>;
  /** The reader edited the source. */
  'haze-change': CustomEvent<{ source: string }>;
}

/**
 * Sets the folder of Haze's files, which `npx haze init` makes. Call it before the first program runs.
 *
 * @param folder an address, relative to the page
 * @throws TypeError for an address that is not valid
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
