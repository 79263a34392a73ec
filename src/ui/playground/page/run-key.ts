// Ctrl-Enter (on a Mac also Command-Enter) runs the program from anywhere in the page, as the button says.

/**
 * Adds the key. The editor and other handlers of the key come first. The page never removes its playground, so the
 * listener stays.
 */
export function listenForRunKey(run: () => void): void {
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    run();
  });
}
