// Bar at the bottom of the page on a phone or tablet: Run or Stop, and a switch for the visible side.
import { html, type TemplateResult } from 'lit';
import { renderIcon } from './icons.ts';

export type Side = 'code' | 'result';

export interface BottomBar {
  readonly side: Side;
  readonly isRunning: boolean;
  /** Outcome of the last run, used as a class of the mark on “Result”. */
  readonly outcome: string;
  readonly run: () => void;
  readonly stop: () => void;
  readonly show: (side: Side) => void;
}

export function renderBottomBar({ side, isRunning, outcome, run, stop, show }: BottomBar): TemplateResult {
  return html`<div class="bottom-bar" role="group" aria-label="Run and views">
    <button type="button" class=${isRunning ? 'stop' : 'primary'} @click=${isRunning ? stop : run}>
      ${renderIcon(isRunning ? 'stop' : 'run')}${isRunning ? 'Stop' : 'Run'}
    </button>
    <div class="sides" role="group" aria-label="View">
      <button type="button" aria-pressed=${side === 'code'} @click=${() => show('code')}>Code</button>
      <button type="button" class=${outcome} aria-pressed=${side === 'result'} @click=${() => show('result')}>
        <span class="dot" aria-hidden="true"></span>Result
      </button>
    </div>
  </div>`;
}
