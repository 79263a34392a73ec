// Lines that are read only by compilers with OpenMP support: `!$omp` directives, which become marked statements, and
// lines after `!$`, which become program lines (OpenMP 5.2, 5.1 and 3.3). Without -fopenmp, all of them are comments.
import type { SourceLine } from './preprocessor.ts';

/** The mark that precedes the text of a directive. */
export const DIRECTIVE_MARK = '\u0003';

/** The lines as seen by a compiler with OpenMP support. */
export function readSentinels(lines: readonly SourceLine[], fixed: boolean): SourceLine[] {
  return fixed ? lines.map(readFixedLine) : readFreeLines(lines);
}

function readFreeLines(lines: readonly SourceLine[]): SourceLine[] {
  let goesOn = false;
  return lines.map((line) => {
    const directive = /^(\s*)!\$omp(?=[\s&]|$)(.*)$/i.exec(line.text);
    if (directive) {
      const text = `${directive[1]}    ${goesOn ? ' ' : DIRECTIVE_MARK}${directive[2]}`;
      goesOn = /&\s*(!.*)?$/.test(directive[2]!);
      return { ...line, text };
    }
    if (!/^\s*(!.*)?$/.test(line.text)) goesOn = false;
    return { ...line, text: line.text.replace(/^(\s*)!\$(?=[\s&]|$)/, '$1  ') };
  });
}

function readFixedLine(line: SourceLine): SourceLine {
  const directive = /^[!cC*]\$omp(.)(.*)$/i.exec(line.text);
  if (directive) {
    const begins = directive[1] === ' ' || directive[1] === '0';
    return { ...line, text: begins ? `      ${DIRECTIVE_MARK}${directive[2]}` : `     &${directive[2]}` };
  }
  return { ...line, text: line.text.replace(/^[!cC*]\$(?=[ 0-9]{3}.)/, '  ') };
}
