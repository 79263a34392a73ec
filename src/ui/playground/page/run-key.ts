// Ctrl-Enter (or Command-Enter on a Mac) runs the program from anywhere in the page, as stated on the button.

/**
 * Registers the shortcut. The editor and other handlers of the key take precedence. The listener is never removed,
 * because the page never removes its playground.
 */
export function listenForRunKey(run: () => void): void {
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    run();
  });
}
