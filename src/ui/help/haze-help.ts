// <haze-help>: explains values with distributions, cores and keys. “Take the tour” fires `haze-take-tour`.
import { html } from 'lit';
import type { Connection } from '../../client/index.ts';
import { explainCore } from '../cores/core-meaning.ts';
import type { HazeOfflineOffer } from '../offline/haze-offline-offer.ts';
import '../offline/haze-offline-offer.ts';
import { fire, given, pageElement } from '../element/element.ts';
import type { Core } from '../service/service-records.ts';

const KEYS = [
  ['Ctrl-Enter', 'runs the program'],
  ['Ctrl-Space', 'completes a name, or lists what can be inserted at the cursor'],
  ['Ctrl-Shift-Space', 'describes the function at the cursor'],
  ['F12', 'goes to the definition of a name; so does Ctrl-click'],
  ['F8', 'goes to the next compiler message'],
  ['Ctrl-F', 'finds and replaces in this file'],
  ['Tab', 'indents; press Escape first to leave the editor'],
] as const;

const LINKS = [
  ['./docs/index.html', 'Documentation'],
  ['./docs/uxhw.html', 'All functions'],
  ['./licenses.txt', 'Licences'],
] as const;

export class HazeHelp extends pageElement({
  cores: given<readonly Core[]>([]),
  /** The connection; undefined while the page is connecting. */
  connection: given<Connection | undefined>(),
}) {
  open(): void {
    this.querySelector('dialog')?.showModal();
    // A run may have downloaded more files since the last measurement.
    void this.querySelector<HazeOfflineOffer>('haze-offline-offer')?.measure();
  }

  protected override render() {
    const close = () => this.querySelector('dialog')?.close();
    const takeTour = () => {
      close();
      fire(this, 'haze-take-tour');
    };
    return html`<dialog class="help" aria-labelledby="help-title" closedby="any">
      <header>
        <h2 id="help-title">Help</h2>
        <button type="button" class="quiet" @click=${close}>Close</button>
      </header>
      <p>
        <button type="button" @click=${takeTour}>Take the tour</button>
        ${LINKS.map(([address, name]) => html`<a class="button quiet" href=${address} target="_blank">${name}</a>`)}
      </p>
      <haze-offline-offer .connection=${this.connection}></haze-offline-offer>
      <h3>A number with a distribution</h3>
      <p>
        A measured number is not known exactly. Here a <code>double</code> can hold a distribution, which says how likely each value is:
        <code>UxHwDoubleGaussDist(5.0, 0.1)</code> is about 5, give or take 0.1. The program computes with it as with any number, and
        what it prints carries the resulting distribution: its mean, its standard deviation, and how probable each value is.
        Nothing else in the program changes.
      </p>
      <h3>Cores</h3>
      <div class="scrolled" tabindex="0" role="region" aria-label="Cores">
        <table>
          <thead>
            <tr><th scope="col">Core</th><th scope="col">What it does</th></tr>
          </thead>
          <tbody>
            ${this.cores.map((core) => html`<tr><th scope="row">${core.Name}</th><td>${explainCore(core)}</td></tr>`)}
          </tbody>
        </table>
      </div>
      <h3>Keys</h3>
      <dl class="keys">
        ${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}
      </dl>
      <p class="muted">On a Mac, use ⌘ instead of Ctrl, unless the system reserves the shortcut.</p>
    </dialog>`;
  }
}

if (!customElements.get('haze-help')) customElements.define('haze-help', HazeHelp);
