// `<haze-toolchain-picker>`: selects the compiler: built-in, a package from the Wasmer registry, or a file. A sentence
// explains which compilers cannot be used in this page. Nothing is fetched until the user presses Use.
import { css, html, nothing } from 'lit';
import { type Connection, type ForeignToolchain, USUAL_ARGUMENTS } from '../../client/index.ts';
import { messageOf } from '../../errors/message-of.ts';
import { element, given, state } from '../element/element.ts';
import { noticeStyles } from '../offline/offline-styles.ts';
import { token } from '../style/token.ts';

const pickerStyles = css`
  :host {
    padding: 0 1rem 0.75rem;
    font-size: 0.9375rem;
  }
  form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
    gap: 0.5rem 0.9rem;
    align-items: end;
  }
  label,
  .field {
    display: grid;
    gap: 0.2rem;
    min-width: 0;
    font-size: 0.8125rem;
    color: ${token('muted')};
  }
  .wide,
  .sentence,
  .state {
    grid-column: 1 / -1;
    margin: 0;
  }
  .state:empty {
    display: none;
  }
  input,
  select {
    font: inherit;
    font-size: 0.9375rem;
    min-width: 0;
    min-height: ${token('target')};
    padding: 0.35rem 0.5rem;
    color: ${token('text')};
    background: ${token('background')};
    border: 1px solid ${token('line')};
    border-radius: ${token('radius')};
  }
  input[name='arguments'] {
    font-family: ${token('mono')};
  }
  input:focus-visible,
  select:focus-visible {
    outline: 2px solid ${token('accent')};
    outline-offset: 1px;
  }
  button {
    justify-self: start;
  }
`;

type Kind = 'built-in' | 'registry' | 'file';

const PACKAGE_EXAMPLE = 'clang/clang';
/** The target must be specified for the registry's Clang, because its default target is another machine. */
const CLANG_ARGUMENTS = `--target=wasm32-wasip1 ${USUAL_ARGUMENTS}`;

export class HazeToolchainPicker extends element({
  connection: given<Connection | undefined>(),
  kind: state<Kind>('built-in'),
  /** Name of the current toolchain; empty if it is the built-in one. */
  inUse: state(''),
  problem: state(''),
  isLoading: state(false),
}) {
  static override readonly styles = [noticeStyles, pickerStyles];

  protected override render() {
    return html`<form @submit=${this.#use}>
      <div class="field">
        <label for="kind">Programs are built by</label>
        <select id="kind" name="kind" @change=${this.#choose} .value=${this.kind} ?disabled=${this.isLoading}>
          <option value="built-in">the built-in compilers (clang, Fortran)</option>
          <option value="registry">a package from the Wasmer registry…</option>
          <option value="file">a file (.webc or .wasm)…</option>
        </select>
      </div>
      ${this.kind === 'built-in' ? nothing : this.#renderForeign()}
      <p class="state" role="status">${this.#describeState()}</p>
    </form>`;
  }

  #renderForeign() {
    if (!globalThis.crossOriginIsolated) {
      return html`<p class="sentence">
        Other toolchains need memory shared between threads, which browsers give only to pages that are isolated from
        other sites. Reload this page; if that does not help, its host must send two headers (docs/hosting.md). The
        built-in compiler works in any case.
      </p>`;
    }
    return html`${
      this.kind === 'registry'
        ? html`<label
            >Package <input name="package" required placeholder=${PACKAGE_EXAMPLE} autocomplete="off"
          /></label>`
        : html`<label>File <input name="file" type="file" required accept=".webc,.wasm" /></label>`
    }
      <label>Command <input name="command" placeholder="the package’s own" autocomplete="off" /></label>
      <label class="wide"
        >Arguments
        <input
          name="arguments"
          required
          autocomplete="off"
          .value=${this.kind === 'registry' ? CLANG_ARGUMENTS : USUAL_ARGUMENTS}
      /></label>
      <p class="sentence">
        It must compile a source to a WebAssembly object: {source}, {object}, {include} (the folder of
        &lt;uxhw.h&gt;) and {flags} are replaced. The object is linked as usual, so values carry their distributions.
      </p>
      <button type="submit" ?disabled=${this.isLoading || !this.connection}>
        ${this.isLoading ? 'Loading…' : 'Use'}
      </button>`;
  }

  #describeState() {
    if (this.problem !== '') return this.problem;
    return this.inUse === '' ? nothing : `This page builds programs with ${this.inUse}.`;
  }

  readonly #choose = (event: Event): void => {
    this.kind = (event.target as HTMLSelectElement).value as Kind;
    this.problem = '';
    if (this.kind === 'built-in' && this.inUse !== '') void this.#apply(undefined);
  };

  readonly #use = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const command = String(form.get('command') ?? '').trim();
    const file = form.get('file');
    const name = file instanceof File ? file.name : String(form.get('package')).trim();
    await this.#apply({
      name,
      source:
        file instanceof File
          ? { kind: 'file', bytes: new Uint8Array(await file.arrayBuffer()) }
          : { kind: 'registry', package: name },
      ...(command === '' ? {} : { command }),
      arguments: String(form.get('arguments')),
    });
  };

  async #apply(toolchain: ForeignToolchain | undefined): Promise<void> {
    this.isLoading = true;
    this.problem = '';
    try {
      await this.connection?.useToolchain(toolchain);
      this.inUse = toolchain?.name ?? '';
    } catch (error) {
      this.inUse = '';
      this.problem = messageOf(error);
    } finally {
      this.isLoading = false;
    }
  }
}

customElements.define('haze-toolchain-picker', HazeToolchainPicker);
