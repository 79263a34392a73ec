// The printed program. The editor renders only visible lines, so all lines are inserted into the page, with numbers,
// while it is being printed.
import { html, nothing, render, type TemplateResult } from 'lit';
import { findCore } from '../../cores/core-meaning.ts';
import { flagsOf } from '../../draft/program.ts';
import { tellSeed } from '../../runs/tell-seed.ts';
import type { PageState } from '../page/page-state.ts';

/** Inserts the program into `place` whenever the page is printed. */
export function putWhenPrinted(place: HTMLElement, stateOf: () => PageState): void {
  window.addEventListener('beforeprint', () => render(renderPrinted(stateOf()), place));
  window.addEventListener('afterprint', () => render(nothing, place));
}

function renderPrinted({ program, project, cores, run: { task } }: PageState): TemplateResult {
  const { title, language, source, stdin, files } = program;
  const heading = project?.current || title;
  const facts: readonly (readonly [string, string])[] = [
    ['Arguments', program.arguments],
    ['Flags', flagsOf(program)],
    ['Seed', task ? tellSeed(task) : ''],
    ['Printed', new Date().toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })],
    ['Files', files.map(({ path }) => path).join(', ')],
  ];
  return html`
    ${heading === '' ? nothing : html`<h2>${heading}</h2>`}
    ${project ? html`<p>${project.files.size === 1 ? 'The only file' : `One of ${project.files.size} files`} in the project ${project.name}.</p>` : nothing}
    <p>${language}, on ${findCore(cores, program.core)?.Name ?? program.core}</p>
    ${facts.map(([name, value]) => (value.trim() === '' ? nothing : html`<p>${name}: <span class="mono">${value}</span></p>`))}
    ${stdin === '' ? nothing : html`<p>Input:</p><pre class="mono">${stdin}</pre>`}
    <pre class="mono listing">${source
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => html`<span>${line}\n</span>`)}</pre>
  `;
}
