// Compares the last run with a run of the same program on the Reference core.

import { messageOf } from '../../../errors/message-of.ts';
import type { ComparisonRun, TrackedRun } from '../../compare/run-comparison.ts';
import { findCore } from '../../cores/core-meaning.ts';
import { describeSettings } from '../../draft/run-settings.ts';
import { hasExited, IDLE } from '../../run/run-state.ts';
import type { PageState } from '../page/page-state.ts';
import type { Bench } from './bench.ts';
import type { RanProgram } from './ran-program.ts';

export class CompareBench {
  readonly #bench: Bench;
  readonly #last: () => RanProgram | undefined;
  readonly #programId: () => string;
  #session: ComparisonRun | undefined;
  /** The run of the latest comparison; undefined once that run is no longer shown. */
  #tracked: TrackedRun | undefined;

  /**
   * @param last returns the program of the last run
   * @param programId returns the ID of the open program
   */
  constructor(bench: Bench, last: () => RanProgram | undefined, programId: () => string) {
    this.#bench = bench;
    this.#last = last;
    this.#programId = programId;
  }

  /** Runs the same program on the Reference core, and shows its values next to the values of the last run. */
  async compare(): Promise<void> {
    const { state, parts, change, service } = this.#bench;
    const last = this.#last();
    if (!parts || !last || !hasExited(state.run) || isComparing(state.comparison)) return;
    const tracked = { ...last, state: state.run, values: parts.console.values };
    change({ comparison: { ...IDLE, phase: 'sending', startedMs: performance.now() } });
    this.#tracked = tracked;
    const isShown = () => this.#tracked === tracked;
    try {
      const [{ ComparisonRun, REFERENCE_CORE }, { describeCost }] = await Promise.all([
        import('../../compare/run-comparison.ts'),
        import('../../compare/render-comparison.ts'),
      ]);
      const { connection, client } = await service.reach();
      if (!isShown()) return;
      const core = findCore(state.cores, REFERENCE_CORE);
      const session = new ComparisonRun(tracked, core?.CoreID ?? REFERENCE_CORE, {
        ...last.own,
        client,
        folder: last.folder,
        settings: describeSettings(last.program.settings, core),
        listen: (listener) => connection.onJobChange(listener),
        programId: this.#programId(),
        onState: (progress) => isShown() && change({ comparison: progress }),
      });
      this.#session = session;
      const result = await session.run();
      if (!isShown()) return;
      change({ comparison: result, announcement: describeCost(result) });
    } catch (error) {
      if (!isShown()) return;
      change({ comparison: undefined });
      this.#bench.say(messageOf(error));
    }
    this.#session = undefined;
  }

  /** Cancels the comparison because its run is no longer shown. */
  close(): void {
    void this.#session?.stop();
    this.#session = undefined;
    this.#tracked = undefined;
    this.#bench.change({ comparison: undefined });
  }

  async stop(): Promise<void> {
    if (this.#session) await this.#session.stop();
    // The code for comparisons is still loading.
    else if (isComparing(this.#bench.state.comparison)) this.close();
  }
}

/** Tests whether a run on the Reference core is in progress. */
export function isComparing(comparison: PageState['comparison']): boolean {
  return comparison !== undefined && 'phase' in comparison;
}
