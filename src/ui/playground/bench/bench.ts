// Interface shared by the whole workbench: the page's state, and functions that change the state or show a message.
import type { HazeConsole } from '../../console/haze-console.ts';
import type { CodeEditor } from '../../editor/code-editor.ts';
import type { PageService } from '../page/page-service.ts';
import type { PageState, Remedy } from '../page/page-state.ts';
import type { Choice } from './choices.ts';

/** Parts of the page that controllers update directly, without rendering. */
export interface PageParts {
  readonly editor: CodeEditor;
  readonly console: HazeConsole;
  /** Starts the compiler's download, and shows its progress. */
  readonly startDownload: () => Promise<void>;
}

export interface Bench {
  readonly service: PageService;
  readonly state: PageState;
  /** The page's parts; undefined until the page is rendered. */
  readonly parts: PageParts | undefined;
  change(changes: Partial<PageState>): void;
  /** Shows a message until the user dismisses it, with a button for `remedy`. */
  say(sentence: string, remedy?: Remedy): void;
  /**
   * Starts opening a program or project. The returned function returns true until another opening starts, so the latest
   * choice wins, even if an earlier choice takes longer to load.
   */
  startOpening(): () => boolean;
  /** Notes a choice that may turn out to open nothing, and so cancels other openings only once it is claimed. */
  noteChoice(): Choice;
}
