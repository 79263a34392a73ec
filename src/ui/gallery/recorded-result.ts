// The examples' output, recorded by the site's build (scripts/record-results.ts). On a first visit, the page shows the
// first example's recorded output until the program is run or changed. The gallery shows one value per example.

export interface RecordedResult {
  /** Hash of the sources from which the recording was made. */
  readonly madeFrom: string;
  readonly stdout: string;
}

const FILES = import.meta.glob<RecordedResult>('../../../dist/editor/first-result.json', {
  import: 'default',
});

/** The first uncertain value that an example prints. */
export interface RecordedValue {
  readonly label: string;
  /** Unit; '' for none. */
  readonly unit: string;
  /** The value as a short string, such as `717 ± 15`. */
  readonly shown: string;
  /** Outline of its density, within the box defined in gallery/picture-size.ts. */
  readonly outline: string;
}

/** Values by example file; null for an example without an uncertain value. */
export type RecordedValues = Readonly<
  Record<string, { readonly madeFrom: string; readonly value: RecordedValue | null }>
>;

const VALUES = import.meta.glob<RecordedValues>('../../../dist/editor/gallery-values.json', {
  import: 'default',
});

/** Loads the recorded values; returns none if the fetch fails. */
export async function loadRecordedValues(): Promise<RecordedValues> {
  const [load] = Object.values(VALUES);
  return (await load?.().catch(() => undefined)) ?? {};
}

/** Loads the recorded output; undefined if there is none or the fetch fails. */
export async function maybeRecordedOutput(): Promise<string | undefined> {
  const [load] = Object.values(FILES);
  return load?.().then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
