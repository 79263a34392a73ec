// Lists measurements that are worse than before. A measurement may state its noise. By default, times and rates may be
// worse by a third, because machines may be busy, and errors and sizes by a tenth.

import type { Measurement } from './measurement.ts';

/** A measurement that has become worse. */
export interface Change {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly unit: string;
}

const TIME = /^(ns|µs|ms|s)$/;
/** Units for which higher is better. */
const RATE = /less time|faster|\/s$|% of them/;
const TIME_NOISE = 1 / 3;
const OTHER_NOISE = 0.1;

/** Measurements that are worse than earlier ones with the same name. Added and removed names are not compared. */
export function findWorse(before: readonly Measurement[], after: readonly Measurement[]): Change[] {
  const known = new Map(before.map((measurement) => [measurement.name, measurement]));
  return after.flatMap((now) => {
    const then = known.get(now.name);
    if (!then || then.unit !== now.unit || !isWorse(then, now)) return [];
    return [{ name: now.name, before: then.value, after: now.value, unit: now.unit }];
  });
}

function isWorse(then: Measurement, now: Measurement): boolean {
  if (Number.isNaN(now.value)) return !Number.isNaN(then.value);
  const isRate = RATE.test(now.unit);
  const share = isRate || TIME.test(now.unit) ? TIME_NOISE : OTHER_NOISE;
  const noise = Math.max(now.noise ?? then.noise ?? 0, share * Math.abs(then.value));
  return isRate ? now.value < then.value - noise : now.value > then.value + noise;
}

/** Describes a change, such as `sum, C0-S+: σ: 0.1 before, 2.3 now (%)`. */
export function describeChange({ name, before, after, unit }: Change): string {
  return `${name}: ${before.toPrecision(4)} before, ${after.toPrecision(4)} now (${unit})`;
}
