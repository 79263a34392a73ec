// Dialog that saves the program of the last run as a single HTML file: title, core, sliders, and the URL of a
// playground.
import { html, nothing } from 'lit';
import { createPageEngine } from '../../../client/program/page-engine.ts';
import { seedOfTask } from '../../../client/program/task-seed.ts';
import { maybeAddressProblem } from '../../../docs/exporting/playground-address.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { nameFor, saveFile } from '../../browser/save-file.ts';
import { formatBytes } from '../../run/format-figures.ts';
import { type LivePageWish, writeProgramPage } from '../../take/live-page.ts';
import { describePageLimits } from '../../take/page-limits.ts';
import { showDialog } from '../../take/show-dialog.ts';
import type { Bench } from '../bench/bench.ts';
import type { RanProgram } from '../bench/ran-program.ts';
import { chooseCoreOf, listPageCores } from './page-cores.ts';

/** Options entered in the dialog. */
interface Options {
  readonly title: string;
  readonly core: string;
  readonly controls: boolean;
  readonly playground: string;
}

/** Opens the dialog; reports an error if the program cannot be saved as a page. */
export function showLivePage({ state, service, say }: Bench, last: RanProgram | undefined): void {
  const { task } = state.run;
  if (!last || !task) return;
  const { program, own } = last;
  if (own.createBuild) {
    say(
      'A page can contain only a program with a single source. For a project, use haze export-page FILE… -o PAGE.html.',
    );
    return;
  }
  const cores = listPageCores(state.cores);
  const limits = describePageLimits(program);
  let options: Options = {
    title: program.title || 'Program',
    core: chooseCoreOf(cores, program.core),
    controls: true,
    playground: isOwnMachine() ? '' : new URL('.', location.href).href,
  };
  let said: { readonly text: string; readonly isError: boolean } | undefined;
  let isBusy = false;
  const change = (changes: Partial<Options>) => {
    options = { ...options, ...changes };
    said = undefined;
    shown.show(render());
  };
  const tell = (text: string, isError = false) => {
    said = { text, isError };
    shown.show(render());
  };
  const save = async () => {
    isBusy = true;
    tell('Building and running the program for the page…');
    const { title, core, controls, playground } = options;
    const { source, language, arguments: words, stdin, files } = program;
    const wish: LivePageWish = {
      ...{ title, playground: playground.trim() },
      program: {
        ...{ path: title, source, language, arguments: words, stdin, data: files, core, controls },
        // Uses this run's seed, so that the page shows the same values.
        seed: String(seedOfTask(task.TaskID, task.Seed)),
      },
    };
    try {
      const { connection } = await service.reach();
      const page = await writeProgramPage(wish, (await connection.openEngine()) ?? createPageEngine());
      const file = new Blob([page], { type: 'text/html' });
      const name = `${nameFor(title, 'program')}.html`;
      saveFile(name, file);
      isBusy = false;
      tell(`${name} (${formatBytes(file.size)}) was saved. It needs no network.`);
    } catch (error) {
      isBusy = false;
      tell(messageOf(error), true);
    }
  };
  const render = () => {
    const problem = maybeAddressProblem(options.playground);
    return html`
      <p>
        The program as one HTML file: source, output, <i>Run</i>, and all licences. It runs from disk, without a
        network. Its source is read-only. <a href="./docs/embedding.html#one-file" target="_blank">More about it</a>
      </p>
      <div class="options">
        <label class="field">
          <span>Title</span>
          <input .value=${options.title} @input=${(event: Event) => change({ title: readValue(event) })} />
        </label>
        <label class="field">
          <span>Core</span>
          <select @change=${(event: Event) => change({ core: readValue(event) })}>
            ${cores.map(({ Name }) => html`<option .selected=${Name === options.core}>${Name}</option>`)}
          </select>
        </label>
        <label class="field">
          <span>Address of a playground that opens it (empty: none)</span>
          <input
            type="url"
            placeholder="https://haze.example/"
            .value=${options.playground}
            aria-invalid=${problem ? 'true' : 'false'}
            aria-describedby="live-page-address"
            @input=${(event: Event) => change({ playground: readValue(event) })}
          />
          <small id="live-page-address" role="status">${problem ?? ''}</small>
        </label>
        <label class="check">
          <input type="checkbox" .checked=${options.controls} @change=${() => change({ controls: !options.controls })} />
          Inputs as sliders
        </label>
      </div>
      ${limits.map((sentence) => html`<p class="muted">${sentence}</p>`)}
      <p class="row">
        <button type="button" class="primary" ?disabled=${isBusy || problem !== undefined} @click=${() => void save()}>Save page</button>
        ${said ? html`<span role=${said.isError ? 'alert' : 'status'}>${said.text}</span>` : nothing}
      </p>`;
  };
  const shown = showDialog('Standalone page', render());
}

function readValue(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

function isOwnMachine(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
