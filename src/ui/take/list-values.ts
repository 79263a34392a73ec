// Exports all values of a run as files for other programs. Does not use the DOM.
import { listAsCsv, listAsJson } from '../../plot/printed/export-values.ts';
import { type LoadSamples, readOutput } from '../runs/compare-runs.ts';
import { prepareValues } from '../value/viewed-value.ts';

/** The run that produced the values. */
export interface ValuesOrigin {
  readonly program: string;
  readonly language: string;
  readonly core: string;
  readonly arguments: string;
  readonly taskId: string;
  /** Time in ISO 8601 format. */
  readonly createdAt: string;
}

/**
 * Reads the values in an output and lists them.
 * @param stdout output as printed, including its Ux strings
 * @param loadSamples called for each value of a Reference run
 */
export async function listValues(
  format: 'csv' | 'json',
  stdout: string,
  { origin, loadSamples }: { readonly origin: ValuesOrigin; readonly loadSamples: LoadSamples },
): Promise<{ readonly count: number; readonly text: string }> {
  const { values } = await readOutput(stdout, loadSamples, Number.POSITIVE_INFINITY);
  const listed = values.flatMap((value) =>
    prepareValues([value]).map((shown) => ({ ...shown, particle: value.value?.particle })),
  );
  const text = format === 'csv' ? listAsCsv(listed) : listAsJson(listed, { ...origin });
  return { count: listed.length, text };
}
