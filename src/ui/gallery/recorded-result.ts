// Output of the examples, recorded by the site's build (scripts/record-results.ts). A first visit shows the output of
// the first example as recorded until the program is run or changed. The gallery shows a value of each example.

export interface RecordedResult {
  /** Names what it was made from. */
  readonly madeFrom: string;
  readonly stdout: string;
}

const FILES = import.meta.glob<RecordedResult>('../../../dist/editor/first-result.json', {
  import: 'default',
});

/** The first uncertain value that an example prints. */
export interface RecordedValue {
  readonly label: string;
  /** '' when there is none. */
  readonly unit: string;
  /** Value as a short text, such as `717 ± 15`. */
  readonly shown: string;
  /** The outline of its density, in the box of gallery/picture-size.ts. */
  readonly outline: string;
}

/** By the example's file; null for one that prints none. */
export type RecordedValues = Readonly<
  Record<string, { readonly madeFrom: string; readonly value: RecordedValue | null }>
>;

const VALUES = import.meta.glob<RecordedValues>('../../../dist/editor/gallery-values.json', {
  import: 'default',
});

/** The recorded values; none where they cannot be fetched. */
export async function loadRecordedValues(): Promise<RecordedValues> {
  const [load] = Object.values(VALUES);
  return (await load?.().catch(() => undefined)) ?? {};
}

/** The recorded output; undefined where there is none, or it cannot be fetched. */
export async function maybeRecordedOutput(): Promise<string | undefined> {
  const [load] = Object.values(FILES);
  return load?.().then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
