// The line that a program needs before it can call functions for distributions, and where to insert that line.
import type { Language } from '../draft/program.ts';

export interface NeededLine {
  readonly at: number;
  readonly text: string;
}

/** The missing line, with its position; undefined if the source already has it. */
export function maybeNeededLine(source: string, language: Language): NeededLine | undefined {
  return language === 'Fortran' ? maybeUse(source) : maybeInclude(source);
}

function maybeInclude(source: string): NeededLine | undefined {
  if (/^[ \t]*#[ \t]*include[ \t]*[<"](?:uxhw|uncertain)\.h[>"]/m.test(source)) return undefined;
  const last = [...source.matchAll(/^[ \t]*#[ \t]*include\b.*$/gm)].at(-1);
  if (!last) return { at: 0, text: '#include <uxhw.h>\n' };
  return { at: last.index + last[0].length, text: '\n#include <uxhw.h>' };
}

const UNIT = /^(?:[ \t]*(?:program|module|subroutine)|[\w() \t]*\bfunction)[ \t]+\w.*/im;

function maybeUse(source: string): NeededLine | undefined {
  if (/^[ \t]*use\b[^!\n]*\buxhw\b/im.test(source)) return undefined;
  const unit = UNIT.exec(source);
  if (!unit) return undefined;
  const indent = /^[ \t]*/.exec(unit[0])![0];
  return { at: unit.index + unit[0].length, text: `\n${indent}  use uxhw` };
}
