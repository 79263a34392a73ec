// The last build's module: the sizes of its sections, each function in text format, and the module as a file.
import { html, nothing, type TemplateResult } from 'lit';
import { type FunctionText, writeFunctionText } from '../../../client/program/function-text.ts';
import {
  type FunctionSize,
  type ModuleSizes,
  measureModule,
  type SectionSize,
} from '../../../client/program/modules/module-sizes.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { nameFor, saveFile } from '../../browser/save-file.ts';
import { formatBytes } from '../../run/format-figures.ts';
import { showDialog } from '../../take/show-dialog.ts';
import type { Bench } from '../bench/bench.ts';
import type { RanProgram } from '../bench/ran-program.ts';

/** Maximum number of functions listed, starting with the largest matching functions. */
const MOST_FUNCTIONS = 40;
/** Maximum number of instructions shown per function. */
const MOST_INSTRUCTIONS = 5000;

interface ModuleView {
  readonly sizes: ModuleSizes;
  /** The file's name. */
  readonly name: string;
  readonly save: () => void;
  /** Text that a function's name must contain for the function to be listed. */
  readonly wanted: string;
  readonly find: (wanted: string) => void;
  readonly read: (chosen: FunctionSize) => void;
  /** The function that is shown in text format. */
  readonly shown: { readonly chosen: FunctionSize; readonly text: FunctionText } | undefined;
}

/** Opens the dialog, or shows an error if there is no module. */
export async function showModule(
  { state, service, say }: Bench,
  last: RanProgram | undefined,
): Promise<void> {
  const { build } = state.run;
  if (!build?.BuildArtifactAvailable) {
    say('The last build produced no module.');
    return;
  }
  const { dialog, show } = showDialog('Module', html`<p class="muted" role="status">Reading the module…</p>`);
  try {
    const { client } = await service.reach();
    const module = await client.readModule(build.BuildID);
    const bytes = new Uint8Array(await module.arrayBuffer());
    const name = `${nameFor(last?.program.title ?? '', 'program')}.wasm`;
    const change = (changes: Partial<ModuleView>): void => {
      view = { ...view, ...changes };
      show(renderModule(view));
    };
    let view: ModuleView = {
      sizes: measureModule(bytes),
      name,
      save: () => saveFile(name, module),
      wanted: '',
      find: (wanted) => change({ wanted }),
      read: (chosen) => {
        const text = writeFunctionText(bytes, chosen.index, MOST_INSTRUCTIONS);
        change({ shown: { chosen, text } });
        const heading = dialog.querySelector<HTMLElement>('.function-text h3');
        heading?.scrollIntoView({ block: 'start' });
        heading?.focus({ preventScroll: true });
      },
      shown: undefined,
    };
    change({});
  } catch (error) {
    show(html`<p role="alert">The module could not be read: ${messageOf(error)}</p>`);
  }
}

function renderModule(view: ModuleView): TemplateResult {
  const { sizes, name, save, shown } = view;
  const { sizeBytes, sections, functions, importCount } = sizes;
  return html`<p>
      The linked module of the last build: ${formatBytes(sizeBytes)} of WebAssembly with
      ${functions.length} functions, including libraries and the runtime for distributions, and ${importCount} imported
      from the host. <code>haze build -o</code> writes the same file.
    </p>
    <p><button type="button" class="primary" @click=${save}>Save ${name}</button></p>
    <div class="tables">${renderSections(sections)} ${renderFunctions(view)}</div>
    ${
      shown
        ? html`<section class="function-text">
            <h3 tabindex="-1"><code>${shown.chosen.name}</code> as text</h3>
            <pre class="mono" tabindex="0" aria-label="Text of ${shown.chosen.name}">${shown.text.text}</pre>
          </section>`
        : nothing
    }`;
}

function renderSections(sections: readonly SectionSize[]): TemplateResult {
  return html`<section>
    <h3>Sections</h3>
    <table>
      <thead>
        <tr><th scope="col">Section</th><th scope="col">Bytes</th></tr>
      </thead>
      <tbody>
        ${sections.map(
          ({ name, sizeBytes }) =>
            html`<tr><th scope="row" class="mono">${name}</th><td>${sizeBytes.toLocaleString('en')}</td></tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function renderFunctions({ sizes, wanted, find, read }: ModuleView): TemplateResult {
  const words = wanted.trim().toLowerCase();
  const found = sizes.functions.filter(({ name }) => name.toLowerCase().includes(words));
  const shown = found.slice(0, MOST_FUNCTIONS);
  const rest = found.slice(MOST_FUNCTIONS);
  return html`<section>
    <h3>Functions, largest first</h3>
    <label class="field">
      <span>Find by name, such as main; click a name to see its text</span>
      <input
        type="search"
        autocomplete="off"
        spellcheck="false"
        .value=${wanted}
        @input=${(event: Event) => find((event.target as HTMLInputElement).value)}
      />
    </label>
    <table>
      <thead>
        <tr><th scope="col">Function</th><th scope="col">Bytes</th></tr>
      </thead>
      <tbody>
        ${shown.map(
          (one) => html`<tr>
            <th scope="row" class="mono">
              <button type="button" class="place" @click=${() => read(one)}>${one.name}</button>
            </th>
            <td>${one.sizeBytes.toLocaleString('en')}</td>
          </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr><td colspan="2">${describeRest(found.length, rest)}</td></tr>
      </tfoot>
    </table>
  </section>`;
}

function describeRest(count: number, rest: readonly FunctionSize[]): string {
  if (count === 0) return 'No function name contains this text.';
  if (rest.length === 0) return `${count} in all.`;
  const sizeBytes = rest.reduce((sum, one) => sum + one.sizeBytes, 0);
  return `${rest.length} more functions take ${formatBytes(sizeBytes)} in total.`;
}
