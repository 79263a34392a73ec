// Describes a run of <haze-program> in the page's language: state, result, times. An error message from the core,
// compiler or network may follow; such messages are always in English.

import type { ElementWords } from '../../docs/words/element-words.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { formatDuration, formatTime } from '../run/format-figures.ts';
import type { ProgramRun, RunOutcome } from './program-run.ts';

export interface Said {
  /** Sentence in the page's language; '' if there is none. */
  readonly sentence: string;
  /** English message that follows the sentence; '' if there is none. */
  readonly message: string;
}

type Run = Pick<ProgramRun, 'state' | 'download' | 'outcome' | 'diagnostics'>;

/** The run's state, or its result. */
export function describeRun({ state, download, outcome, diagnostics }: Run, words: ElementWords): Said {
  if (outcome) return describeOutcome(outcome, diagnostics.length > 0, words);
  if (state === 'running' || state === 'waiting') return only(words[state]);
  if (state !== 'loading' || !download) return only(state === 'idle' ? '' : words.building);
  const [done, all] = [download.doneBytes, download.totalBytes].map((bytes) => words.number(bytes / 1e6, 1));
  return only(words.downloading(done!, all!));
}

/** @param isDiagnosed true if diagnostics explain the failed build */
function describeOutcome(outcome: RunOutcome, isDiagnosed: boolean, words: ElementWords): Said {
  switch (outcome.kind) {
    case 'not-built':
      return isDiagnosed
        ? only(words.notBuilt)
        : { sentence: words.notBuiltBecause, message: outcome.problem };
    case 'stopped':
      return only(words.stopped);
    case 'failed':
      return describeFailure(outcome.error, words);
    case 'ran': {
      const took = formatDuration(outcome.tookMs, words);
      const { end } = outcome;
      if (end.kind === 'stopped')
        return end.code === 'cancelled'
          ? only(words.stoppedByYou(took))
          : { sentence: words.endedBecause(took), message: end.message };
      return only(
        end.exitStatus === 0 ? words.completed(took) : words.endedWith(took, words.number(end.exitStatus)),
      );
    }
  }
}

function describeFailure(error: unknown, words: ElementWords): Said {
  if (error instanceof HazeError && error.code === 'runner-unavailable') return only(words.unreachable);
  return { sentence: '', message: messageOf(error) };
}

function only(sentence: string): Said {
  return { sentence, message: '' };
}

/** Measured figures as pairs of names and values; none until the program has run. */
export function listFigures(
  { outcome }: Pick<ProgramRun, 'outcome'>,
  words: ElementWords,
): readonly (readonly [name: string, figure: string])[] {
  if (outcome?.kind !== 'ran') return [];
  const { tookMs, buildTimeMs, statistics } = outcome;
  return [
    [words.total, formatTime(tookMs, words)],
    [words.buildTime, formatTime(buildTimeMs, words)],
    [words.runTime, formatTime(statistics.executionTimeMs, words)],
    [words.coreCalls, words.number(statistics.hookCalls)],
  ];
}
