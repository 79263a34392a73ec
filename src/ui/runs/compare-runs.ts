// Compares two runs: values side by side, inputs that differ, source and output text.
import { formatRounded } from '../../plot/distributions/describe-distribution.ts';
import type { Distribution } from '../../plot/distributions/distribution.ts';
import { formatPlusMinus } from '../../plot/distributions/format-value.ts';
import { splitOutput } from '../../plot/printed/output-pieces.ts';
import { splitReferences } from '../console/reference-values.ts';
import { LONGEST_LABEL, labelValue } from '../console/value-label.ts';
import { maybeDistribution, type ViewedValue } from '../value/viewed-value.ts';

/** Loads the samples of a value from a Reference run. */
export type LoadSamples = (valueId: string) => Promise<Float64Array>;

/** Maximum number of a Reference run's values whose samples are loaded. */
const MOST_REFERENCES = 50;

/** Reads a run's output. @param mostReferences values beyond this number appear only in the text */
export async function readOutput(
  stdout: string,
  loadSamples: LoadSamples,
  mostReferences = MOST_REFERENCES,
): Promise<{ readonly values: readonly ViewedValue[]; readonly text: string }> {
  const values: ViewedValue[] = [];
  let text = '';
  /** The end of the text, limited in length because a line may be as long as the whole output. */
  let near = '';
  const add = (value: Omit<ViewedValue, 'label'>) =>
    values.push({ ...labelValue(near, values.length + 1), ...value });
  const write = (more: string) => {
    text += more;
    near = (near + more).slice(-LONGEST_LABEL);
  };
  for (const piece of splitOutput(stdout)) {
    if (piece.kind === 'value') {
      add({ value: piece.value });
      write(piece.shown);
      continue;
    }
    for (const part of splitReferences(piece.text)) {
      if (typeof part !== 'string' && values.length < mostReferences)
        add({ samples: await loadSamples(part.valueId) });
      write(typeof part === 'string' ? part : part.decimal);
    }
  }
  return { values, text };
}

export interface ValueRow {
  readonly label: string;
  readonly unit: string;
  readonly before: string;
  readonly after: string;
  /** Difference between the means. */
  readonly difference: string;
  /** The later value and the earlier one, which is dashed in the plot. */
  readonly pair: readonly ViewedValue[];
}

/** Pairs values that have the same name. A value that only one run has printed has no partner. */
export function pairValues(
  before: readonly ViewedValue[],
  after: readonly ViewedValue[],
  beforeName: string,
): ValueRow[] {
  const rest = [...before];
  const rows = after.map((value) => {
    const at = rest.findIndex(({ label }) => label === value.label);
    return makeRow(at < 0 ? undefined : rest.splice(at, 1)[0], value, beforeName);
  });
  return [...rows, ...rest.map((value) => makeRow(value, undefined, beforeName))];
}

function makeRow(before: ViewedValue | undefined, after: ViewedValue | undefined, name: string): ValueRow {
  const { label, unit = '' } = (after ?? before)!;
  const [old, now] = [before, after].map((value) => value && maybeDistribution(value));
  const dashed = before && { ...before, label: `${label} (${name})`, isBefore: after !== undefined };
  return {
    label,
    unit,
    before: old ? tell(old) : '–',
    after: now ? tell(now) : '–',
    difference: old && now ? tellDifference(old, now) : '–',
    pair: [after, dashed].filter((value) => value !== undefined),
  };
}

function tell({ mean, deviation }: Distribution): string {
  return formatPlusMinus(mean, deviation);
}

function tellDifference(old: Distribution, now: Distribution): string {
  const difference = now.mean - old.mean;
  if (difference === 0) return '0';
  const deviation = Math.max(old.deviation || 0, now.deviation || 0);
  const text = formatRounded(difference, deviation);
  // A difference smaller than the significant digits counts as zero.
  if (/^0(?:\.0+)?$/.test(text)) return '0';
  return difference > 0 ? `+${text}` : text;
}
