// Messages between a page and the frames of another origin that haze-program.js adds to it. Any page can create such
// a frame and send arbitrary data: check-frame-messages.ts accepts only these messages. docs/security-frames.md lists
// what each message can request. No message refers to anything that the frame would fetch.

import type { DataContents } from '../../client/program/program-messages.ts';

/** Error message used if the code that runs programs cannot be loaded. */
export const UNREACHABLE =
  'The part that builds and runs programs could not be loaded: its site cannot be reached. Check the network, and run again.';

/** Reason given in `haze-end` if the page or the reader stopped the run. */
export const STOPPED = 'The program was stopped.';

/**
 * Attributes that the element sends to its frame; null if an attribute is not set. `lang` and `dir` come from the
 * surrounding page.
 */
export type ProgramAttributes = Readonly<Record<(typeof PROGRAM_ATTRIBUTES)[number], string | null>>;

export const PROGRAM_ATTRIBUTES = [
  'core',
  'language',
  'editable',
  'arguments',
  'stdin',
  'seed',
  'label',
  'file',
  'controls',
  'compact',
  'margin',
  'lang',
  'dir',
] as const;

/** Events that are forwarded to the page. */
export const PROGRAM_EVENTS = ['haze-run', 'haze-output', 'haze-end', 'haze-change'] as const;
export type ProgramEventName = (typeof PROGRAM_EVENTS)[number];

/**
 * Custom properties that the page sends to the frame, with the CSS property against which their values are checked.
 */
export const THEME_PROPERTIES: Readonly<Record<string, 'color' | 'border-radius' | 'font-family'>> = {
  ...nameColours(
    ['background', 'surface', 'text', 'muted', 'line', 'accent', 'accent-text', 'error', 'warning'],
    ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'],
    ['code-word', 'code-type', 'code-text', 'code-number', 'code-comment', 'code-directive'],
  ),
  '--haze-radius': 'border-radius',
  '--haze-font': 'font-family',
  '--haze-mono': 'font-family',
};

function nameColours(...groups: readonly (readonly string[])[]): Record<string, 'color'> {
  return Object.fromEntries(groups.flat().map((name) => [`--haze-${name}`, 'color']));
}

/** A program that a frame shows. */
interface FramedSource {
  readonly source: string;
  /** Files that are built together with the source, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that the program finds in its working directory, by path. */
  readonly data?: DataContents;
  readonly problem: string;
  readonly attributes: ProgramAttributes;
  /** True if the page has the source's module. */
  readonly hasModule?: boolean;
}

/** Messages from the page to a frame. */
export type ToFrame =
  | ({ readonly haze: 'show' } & FramedSource)
  /** The requested module; undefined if it could not be fetched. */
  | { readonly haze: 'module'; readonly module?: Uint8Array }
  | ({ readonly haze: 'change' } & Partial<FramedSource> & Pick<FramedSource, 'attributes'>)
  | {
      readonly haze: 'theme';
      readonly colorScheme: string;
      readonly properties: Readonly<Record<string, string>>;
    }
  | { readonly haze: 'run' }
  | { readonly haze: 'stop' }
  /** Sent with a port to the frame that runs programs. */
  | { readonly haze: 'serve' };

/** Messages from a frame to the page. */
export type FromFrame =
  | { readonly haze: 'ready' }
  | { readonly haze: 'size'; readonly heightPx: number }
  | { readonly haze: 'event'; readonly name: ProgramEventName; readonly detail: object }
  /** Requests the source's module. */
  | { readonly haze: 'want-module' }
  /** Sent with a port that is meant for the frame that runs programs. */
  | { readonly haze: 'want-runner' }
  /** Sent by a frame that cannot run programs. */
  | { readonly haze: 'no-runner' };
