// The run that the uncertainty panels refer to.
import type { LabAnswer, LabWish, ProgramLab } from '../../client/program/program-lab.ts';
import type { FiguresByText } from '../value/viewed-value.ts';

/** The run that questions refer to. Each run gets a new object. */
export interface UncertaintySubject {
  /** Runs the program again in the lab. */
  ask(wish: LabWish, onStep: Parameters<ProgramLab['ask']>[2], signal: AbortSignal): Promise<LabAnswer>;
  /** The ordinary run's output. */
  readonly stdout: string;
}

/** Finds the figures for a run's values, and their errors, by running the program once more. */
export async function findFigures(
  ask: UncertaintySubject['ask'],
  signal: AbortSignal,
): Promise<FiguresByText | undefined> {
  const answer = await ask({ trace: false, figures: true }, () => undefined, signal);
  if (answer.kind === 'not-built') throw new Error(answer.problem);
  return answer.figures;
}
