// Parts shared by the whole workbench: the page's state, and functions that change it or show a message.
import type { HazeConsole } from '../../console/haze-console.ts';
import type { CodeEditor } from '../../editor/code-editor.ts';
import type { PageService } from '../page/page-service.ts';
import type { PageState } from '../page/page-state.ts';

/** The parts of the page that are written to, and not rendered. */
export interface PageParts {
  readonly editor: CodeEditor;
  readonly console: HazeConsole;
  /** Starts the visible download of the compiler. */
  readonly startDownload: () => Promise<void>;
}

export interface Bench {
  readonly service: PageService;
  readonly state: PageState;
  /** Undefined until the page is made. */
  readonly parts: PageParts | undefined;
  change(changes: Partial<PageState>): void;
  /** Tells the user something, until it is dismissed. */
  say(sentence: string): void;
}
