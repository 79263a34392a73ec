// Marks in the editor's margin for mixed decisions, on which the draws disagree.
import type { Core, Diagnostic, Task } from '../../service/service-records.ts';

export type Decision = NonNullable<Task['Decisions']>[number];

/**
 * Creates a warning at each line where the program took the same path for all draws, and a note where every draw took
 * its own path.
 */
export function markDecisions(task: Task | undefined, core: Core): Diagnostic[] {
  const isFollowed = core.Microarchitecture === 'Joint';
  return (task?.Decisions ?? []).flatMap((decision): Diagnostic[] => {
    const { File: file, LineNumber: line } = decision;
    if (file === undefined || line === undefined) return [];
    const severity = isFollowed ? 'note' : 'warning';
    return [{ file, line, severity, message: describeDecision(decision, isFollowed), notes: [], fixIts: [] }];
  });
}

/** Describes a decision in a sentence. */
export function describeDecision({ Kind, Probability, Followed }: Decision, isFollowed: boolean): string {
  if (Kind === 'Parameter' || Probability === undefined) {
    const fact = 'A parameter of the distribution is uncertain';
    return isFollowed ? `${fact}. Each draw uses its own value.` : `${fact}; the program used its particle.`;
  }
  const share = `${Number((100 * Probability).toPrecision(3))} %`;
  const fact =
    Kind === 'Comparison'
      ? `The comparison holds for ${share} of the draws`
      : `${share} of the draws give the same integer as the particle`;
  if (isFollowed) return `${fact}. Each draw took its own path.`;
  const way = Kind === 'Comparison' ? (Followed ? ' as if it held' : ' as if it did not hold') : ' with that';
  return `${fact}; the program continued${way}. C0-Joint follows every draw.`;
}
