// Results as JUnit XML, which continuous integration systems display.
import { escapeXml } from '../../plot/drawing/svg-text.ts';

export interface ReportedCase {
  readonly name: string;
  readonly place?: { readonly file: string; readonly line: number };
  readonly failure?: { readonly message: string; readonly text: string };
  /** The reason why the case did not run. */
  readonly skipped?: string;
}

export interface ReportedSuite {
  readonly name: string;
  readonly cases: readonly ReportedCase[];
}

/** The document. @param name name of the reporting command */
export function describeSuites(name: string, suites: readonly ReportedSuite[]): string {
  const texts = suites.map(({ name: suite, cases }) => {
    const failures = cases.filter(({ failure }) => failure).length;
    const inner = cases.map((one) => describeCase(suite, one)).join('');
    return `  <testsuite name="${escapeXml(suite)}" tests="${cases.length}" failures="${failures}">\n${inner}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeXml(name)}">\n${texts.join('')}</testsuites>\n`;
}

function describeCase(suite: string, { name, place, failure, skipped }: ReportedCase): string {
  const at = place && ` file="${escapeXml(place.file)}" line="${place.line}"`;
  const head = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"${at ?? ''}`;
  if (failure)
    return `${head}>\n      <failure message="${escapeXml(failure.message)}">${escapeXml(failure.text)}</failure>\n    </testcase>\n`;
  if (skipped === undefined) return `${head}/>\n`;
  return `${head}>\n      <skipped message="${escapeXml(skipped)}"/>\n    </testcase>\n`;
}
