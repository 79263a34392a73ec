// The page layout that the user has set: divider positions and the appearance of the editor's text. The browser stores
// the layout.
import { clampDivider, type DividerRange } from './divider-position.ts';

export interface PageLayout {
  /** Width of the program pane in percent. */
  readonly split: number;
  /** Height of the output area above the shown value, in percent. */
  readonly output: number;
  /** Width of a project's file list beside the editor, in percent. */
  readonly files: number;
  readonly isWrapped: boolean;
  /** Shows each line's last uncertain value after a run. */
  readonly hasMargin: boolean;
  /** Font size of the editor in percent of the default. */
  readonly letters: number;
}

/** Changed parts of the layout; undefined resets a part to its default. */
export type LayoutChange = { readonly [Name in keyof PageLayout]?: PageLayout[Name] | undefined };

export const USUAL_LAYOUT: PageLayout = {
  split: 52,
  output: 45,
  files: 28,
  isWrapped: false,
  hasMargin: false,
  letters: 100,
};

/** Ranges of the layout's numeric settings. */
export const LAYOUT_RANGES: Readonly<Record<'split' | 'output' | 'files' | 'letters', DividerRange>> = {
  split: { least: 20, most: 80 },
  output: { least: 15, most: 85 },
  files: { least: 12, most: 60 },
  letters: { least: 60, most: 220 },
};

const KEY = 'haze-layout';

/** Layout parsed from a stored string, with defaults for missing or invalid parts. */
export function parseLayout(text: string | null): PageLayout {
  let kept: Partial<Record<keyof PageLayout, unknown>> = {};
  try {
    const data: unknown = JSON.parse(text ?? '{}');
    if (typeof data === 'object' && data !== null) kept = data;
  } catch {
    // Another script must have written the stored string, so the defaults apply.
  }
  const numbers = Object.entries(LAYOUT_RANGES).map(([name, range]) => {
    const value = kept[name as keyof typeof LAYOUT_RANGES];
    return typeof value === 'number' && Number.isFinite(value) ? [[name, clampDivider(value, range)]] : [];
  });
  const switches = (['isWrapped', 'hasMargin'] as const).flatMap((name) =>
    typeof kept[name] === 'boolean' ? [[name, kept[name]]] : [],
  );
  return {
    ...USUAL_LAYOUT,
    ...(Object.fromEntries(numbers.flat()) as Partial<PageLayout>),
    ...(Object.fromEntries(switches) as Partial<PageLayout>),
  };
}

/** The layout with changes applied, clamped to their ranges. */
export function changeLayout(layout: PageLayout, changes: LayoutChange): PageLayout {
  return parseLayout(JSON.stringify({ ...layout, ...changes }));
}

/** Reads the layout from the last visit. */
export function readLayout(): PageLayout {
  try {
    return parseLayout(localStorage.getItem(KEY));
  } catch {
    return USUAL_LAYOUT;
  }
}

/** Stores the layout if the browser allows storage. */
export function keepLayout(layout: PageLayout): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(layout));
  } catch {
    // Without storage, the layout lasts only as long as the page.
  }
}
