// Ctrl-Enter (on a Mac, Command-Enter, too) runs the program wherever the focus is, as the button says.

/** The editor, and whoever else has taken the key for itself, is left alone. The page keeps its playground for good. */
export function listenForRunKey(run: () => void): void {
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    run();
  });
}
