// Output of the examples, recorded by the site's build (scripts/record-results.ts). A first visit shows the output of
// the first example as recorded until the program is run or changed. The gallery shows a value of each example.

export interface RecordedResult {
  /** Hash of the sources of the record. */
  readonly madeFrom: string;
  readonly stdout: string;
}

const FILES = import.meta.glob<RecordedResult>('../../../dist/editor/first-result.json', {
  import: 'default',
});

/** First uncertain value that an example prints. */
export interface RecordedValue {
  readonly label: string;
  /** Unit; '' for none. */
  readonly unit: string;
  /** Value as a short text, such as `717 ± 15`. */
  readonly shown: string;
  /** Outline of its density, in the box of gallery/picture-size.ts. */
  readonly outline: string;
}

/** Values by the example's file; null for an example without one. */
export type RecordedValues = Readonly<
  Record<string, { readonly madeFrom: string; readonly value: RecordedValue | null }>
>;

const VALUES = import.meta.glob<RecordedValues>('../../../dist/editor/gallery-values.json', {
  import: 'default',
});

/** Loads the recorded values; none when the fetch fails. */
export async function loadRecordedValues(): Promise<RecordedValues> {
  const [load] = Object.values(VALUES);
  return (await load?.().catch(() => undefined)) ?? {};
}

/** Loads the recorded output; undefined when there is none, or the fetch fails. */
export async function maybeRecordedOutput(): Promise<string | undefined> {
  const [load] = Object.values(FILES);
  return load?.().then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
