// Files dropped anywhere on the page open in it: the browser would leave the page for them, and the editor would insert
// their text into the program.

/** File or folder of a drop. A folder is read later: its files have no content yet. */
export type Dropped = File | FileSystemDirectoryEntry;

/** Time without an event of the drag after which it has left the page. */
const LEFT_MS = 400;

/**
 * Takes all drops of files on the page; the page never removes its playground, so the listeners stay.
 * @param open called with the files and folders of a drop
 */
export function takeDrops(open: (dropped: readonly Dropped[]) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (isOver: boolean) => document.documentElement.toggleAttribute('data-drop', isOver);
  const take = (event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(timer);
    if (event.type === 'drop') {
      show(false);
      open(listDropped(dataTransfer));
      return;
    }
    dataTransfer.dropEffect = 'copy';
    show(true);
    timer = setTimeout(() => show(false), LEFT_MS);
  };
  for (const kind of ['dragenter', 'dragover', 'drop'] as const) window.addEventListener(kind, take, true);
}

/** Lists files and folders at once: the browser empties the drop after its event. */
function listDropped({ items, files }: DataTransfer): readonly Dropped[] {
  const folders = [...items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : [];
  });
  const names = new Set(folders.map(({ name }) => name));
  // Browsers list a folder among the files, too.
  return [...[...files].filter(({ name }) => !names.has(name)), ...folders];
}
