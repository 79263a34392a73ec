// Files dropped anywhere on the page open in it: the browser would leave the page for them, and the editor would insert
// their text into the program.

/** Files and entries of a drop, read at once: the browser empties the drop after its event. */
export interface Drop {
  readonly files: readonly File[];
  /** Files and folders; null for other things, and where the browser provides only files. */
  readonly entries: readonly (FileSystemEntry | null)[];
}

/** Time without an event of the drag after which it has left the page. */
const LEFT_MS = 400;

/**
 * Takes all drops of files on the page; the page never removes its playground, so the listeners stay.
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
