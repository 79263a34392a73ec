// Dialog that creates the embed tag for the open program: options, a preview of the element, and the text to copy.
import { html, type TemplateResult } from 'lit';
import { createPageProgramRunner } from '../../../client/program/program-runner.ts';
import { loadOnce } from '../../../errors/load-once.ts';
import { copyText } from '../../browser/copy-text.ts';
import { flagsOf, type Program } from '../../draft/program.ts';
import { HazeProgram } from '../../program/haze-program.ts';
import type { Core } from '../../service/service-records.ts';
import { showDialog } from '../../take/show-dialog.ts';
import {
  describeLeftOut,
  type EmbedForm,
  type EmbedOptions,
  fitsScript,
  isSeed,
  writeEmbed,
} from '../../take/write-embed.ts';
import type { Bench } from '../bench/bench.ts';
import { chooseCoreOf, listPageCores } from './page-cores.ts';

const FORMS: readonly (readonly [EmbedForm, string])[] = [
  ['script', 'As it is'],
  ['pre', 'Readable even where scripts are blocked'],
];
const SWITCHES = [
  ['editable', 'Readers may change the source'],
  ['controls', 'Inputs as sliders'],
  ['compact', 'Same height after a run (compact)'],
  ['margin', 'Values at the ends of lines'],
] as const;

/** Opens the dialog for the current program. */
export function showEmbed({ state, service }: Bench): void {
  if (!customElements.get('haze-program')) customElements.define('haze-program', HazeProgram);
  const { program, project, cores } = state;
  const known = listPageCores(cores);
  const leftOut = describeLeftOut({
    isProject: project !== undefined,
    fileCount: program.files.length,
    hasOwnFlags: flagsOf(program) !== flagsOf({ language: program.language }),
    hostName: location.hostname,
  });
  let options = beginOptions(program, known);
  let said = '';
  const playground = () => new URL('index.html', location.href);
  // The preview shares the page's compiler.
  const runner = loadOnce(async () =>
    createPageProgramRunner(await (await service.reach()).connection.openEngine()),
  );
  const change = (changes: Partial<EmbedOptions>) => {
    options = { ...options, ...changes };
    said = '';
    shown.show(render());
  };
  const copy = async () => {
    const isCopied = await copyText(writeEmbed(options));
    if (!isCopied) shown.dialog.querySelector('textarea')?.select();
    said = isCopied
      ? 'The tag is on the clipboard.'
      : 'This browser does not allow the page to copy. The text is selected: copy it yourself.';
    shown.show(render());
  };
  const render = () => html`
    <p>
      A program in your own page: readers press <i>Run</i>, and it is built and run in their browser.
      <a href="./docs/embedding.html" target="_blank">More about it</a>
    </p>
    ${renderOptions(options, known, change)}
    ${leftOut.map((sentence) => html`<p class="muted">${sentence}</p>`)}
    <h3 id="embed-tag">Tag</h3>
    <textarea class="mono" rows="5" readonly wrap="off" spellcheck="false" aria-labelledby="embed-tag" .value=${writeEmbed(options)}></textarea>
    <p class="row">
      <button type="button" class="primary" @click=${() => void copy()}>Copy</button>
      <span role="status">${said}</span>
    </p>
    <h3>Preview</h3>
    <haze-program
      core=${options.core}
      language=${options.language}
      label=${options.label || 'Program'}
      arguments=${options.arguments}
      stdin=${options.stdin}
      seed=${options.seed !== '' && isSeed(options.seed) ? options.seed : '1'}
      ?editable=${options.editable}
      ?controls=${options.controls}
      ?compact=${options.compact}
      ?margin=${options.margin}
      .source=${options.source}
      .runner=${runner}
      .playground=${playground}
      @haze-change=${(event: CustomEvent<{ source: string }>) => change({ source: event.detail.source })}
    ></haze-program>`;
  const shown = showDialog('Embed', render());
}

function beginOptions(program: Program, known: readonly Core[]): EmbedOptions {
  const { source, language, core, title, arguments: words, stdin, settings } = program;
  return {
    script: new URL('haze-program.js', location.href).href,
    ...{ source, language, label: title, arguments: words, stdin, seed: settings?.seed ?? '' },
    core: chooseCoreOf(known, core),
    ...{ editable: false, controls: false, compact: false, margin: false },
    form: fitsScript(source) ? 'script' : 'pre',
  };
}

function renderOptions(
  options: EmbedOptions,
  known: readonly Core[],
  change: (changes: Partial<EmbedOptions>) => void,
): TemplateResult {
  const readValue = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;
  return html`<div class="options">
    <label class="field">
      <span>Core</span>
      <select @change=${(event: Event) => change({ core: readValue(event) })}>
        ${known.map(({ Name }) => html`<option .selected=${Name === options.core}>${Name}</option>`)}
      </select>
    </label>
    <label class="field">
      <span>Label for screen readers</span>
      <input .value=${options.label} @input=${(event: Event) => change({ label: readValue(event) })} />
    </label>
    <label class="field">
      <span>Seed</span>
      <input
        .value=${options.seed}
        placeholder="1"
        spellcheck="false"
        aria-invalid=${isSeed(options.seed) ? 'false' : 'true'}
        aria-describedby="embed-seed"
        @input=${(event: Event) => change({ seed: readValue(event) })}
      />
      <small id="embed-seed" role="status">${isSeed(options.seed) ? '' : 'Enter a whole number from 0 to 2⁶⁴ − 1; until then, the tag has no seed.'}</small>
    </label>
    <fieldset>
      <legend>Behaviour</legend>
      ${SWITCHES.map(
        ([name, title]) => html`<label class="check">
          <input type="checkbox" .checked=${options[name]} @change=${() => change({ [name]: !options[name] })} />
          ${title}
        </label>`,
      )}
    </fieldset>
    <fieldset>
      <legend>Source in the page</legend>
      ${
        fitsScript(options.source)
          ? FORMS.map(
              ([form, title]) => html`<label class="check">
                <input type="radio" name="embed-form" .checked=${options.form === form} @change=${() => change({ form })} />
                ${title}
              </label>`,
            )
          : html`<p class="muted">The tag is a &lt;pre&gt; because the source contains text that would end a script.</p>`
      }
    </fieldset>
  </div>`;
}
