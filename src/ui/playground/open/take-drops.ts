// Opens files that are dropped anywhere on the page. Without this code, the browser would navigate to the files, or the
// editor would insert their text into the program.

/** The files and entries in a drop, read immediately because the browser clears the drop's data after the event. */
export interface Drop {
  readonly files: readonly File[];
  /** Files and folders; null for anything else, and in browsers that provide only files. */
  readonly entries: readonly (FileSystemEntry | null)[];
}

/** Time without a drag event after which the drag counts as having left the page. */
const LEFT_MS = 400;

/**
 * Handles all file drops on the page. The listeners are never removed, because the page never removes its playground.
 * @param open called with each drop
 */
export function takeDrops(open: (drop: Drop) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (isOver: boolean) => document.documentElement.toggleAttribute('data-drop', isOver);
  const take = (event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(timer);
    const isDropped = event.type === 'drop';
    show(!isDropped);
    if (!isDropped) {
      dataTransfer.dropEffect = 'copy';
      void import('./drop-cue.ts').catch(() => undefined);
      timer = setTimeout(() => show(false), LEFT_MS);
      return;
    }
    const { files, items } = dataTransfer;
    open({ files: [...files], entries: [...items].map((item) => item.webkitGetAsEntry()) });
  };
  for (const kind of ['dragenter', 'dragover', 'drop'] as const) window.addEventListener(kind, take, true);
}
