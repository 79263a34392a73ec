// End of a <haze-program> run: the detail of its event, and the text shown.
import { html, nothing, type TemplateResult } from 'lit';
import type { ProgramEnd, ProgramRequest } from '../../client/program/program-messages.ts';
import type { ElementWords } from '../../docs/words/element-words.ts';
import { describeRun, listFigures } from './describe-run.ts';
import { STOPPED } from './frame-messages.ts';
import type { ProgramRun, ShownDiagnostic } from './program-run.ts';

/** Detail of the event that reports the end of a run. */
export function describeEnd(end: ProgramEnd): object {
  if (end.kind === 'not-built') return { kind: end.kind, problem: end.problem };
  const { kind, exitStatus } = end.end;
  const isCancelled = end.end.kind === 'stopped' && end.end.code === 'cancelled';
  const problem = end.end.kind === 'stopped' ? end.end.message : '';
  return { kind, exitStatus, problem: isCancelled ? STOPPED : problem };
}

/** The program whose result is shown. */
export interface ShownProgram extends Pick<ProgramRequest, 'core' | 'seed'> {
  /** True if the element now has a different program, core or input. */
  readonly isStale: boolean;
  /** When the run started. */
  readonly date: Date;
}

/** Renders the state or the result; nothing before the first run. */
export function renderEnd(
  run: ProgramRun,
  words: ElementWords,
  shown: ShownProgram | undefined,
): TemplateResult | typeof nothing {
  if (run.state === 'idle') return nothing;
  const failed = run.state === 'not-built' || run.state === 'failed';
  const { sentence, message } = describeRun(run, words);
  const measured = listFigures(run, words);
  const figures =
    shown && measured.length > 0
      ? [...measured, [words.core, shown.core] as const, [words.seed, String(shown.seed)] as const]
      : measured;
  const before = shown?.isStale
    ? html` <span class="before">${words.beforeChanges} (<bdi dir="ltr">${shown.core}</bdi>)</span>`
    : nothing;
  return html`<div class="end">
      <p class=${failed ? 'status problem' : 'status'} part="status" role="status" dir="auto">${sentence}${message === '' ? nothing : html` <bdi lang="en" dir="ltr">${message}</bdi>`}${before}</p>
      ${figures.length === 0 ? nothing : renderFigures(figures, words)}
      ${shown ? html`<p class="printed" dir="auto">${words.core}: <bdi>${shown.core}</bdi>, ${words.seed}: <bdi>${shown.seed}</bdi>, <bdi>${shown.date.toLocaleString(words.lang)}</bdi></p>` : nothing}
    </div>`;
}

function renderFigures(figures: ReturnType<typeof listFigures>, words: ElementWords): TemplateResult {
  return html`<details part="figures">
    <summary>${words.details}</summary>
    <dl>${figures.map(([name, figure]) => html`<div><dt>${name}</dt><dd><bdi>${figure}</bdi></dd></div>`)}</dl>
  </details>`;
}

export function isError({ severity }: ShownDiagnostic): boolean {
  return severity === 'error' || severity === 'fatal';
}

/** @param files hidden files, whose names are shown before the line */
export function renderDiagnostic(diagnostic: ShownDiagnostic, files: object): TemplateResult {
  const { severity, file = '', line, column, message } = diagnostic;
  const named = Object.hasOwn(files, file) ? `${file}, ` : '';
  const place =
    line === undefined ? '' : `${named}line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  return html`<li class=${isError(diagnostic) ? 'problem' : 'warning'}>${place}${severity === 'fatal' ? 'error' : severity}: ${message}</li>`;
}
