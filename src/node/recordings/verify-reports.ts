// Reports of `haze verify`: lines for people, JSON, JUnit XML.
import type { ReportedSuite } from '../reports/junit.ts';
import type { Difference } from './compare-answers.ts';
import type { VerifiedExchange } from './verify-recording.ts';

const WORDS: Readonly<Record<Difference['kind'], string>> = {
  missing: 'missing here',
  extra: 'not in the recording',
  type: 'another type',
  unit: 'another unit',
  value: 'another value',
  identifier: 'another identifier',
  order: 'different order of states',
  status: 'another status',
  header: 'another header',
  output: 'another output',
};

function describeDifference({ kind, place, recorded, answered }: Difference): string {
  return `${place}: ${WORDS[kind]}: recorded ${recorded}, answered ${answered}`;
}

/** One line per difference: `FILE: request 3, GET /tasks/…: Status: another value: …`. */
export function describeDifferences(file: string, verified: readonly VerifiedExchange[]): string {
  return verified
    .flatMap(({ number, request, differences }) =>
      differences.map((one) => `${file}: request ${number}, ${request}: ${describeDifference(one)}\n`),
    )
    .join('');
}

/** Describes the counts in a sentence. */
export function describeVerified(verified: readonly VerifiedExchange[]): string {
  const differences = verified.flatMap((one) => one.differences).length;
  const skipped = verified.filter((one) => one.skipped !== undefined);
  const reasons = [...new Set(skipped.map((one) => one.skipped))];
  const parts = [`${verified.length} recorded requests`];
  if (skipped.length > 0) parts.push(`${skipped.length} not fully compared (${reasons.join('; ')})`);
  parts.push(
    differences === 0
      ? 'no difference'
      : `${differences} ${differences === 1 ? 'difference' : 'differences'}`,
  );
  return parts.join(', ');
}

/** The whole report as JSON. */
export function describeVerifiedJson(file: string, verified: readonly VerifiedExchange[]): string {
  return `${JSON.stringify({ file, requests: verified }, undefined, 2)}\n`;
}

/** The report as JUnit XML, with one case per request. */
export function suiteOf(file: string, verified: readonly VerifiedExchange[]): ReportedSuite {
  const cases = verified.map(({ number, request, differences, skipped }) => {
    const texts = differences.map(describeDifference);
    return {
      name: `${number} ${request}`,
      ...(texts[0] !== undefined && { failure: { message: texts[0], text: texts.join('\n') } }),
      ...(texts[0] === undefined && skipped !== undefined && { skipped }),
    };
  });
  return { name: file, cases };
}
