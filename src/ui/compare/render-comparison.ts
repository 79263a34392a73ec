// Table comparing a core with the Reference core: both values, the distance between them, and both run times.
import { html, nothing, type TemplateResult } from 'lit';
import { formatRunCount } from '../../plot/distributions/equivalent-runs.ts';
import { formatPlusMinus } from '../../plot/distributions/format-value.ts';
import { formatTime } from '../run/format-figures.ts';
import { DISTANCE_MEANING, WORTH_MEANING } from '../value/explain-words.ts';
import './comparison.css';
import type { ComparedValue, Comparison } from './compare-values.ts';

const PLAIN_NOTE = 'A plain number has no distribution; its mean over the runs is shown next to it.';
const ANSWER_NOTE =
  'Each run computes an answer such as a quantile for its own draw, so nothing is shown next to it.';

/** Text for the Reference core. In its runs, an answer such as P(x > c) is 0 or 1, so its spread is meaningless. */
function describeReference({ isPlain, isAnswer, referenceMean, referenceDeviation }: ComparedValue): string {
  if (isAnswer) return '–';
  return formatPlusMinus(referenceMean, isPlain ? 0 : referenceDeviation);
}

/** Text for W1 divided by the standard deviation, in percent. */
function describeDistance({ isPlain, isAnswer, distance, referenceDeviation }: ComparedValue): string {
  if (isAnswer) return 'answer';
  if (isPlain) return 'plain number';
  if (distance === 0) return '0 %';
  const share = distance / referenceDeviation;
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} % of σ` : '–';
}

/** Compares the run time on the Reference core with the run time on the other core. */
export function describeCost({ coreName, coreMs, referenceMs }: Comparison): string {
  const times = `${coreName} took ${formatTime(coreMs)}, C0-Reference ${formatTime(referenceMs)}`;
  const ratio = referenceMs / Math.max(coreMs, 1);
  return `${times}: ${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} times as long.`;
}

/** Renders the table; the button in each row shows its two values together. */
export function renderComparison(
  comparison: Comparison,
  overlay: (value: ComparedValue) => void,
): TemplateResult {
  const { coreName, values, unmatchedCount } = comparison;
  return html`<section class="comparison" aria-label="Comparison with the Reference core">
    <p id="comparison-cost">
      ${describeCost(comparison)}
      ${values.some(({ isPlain, isAnswer }) => isPlain && !isAnswer) ? PLAIN_NOTE : nothing}
      ${values.some(({ isAnswer }) => isAnswer) ? ANSWER_NOTE : nothing}
      ${unmatchedCount > 0 ? html`${unmatchedCount} values are not compared.` : nothing}
    </p>
    <div class="comparison-table">
    <table aria-describedby="comparison-cost">
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">${coreName}</th>
          <th scope="col">Reference</th>
          <th scope="col" title=${DISTANCE_MEANING}>W₁ distance</th>
          <th scope="col" title=${WORTH_MEANING}>worth</th>
        </tr>
      </thead>
      <tbody>
        ${values.map(
          (value) => html`<tr>
            <th scope="row">
              <button type="button" class="place" @click=${() => overlay(value)}>${value.label}</button>
            </th>
            <td>${formatPlusMinus(value.mean, value.deviation)}</td>
            <td>${describeReference(value)}</td>
            <td>${describeDistance(value)}</td>
            <td>${value.worth ? `${formatRunCount(value.worth)} runs` : '–'}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    </div>
  </section>`;
}
