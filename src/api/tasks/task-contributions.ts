// GET /tasks/{TaskID}/contributions: the sources' contributions to the spread of a task's printed values.
import { maybeReadJson } from '../../jobs/records/read-blob.ts';
import { taskContributionsKey, tasks } from '../../jobs/records/records.ts';
import { isTerminal } from '../../jobs/records/states.ts';
import { wrongState } from '../requests/failures.ts';
import { requireOwned } from '../requests/identifiers.ts';
import { integer, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';

const interval = z.array(z.number().nullable()).length(2);
const maybeNumber = z.number().nullable();

const contributionSchema = z.object({
  source: z.looseObject({
    name: z.string(),
    file: z.string(),
    line: integer,
    column: integer,
    occurrence: integer,
    expression: z.string(),
    distribution: z.string(),
  }),
  sources: integer,
  first: maybeNumber,
  firstInterval: interval,
  total: maybeNumber,
  totalInterval: interval,
  sensitivity: maybeNumber,
  estimate: maybeNumber,
  standardUncertainty: maybeNumber,
  contribution: maybeNumber,
});

const matrix = z.array(z.array(maybeNumber));

/** Output of `haze explain --json`; docs/budget.md explains the numbers. */
export const contributionsSchema = z
  .object({
    values: z.array(
      z.object({
        label: z.string(),
        line: integer,
        mean: maybeNumber,
        standardDeviation: maybeNumber,
        printedAt: z.object({ file: z.string(), line: integer, column: integer }).nullable(),
        coverageInterval: interval.nullable(),
        contributions: z.array(contributionSchema),
        interactions: maybeNumber,
        unexplained: maybeNumber,
        notFinite: maybeNumber,
      }),
    ),
    correlation: z.object({ linear: matrix, rank: matrix }),
    notes: z.array(z.string()),
  })
  .openapi('Contributions');

type Contributions = z.infer<typeof contributionsSchema>;

/**
 * A task's budget, as JSON.
 * @throws HazeError `unknown-resource` for a task that is not the user's, `wrong-state` if there is no budget
 */
export async function readContributions(
  services: Services,
  taskId: string,
  userId: string,
): Promise<Contributions> {
  const { store } = services;
  const task = await requireOwned(store, tasks, taskId, userId);
  if (!task.body.Contributions) {
    throw wrongState(
      'The draws of this task were not stored. Create one with "Contributions": true, from a build for C0-Joint, a core whose name ends in "+", or C0-Reference.',
    );
  }
  if (!isTerminal(task.status)) {
    throw wrongState(
      `The task is ${task.status}. Its contributions are available when it is Completed or Stopped.`,
    );
  }
  const contributions = await maybeReadJson<Contributions>(store, taskContributionsKey(task.id));
  if (contributions === undefined)
    throw wrongState(`The task ended as ${task.status} before its contributions were computed.`);
  return contributions;
}
