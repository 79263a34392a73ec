// What a page and the frames of another origin that haze-program.js puts into it say to each other.

/** Said where what runs programs cannot be loaded. */
export const UNREACHABLE =
  'What builds and runs programs could not be loaded: its site cannot be reached. Check the network, and run again.';

/** Attributes of the element, by name; absent ones are null. */
export type ProgramAttributes = Readonly<Record<(typeof PROGRAM_ATTRIBUTES)[number], string | null>>;

export const PROGRAM_ATTRIBUTES = [
  'core',
  'language',
  'editable',
  'arguments',
  'stdin',
  'seed',
  'label',
  'src',
] as const;

/** Events that cross to the page. */
export const PROGRAM_EVENTS = ['haze-run', 'haze-output', 'haze-end', 'haze-change'] as const;

/** Custom properties of the page that cross to the frame. */
export const THEME_PROPERTIES = [
  ...[
    'background',
    'surface',
    'text',
    'muted',
    'line',
    'accent',
    'accent-text',
    'error',
    'warning',
    'radius',
  ],
  ...['font', 'mono', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'],
  ...['code-word', 'code-type', 'code-text', 'code-number', 'code-comment', 'code-directive'],
].map((name) => `--haze-${name}`);

/** From the page to a frame. */
export type ToFrame =
  | {
      readonly haze: 'show';
      readonly source: string;
      readonly problem: string;
      readonly attributes: ProgramAttributes;
    }
  | { readonly haze: 'change'; readonly attributes: ProgramAttributes; readonly source?: string }
  | {
      readonly haze: 'theme';
      readonly colorScheme: string;
      readonly properties: Readonly<Record<string, string>>;
    }
  | { readonly haze: 'run' }
  | { readonly haze: 'stop' }
  /** With a port, to the frame that runs programs. */
  | { readonly haze: 'serve' };

/** From a frame to the page. */
export type FromFrame =
  | { readonly haze: 'ready' }
  | { readonly haze: 'size'; readonly heightPx: number }
  | { readonly haze: 'event'; readonly name: string; readonly detail: unknown }
  /** With a port, for the frame that runs programs. */
  | { readonly haze: 'want-runner' }
  /** From the frame that was to run programs, and cannot. */
  | { readonly haze: 'no-runner' };
