// The value viewer and sparks without other components. Tests set their values. Runs in a page.
import '../../src/ui/console/haze-console.ts';
import type { HazeSpark } from '../../src/ui/value/haze-spark.ts';
import '../../src/ui/value/haze-spark.ts';
import '../../src/ui/value/haze-value-viewer.ts';
import type { ViewedValue } from '../../src/ui/value/viewed-value.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';

/** A value that a test passes as plain data. */
export interface GivenValue {
  readonly label: string;
  readonly ux?: string;
  readonly samples?: readonly number[];
  readonly unit?: string;
}

declare global {
  interface Window {
    show(values: readonly GivenValue[]): Promise<void>;
  }
}

function toViewed({ label, ux, samples, unit }: GivenValue): ViewedValue {
  return {
    label,
    ...(ux === undefined ? {} : { value: parseUx(ux) }),
    ...(samples ? { samples: Float64Array.from(samples) } : {}),
    ...(unit === undefined ? {} : { unit }),
  };
}

window.show = async (values) => {
  const main = document.createElement('main');
  const heading = document.createElement('h1');
  heading.textContent = 'Values';
  const line = document.createElement('p');
  for (const { label, ux } of values) {
    if (ux === undefined) continue;
    const spark: HazeSpark = document.createElement('haze-spark');
    spark.value = parseUx(ux);
    line.append(`${label} `, spark, ' ');
  }
  const viewer = document.createElement('haze-value-viewer');
  viewer.values = values.map(toViewed);
  main.append(heading, line, viewer);
  document.body.replaceChildren(main);
  await viewer.updateComplete;
};
