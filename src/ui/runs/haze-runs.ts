// <haze-runs>: the open program's runs, taken from the service's records, and comparisons of any two. The element has
// no shadow tree. `haze-view-pair` shows two values together, `haze-take-seed` sets the seed of later runs to this
// run's seed, and `haze-bring-back` puts a run's source into the editor.

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { messageOf } from '../../errors/message-of.ts';
import '../compare/comparison.css';
import { fire, given, pageElement, state } from '../element/element.ts';
import { formatTime } from '../run/format-figures.ts';
import { nameFolder } from '../run/input-folder.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { Core } from '../service/service-records.ts';
import { lastMessage } from '../service/service-records.ts';
import { pairValues, readOutput } from './compare-runs.ts';
import { type ComparedRuns, renderComparedRuns } from './render-runs.ts';
import { findSourceChange, type KeptRun, loadRuns } from './run-history.ts';
import { tellSeed } from './tell-seed.ts';
import { findChanges } from './text-changes.ts';

const MOST_SAMPLES = 20_000;

/** The source of an earlier run. */
export interface EarlierSource {
  /** The run's number. */
  readonly number: number;
  readonly source: string;
}

/** The service that stores the runs' records. */
interface RunsService {
  reach(): Promise<{ readonly client: ServiceClient }>;
}

export class HazeRuns extends pageElement({
  service: given<RunsService | undefined>(),
  /** ID of the open program; '' if unknown. */
  program: given(''),
  cores: given<readonly Core[]>([]),
  /** The task that finished last. A change reloads the list. */
  latest: given(''),
  runs: state<readonly KeptRun[] | undefined>(),
  /** IDs of the tasks to compare; the most recent choice is last. */
  chosen: state<readonly string[]>([]),
  compared: state<ComparedRuns | undefined>(),
  sentence: state('Reading the list…'),
}) {
  protected override willUpdate(changed: PropertyValues): void {
    const { service, program } = this;
    if (!service || program === '') return;
    if (['service', 'program', 'latest'].some((name) => changed.has(name))) void this.#load(service, program);
  }

  protected override render(): TemplateResult {
    const { runs = [], chosen, compared, sentence } = this;
    return html`
      <p role="status" class=${sentence === '' ? 'visually-hidden' : 'muted'}>${sentence}</p>
      ${runs.length === 0 ? nothing : this.#renderList(runs)}
      ${
        runs.length < 2
          ? nothing
          : html`<p>
              <button type="button" ?disabled=${chosen.length !== 2} @click=${() => void this.#compare()}>
                Compare selected runs
              </button>
            </p>`
      }
      ${compared ? renderComparedRuns(compared, (pair) => fire(this, 'haze-view-pair', pair)) : nothing}
    `;
  }

  #renderList(runs: readonly KeptRun[]): TemplateResult {
    return html`<div class="comparison comparison-table all-runs" tabindex="0" role="region" aria-label="Runs of this program">
      <table>
        <thead>
          <tr>
            <th scope="col">Run</th><th scope="col">Core</th><th scope="col">Inputs</th><th scope="col">Source</th>
            <th scope="col">Time</th><th scope="col">Outcome</th><th scope="col">When</th><th scope="col">Seed</th>
          </tr>
        </thead>
        <tbody>${runs.map((run) => this.#renderRun(run))}</tbody>
      </table>
    </div>`;
  }

  #renderRun({ number, task, build, change, source }: KeptRun): TemplateResult {
    const toggle = (event: Event) => {
      const rest = this.chosen.filter((id) => id !== task.TaskID);
      const isChosen = (event.target as HTMLInputElement).checked;
      this.chosen = isChosen ? [...rest, task.TaskID].slice(-2) : rest;
    };
    const seed = tellSeed(task);
    return html`<tr>
      <th scope="row">
        <label class="check"><input type="checkbox" .checked=${this.chosen.includes(task.TaskID)} @change=${toggle} />Run ${number}</label>
      </th>
      <td data-name="Core">${this.#nameCore(build.CoreID)}</td>
      <td data-name="Inputs">${describeInputs(task)}</td>
      <td data-name="Source">
        ${change}
        ${
          source === undefined
            ? nothing
            : html`<button type="button" class="place" aria-label="Restore the source of run ${number}" @click=${() => fire(this, 'haze-bring-back', { number, source })}>
                Restore
              </button>`
        }
      </td>
      <td data-name="Time">${task.Stats ? formatTime(task.Stats.ExecutionTimeInMilliseconds) : '–'}</td>
      <td data-name="Outcome">${task.Status === 'Completed' ? 'completed' : lastMessage(task)}</td>
      <td data-name="When">${tellWhen(new Date(task.CreatedAt))}</td>
      <td data-name="Seed">
        <button type="button" class="place mono" title="Give the next run this seed" @click=${() => fire(this, 'haze-take-seed', seed)}>
          ${seed}
        </button>
      </td>
    </tr>`;
  }

  #nameCore(id: string): string {
    return this.cores.find(({ CoreID }) => CoreID === id)?.Name ?? id;
  }

  async #load(service: RunsService, program: string): Promise<void> {
    const { latest } = this;
    // Drops a late response if another program has been opened or another run has finished.
    const isLate = () => program !== this.program || latest !== this.latest;
    try {
      const { client } = await service.reach();
      const runs = await loadRuns(client, nameFolder(program));
      if (isLate()) return;
      this.runs = runs;
      this.chosen = runs
        .slice(0, 2)
        .map(({ task }) => task.TaskID)
        .toReversed();
      this.compared = undefined;
      this.sentence = runs.length === 0 ? 'Runs of this program will be listed here.' : '';
    } catch (error) {
      if (isLate()) return;
      this.sentence = `The runs could not be read: ${messageOf(error)}`;
    }
  }

  async #compare(): Promise<void> {
    const { runs = [] } = this;
    const [before, after] = runs
      .filter(({ task }) => this.chosen.includes(task.TaskID))
      .toSorted((a, b) => a.number - b.number);
    if (!before || !after || !this.service) return;
    this.sentence = 'Reading the output of both runs…';
    try {
      const { client } = await this.service.reach();
      const read = async ({ task }: KeptRun) => {
        const stdout = task.Streams?.Stdout.SizeInBytes ? await client.readStream(task.TaskID, 'Stdout') : '';
        return readOutput(stdout, (valueId) => client.readSamples(task.TaskID, valueId, MOST_SAMPLES));
      };
      const [old, now] = await Promise.all([read(before), read(after)]);
      // The chosen runs belong to a list that is now outdated.
      if (runs !== this.runs) return;
      // Tasks without a chosen seed all have different seeds.
      const isSeedChosen = [before, after].some(({ task }) => task.Seed !== undefined);
      const inputs = [before, after].map(({ task, build }) => [
        ['Core', this.#nameCore(build.CoreID)] as const,
        ['Arguments', task.Arguments] as const,
        ['Standard input', task.Stdin ?? ''] as const,
        ['Compiler flags', build.Application.SourceCode?.ConfigMk ?? ''] as const,
        ['Runs', tellNumber(task.Runs)] as const,
        ['Lanes', tellNumber(task.LaneCount)] as const,
        ['Time limit', task.TimeLimitInSeconds === undefined ? '' : `${task.TimeLimitInSeconds} s`] as const,
        ['Seed', isSeedChosen ? tellSeed(task) : ''] as const,
      ]);
      this.compared = {
        names: [`Run ${before.number}`, `Run ${after.number}`],
        differences: inputs[0]!.flatMap(([name, was], i) => {
          const is = inputs[1]![i]![1];
          return was === is ? [] : [{ name, before: was || '–', after: is || '–' }];
        }),
        rows: pairValues(old.values, now.values, `run ${before.number}`),
        source: findSourceChange(before, after),
        output: findChanges(old.text, now.text),
      };
      this.sentence = '';
    } catch (error) {
      if (runs !== this.runs) return;
      this.sentence = `The runs could not be compared: ${messageOf(error)}`;
    }
    await this.updateComplete;
    this.querySelector('.compared-runs')?.scrollIntoView({ block: 'nearest' });
  }
}

/** A run's time, with its date if that is not today's. */
function tellWhen(when: Date): string {
  const isToday = when.toDateString() === new Date().toDateString();
  return isToday ? when.toLocaleTimeString().replaceAll(/\s/g, '\u00a0') : when.toLocaleString();
}

function tellNumber(number: number | undefined): string {
  return number === undefined ? '' : String(number);
}

function describeInputs({
  Arguments,
  Stdin = '',
  Runs,
  LaneCount,
  TimeLimitInSeconds,
}: KeptRun['task']): string {
  const parts = [
    Arguments,
    Stdin === '' ? '' : `${Stdin.length} characters of input`,
    Runs === undefined ? '' : `${Runs} runs`,
    LaneCount === undefined ? '' : `${LaneCount} lanes`,
    TimeLimitInSeconds === undefined ? '' : `at most ${TimeLimitInSeconds} s`,
  ];
  return parts.filter((part) => part !== '').join('; ') || '–';
}

if (!customElements.get('haze-runs')) customElements.define('haze-runs', HazeRuns);
