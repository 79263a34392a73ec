// Statistics about finished jobs. Each statistic is a field of `Stats` in the record, the REST interface and webhooks.
// To add a statistic, add a row here; the job's code then does not compile until it provides the number.

export interface Figure {
  readonly isWhole?: boolean;
  /** Description in the interface document. */
  readonly description?: string;
}

type Figures = Readonly<Record<string, Figure>>;

export type StatsOf<Rows extends Figures> = { readonly [Name in keyof Rows]: number };

export const BUILD_STATS = {
  BuildTimeInMilliseconds: {},
  BuildSizeInBytes: { isWhole: true },
  CreatedAt: { isWhole: true, description: 'Epoch milliseconds.' },
} as const satisfies Figures;

export const TASK_STATS = {
  /**
   * Calls from the program into its core: floating-point instructions that operated on a distribution, and API
   * functions.
   */
  DynamicInstructions: {},
  ProcessorTime: { description: 'Seconds.' },
  ExecutionTimeInMilliseconds: {},
} as const satisfies Figures;
