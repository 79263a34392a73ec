// What the first example prints, recorded when the site was built (scripts/record-first-result.ts): a first visit shows it, under
// words that say so, until the program is run or changed.

export interface RecordedResult {
  /** Names what it was made from. */
  readonly madeFrom: string;
  readonly stdout: string;
}

const FILES = import.meta.glob<RecordedResult>('../../../dist/editor/first-result.json', {
  import: 'default',
});

/** The recorded output; undefined where there is none, or it cannot be fetched. */
export async function maybeRecordedOutput(): Promise<string | undefined> {
  const [load] = Object.values(FILES);
  return load?.().then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
