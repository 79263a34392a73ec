// Dialogs for downloads: created when opened, removed when closed.
import { html, render, type TemplateResult } from 'lit';
import './take.css';

export interface ShownDialog {
  readonly dialog: HTMLDialogElement;
  /** Replaces the content below the heading. */
  readonly show: (content: TemplateResult) => void;
}

/** Opens a dialog with a heading and a close button. */
export function showDialog(title: string, content: TemplateResult): ShownDialog {
  const dialog = document.createElement('dialog');
  dialog.className = 'take';
  dialog.setAttribute('aria-labelledby', 'take-title');
  dialog.setAttribute('closedby', 'any');
  const show = (shown: TemplateResult) =>
    render(
      html`<header>
          <h2 id="take-title">${title}</h2>
          <button type="button" class="quiet" @click=${() => dialog.close()}>Close</button>
        </header>
        ${shown}`,
      dialog,
    );
  show(content);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, show };
}
