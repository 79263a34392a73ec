// <haze-project>: opens a folder, a zip or a repository (by its address), and shows the files as a tree. The element
// fires `haze-project-open` for an opened project and `haze-project-file` for a chosen file; the page does the rest.

import { html, nothing, type TemplateResult } from 'lit';
import type { Connection } from '../../client/index.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { saveFile } from '../browser/save-file.ts';
import { maybeStorage } from '../browser/tab-storage.ts';
import './haze-file-actions.ts';
import { fire, given, pageElement, state } from '../element/element.ts';
import { isInput, Project, type TreeNode } from './project.ts';

const PROXY_KEY = 'haze-cors-proxy';
const CONNECT_POLL_MS = 100;
/** Maximum number of files and folders listed in one folder. */
const MOST_SHOWN = 1000;

/** A repository's address and its branch; `''` for the default branch. */
export interface NamedRepository {
  readonly url: string;
  readonly branch: string;
}

function readForm(form: HTMLFormElement): NamedRepository & { readonly proxy: string } {
  const fields = new FormData(form);
  const textOf = (name: string) => String(fields.get(name) ?? '').trim();
  return { url: textOf('url'), branch: textOf('branch'), proxy: textOf('proxy') };
}

/** Adds advice to an error from a fetch without a proxy, because most repository hosts reject requests from pages. */
function adviseOnProxy(error: unknown): unknown {
  if (!(error instanceof HazeError) || error.code !== 'repository-unreachable') return error;
  return new HazeError(
    error.code,
    `${error.message} Most repository hosts reject requests from pages: enter a CORS proxy above, or download the repository as a zip and choose “Open zip…”.`,
    { cause: error },
  );
}

export class HazeProject extends pageElement({
  connection: given<Connection | undefined>(),
  project: given<Project | undefined>(),
  /** The project's name, which may change while the project is open. */
  name: given(''),
  /** Path of the file in the editor. */
  currentPath: given(''),
  /** Starts an opening; the returned function tests whether this opening is still the latest. */
  startOpening: given<() => () => boolean>(() => () => true),
  problem: state(''),
  progress: state(''),
  /** Shows the address field. */
  isAsking: state(false),
  /** Paths of folders that the user has opened. */
  opened: state<ReadonlySet<string>>(new Set()),
}) {
  #fetching: AbortController | undefined;
  readonly #storage = maybeStorage(() => localStorage);

  /**
   * Opens a project through the browser's dialog, or shows the address field; fetches a given address immediately.
   */
  open(from: 'folder' | 'zip' | 'address', repository?: NamedRepository): void {
    if (from === 'address') {
      this.isAsking = true;
      void this.updateComplete.then(() => {
        if (repository) this.#fetchNamed(repository);
        else this.querySelector<HTMLElement>('[name=url]')?.focus();
      });
    } else this.querySelector<HTMLInputElement>(from === 'zip' ? '[accept]' : '[webkitdirectory]')?.click();
  }

  protected override render() {
    return html`
      ${this.project ? this.#renderTree(this.project) : nothing} ${this.#renderOpening()}
      ${this.problem === '' ? nothing : html`<p class="sentence error" role="alert">${this.problem}</p>`}
    `;
  }

  #renderOpening(): TemplateResult {
    return html`${
      this.project
        ? nothing
        : html`<p class="core-facts">This program is one file. A new file turns it into a project, which is saved in this browser.</p>
            <haze-file-actions></haze-file-actions>`
    }
      <div class="row project-open" role="group" aria-label="Project">
        <label class="button quiet">
          Open folder…
          <input type="file" webkitdirectory class="hidden-input" @change=${this.#openFolder} />
        </label>
        <label class="button quiet">
          Open zip…
          <input type="file" accept=".zip,application/zip" class="hidden-input" @change=${this.#openZip} />
        </label>
        <button type="button" class="quiet" aria-expanded=${this.isAsking} @click=${this.#toggleAsking}>
          Open address…
        </button>
      </div>
      ${this.isAsking ? this.#renderAddress() : nothing}`;
  }

  #renderAddress(): TemplateResult {
    const isFetching = this.progress !== '';
    return html`<form class="fields project-address" @submit=${this.#openAddress}>
      <label class="field">
        <span>Address of the repository</span>
        <input name="url" class="mono" required placeholder="https://github.com/owner/name" autocomplete="off" />
      </label>
      <label class="field">
        <span>Branch (empty: the default branch)</span>
        <input name="branch" class="mono" autocomplete="off" />
      </label>
      <label class="field">
        <span>CORS proxy: repository hosts reject requests from other pages, so a server must forward them</span>
        <input
          name="proxy"
          class="mono"
          placeholder="https://proxy.example"
          autocomplete="off"
          .value=${this.#storage?.getItem(PROXY_KEY) ?? ''}
        />
      </label>
      <div class="row">
        <button type="submit" ?disabled=${isFetching || !this.connection}>Fetch</button>
        <button type="button" class="quiet" @click=${this.#askForBadge}>Copy badge</button>
        ${
          isFetching
            ? html`<button type="button" class="quiet" @click=${() => this.#fetching?.abort()}>Cancel</button>
                <span role="status">${this.progress}</span>`
            : nothing
        }
      </div>
    </form>`;
  }

  #renderTree(project: Project): TemplateResult {
    return html`<div class="row project-head">
        <strong>${this.name}</strong>
        <span class="row">
          <button type="button" class="quiet" @click=${() => this.#save(project)}>Save zip</button>
          <button type="button" class="quiet" @click=${this.#close}>Close project</button>
        </span>
      </div>
      <haze-file-actions .path=${this.currentPath}></haze-file-actions>
      <nav class="project-tree" aria-label="Files of ${this.name}">${this.#renderNodes(project.tree())}</nav>`;
  }

  #renderNodes(nodes: readonly TreeNode[]): TemplateResult {
    const hidden = nodes.length - MOST_SHOWN;
    return html`<ul>
      ${nodes.slice(0, MOST_SHOWN).map((node) =>
        node.kind === 'folder'
          ? this.#renderFolder(node)
          : html`<li>
              <button
                type="button"
                class="quiet file"
                aria-current=${node.path === this.currentPath ? 'true' : nothing}
                @click=${() => this.#choose(node.path)}
              >
                ${node.name}
              </button>
            </li>`,
      )}
      ${hidden > 0 ? html`<li class="core-facts">${hidden} more are not listed. “Find in all files” searches them.</li>` : nothing}
    </ul>`;
  }

  /** Renders the contents only once the folder is open: a repository may have 100 000 folders. */
  #renderFolder({ name, path, children }: Extract<TreeNode, { kind: 'folder' }>): TemplateResult {
    const isCurrent = this.currentPath.startsWith(`${path}/`);
    const open = (event: Event) => {
      if ((event.target as HTMLDetailsElement).open) this.opened = new Set([...this.opened, path]);
    };
    return html`<li>
      <details ?open=${isCurrent} @toggle=${open}>
        <summary>${name}</summary>
        ${isCurrent || this.opened.has(path) ? this.#renderNodes(children) : nothing}
      </details>
    </li>`;
  }

  #choose(path: string): void {
    const isText = this.project?.maybeText(path) !== undefined;
    const reader = isInput(path) ? 'Programs can read it.' : 'It stays in the project.';
    this.problem = isText ? '' : `${path} is not text, or is too large for the editor. ${reader}`;
    if (isText) fire(this, 'haze-project-file', path);
  }

  /** Downloads all files in their current state. */
  async #save({ name, files }: Project): Promise<void> {
    await this.#try(async () => {
      const { packFiles } = await import('../../client/project/project-files.ts');
      saveFile(`${name}.zip`, new Blob([(await packFiles(files)) as BlobPart], { type: 'application/zip' }));
    });
  }

  readonly #toggleAsking = (): void => {
    this.isAsking = !this.isAsking;
    this.problem = '';
  };

  readonly #close = (): void => {
    this.problem = '';
    fire(this, 'haze-project-close', undefined);
  };

  readonly #openFolder = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const list = [...(input.files ?? [])];
    const name = list[0]?.webkitRelativePath.split('/')[0] ?? 'folder';
    await this.#open(async () => {
      const { listFolderFiles, readFolderFiles } = await import('../../client/project/project-files.ts');
      return new Project(name, await readFolderFiles(listFolderFiles(list)));
    });
    input.value = '';
  };

  readonly #openZip = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (!file) return;
    await this.#open(async () => {
      const { readZip } = await import('../../client/project/project-files.ts');
      const bytes = new Uint8Array(await file.arrayBuffer());
      return new Project(file.name.replace(/\.zip$/i, ''), await readZip(bytes, file.name));
    });
    input.value = '';
  };

  /** Fills in the form with the repository specified in a link, and submits it once the service is connected. */
  #fetchNamed(repository: NamedRepository): void {
    const form = this.querySelector<HTMLFormElement>('.project-address');
    if (!form) return;
    for (const [name, text] of Object.entries(repository)) {
      const field = form.elements.namedItem(name) as HTMLInputElement | null;
      if (field) field.value = text;
    }
    const send = () => {
      if (this.connection) form.requestSubmit();
      else if (this.isConnected) setTimeout(send, CONNECT_POLL_MS);
    };
    send();
  }

  /** Fires `haze-copy-badge` with the repository in the form; the page writes the badge. */
  readonly #askForBadge = (event: Event): void => {
    const { form } = event.target as HTMLButtonElement;
    if (!form?.reportValidity()) return;
    const { url, branch } = readForm(form);
    fire(this, 'haze-copy-badge', { url, branch });
  };

  readonly #openAddress = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { url, branch, proxy: corsProxy } = readForm(event.target as HTMLFormElement);
    try {
      this.#storage?.setItem(PROXY_KEY, corsProxy);
    } catch {
      // If storage is unavailable, the user has to type the address again next time.
    }
    const controller = new AbortController();
    this.#fetching = controller;
    this.progress = 'connecting';
    await this.#open(async () => {
      const onProgress = (message: string) => {
        this.progress = message;
      };
      const wish = { url, branch, signal: controller.signal, onProgress };
      const { files } = await this.connection!.fetchRepository(
        corsProxy === '' ? wish : { ...wish, corsProxy },
      ).catch((error: unknown) => {
        throw corsProxy === '' ? adviseOnProxy(error) : error;
      });
      this.isAsking = false;
      const path = url.replace(/(?<!\/)\/+$|\.git$/g, '');
      return new Project(path.split('/').at(-1) ?? url, files);
    });
    this.progress = '';
    if (controller.signal.aborted) this.problem = '';
  };

  /** Opens the project once it is read, unless the user has opened something else in the meantime. */
  async #open(read: () => Promise<Project>): Promise<void> {
    const isLatest = this.startOpening();
    await this.#try(async () => {
      const project = await read();
      const path = project.firstFile();
      if (path === undefined) this.problem = `"${project.name}" contains nothing that the editor can show.`;
      else if (isLatest()) fire(this, 'haze-project-open', { project, path });
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem = messageOf(error);
    }
  }
}

customElements.define('haze-project', HazeProject);
