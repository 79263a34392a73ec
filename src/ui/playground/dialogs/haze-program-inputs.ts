// <haze-program-inputs>: the program's arguments, compiler flags, standard input and files. The element fires
// `haze-inputs` with the changed fields.
import { html, nothing } from 'lit';
import { messageOf } from '../../../errors/message-of.ts';
import { saveFile } from '../../browser/save-file.ts';
import {
  bytesOfFile,
  checkInputSizes,
  editText,
  type InputFile,
  toInputFile,
} from '../../draft/input-file.ts';
import { flagsOf, maybePathProblem, type Program } from '../../draft/program.ts';
import { fire, given, pageElement, state } from '../../element/element.ts';
import { formatBytes } from '../../run/format-figures.ts';

export type InputChange = Partial<Pick<Program, 'arguments' | 'stdin' | 'files' | 'flags' | 'settings'>>;

export class HazeProgramInputs extends pageElement({
  program: given<Program>(),
  problem: state(''),
}) {
  protected override render() {
    const { arguments: words, stdin, files } = this.program;
    const line = (name: string, example: string, value: string, field: 'arguments' | 'flags') =>
      html`<label class="field">
        <span>${name}</span>
        <input
          class="mono"
          autocomplete="off"
          spellcheck="false"
          placeholder=${example}
          .value=${value}
          @input=${(event: Event) => this.#tell({ [field]: textOf(event) })}
        />
      </label>`;
    return html`<div class="fields">
        ${line('Arguments', '-n 3 "two words"', words, 'arguments')}
        ${line('Compiler flags', '-O1 -DN=3', flagsOf(this.program), 'flags')}
        <label class="field">
          <span>Standard input</span>
          <textarea
            class="mono"
            rows="2"
            spellcheck="false"
            .value=${stdin}
            @input=${(event: Event) => this.#tell({ stdin: textOf(event) })}
          ></textarea>
        </label>
        ${files.map((file, index) => this.#renderFile(file, index))}
        <div class="row">
          <button type="button" class="quiet" @click=${this.#addFile}>New file</button>
          <label class="button quiet">
            Add files…
            <input type="file" multiple class="hidden-input" @change=${this.#readFiles} />
          </label>
        </div>
        ${this.problem === '' ? nothing : html`<p class="sentence error" role="alert">${this.problem}</p>`}
      </div>`;
  }

  #renderFile(file: InputFile, index: number) {
    const { path } = file;
    const change = (changed: InputFile) =>
      this.#changeFiles(this.program.files.map((other, at) => (at === index ? changed : other)));
    const remove = () => this.#changeFiles(this.program.files.filter((_, at) => at !== index));
    return html`<fieldset class="file">
      <legend class="visually-hidden">File ${path}</legend>
      <input
        class="mono"
        aria-label="Name of file ${index + 1}"
        .value=${path}
        @change=${(event: Event) => change({ ...file, path: textOf(event).trim() })}
      />
      <button type="button" class="quiet" aria-label="Remove ${path}" @click=${remove}>Remove</button>
      ${
        'text' in file
          ? html`<textarea
              class="mono"
              rows="3"
              spellcheck="false"
              aria-label="Content of ${path}"
              .value=${file.text}
              @input=${(event: Event) => change(editText(file, textOf(event)))}
            ></textarea>`
          : this.#renderBinary(file, change)
      }
    </fieldset>`;
  }

  /** Shows a binary file, which cannot be edited here. The program receives the file unchanged. */
  #renderBinary(file: InputFile, change: (changed: InputFile) => void) {
    const { path } = file;
    const bytes = bytesOfFile(file);
    const replace = async (event: Event) => {
      const [chosen] = await this.#takeFiles(event);
      if (chosen) change({ ...chosen, path });
    };
    return html`<div class="row binary">
      <span class="muted">Binary, ${formatBytes(bytes.length)}</span>
      <button type="button" class="quiet" aria-label="Save ${path}" @click=${() => saveFile(path.split('/').at(-1)!, new Blob([bytes]))}>
        Save
      </button>
      <label class="button quiet">
        Replace with a file
        <input type="file" class="hidden-input" aria-label="Replace ${path}" @change=${replace} />
      </label>
    </div>`;
  }

  readonly #addFile = (): void => {
    const names = new Set(this.program.files.map(({ path }) => path));
    let number = 1;
    while (names.has(`input${number}.txt`)) number += 1;
    this.#changeFiles([...this.program.files, { path: `input${number}.txt`, text: '' }]);
  };

  readonly #readFiles = async (event: Event): Promise<void> => {
    const added = await this.#takeFiles(event);
    const names = new Set(added.map(({ path }) => path));
    this.#changeFiles([...this.program.files.filter(({ path }) => !names.has(path)), ...added]);
  };

  /** Returns the chosen files with their bytes; if a file is too large, returns no files and shows an error. */
  async #takeFiles(event: Event): Promise<InputFile[]> {
    const input = event.target as HTMLInputElement;
    const chosen = [...(input.files ?? [])];
    input.value = '';
    try {
      checkInputSizes(chosen);
    } catch (error) {
      this.problem = messageOf(error);
      return [];
    }
    return Promise.all(
      chosen.map(async (file) => toInputFile(file.name, new Uint8Array(await file.arrayBuffer()))),
    );
  }

  #changeFiles(files: readonly InputFile[]): void {
    const paths = files.map(({ path }) => path);
    const doubled = paths.find((path, index) => paths.indexOf(path) !== index);
    this.problem =
      paths.map(maybePathProblem).find((problem) => problem !== undefined) ??
      (doubled === undefined ? '' : `There are two files named "${doubled}".`);
    if (this.problem === '') this.#tell({ files });
    else this.requestUpdate();
  }

  #tell(detail: InputChange): void {
    fire(this, 'haze-inputs', detail);
  }
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLTextAreaElement).value;
}

customElements.define('haze-program-inputs', HazeProgramInputs);
