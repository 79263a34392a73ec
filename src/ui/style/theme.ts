// The theme: light, dark, or the system's. The user's choice is stored; if there is none, the page follows the
// system.

export type Theme = 'auto' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const KEY = 'haze-theme';

/** Sets the theme, and stores it if the browser allows storage. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the theme lasts only as long as the page.
  }
}

/** The theme chosen on the last visit. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'auto';
  } catch {
    return 'auto';
  }
}
