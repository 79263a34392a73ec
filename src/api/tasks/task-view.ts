// Converts a task for a response.
import type { TaskBody } from '../../jobs/records/records.ts';
import { JOB_STATUSES } from '../../jobs/records/states.ts';
import { TASK_STATS } from '../../jobs/records/stats.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { isPublicSchema, statusTransitionSchema } from '../builds/build-view.ts';
import { dataSourceSchema } from '../builds/program-inputs.ts';
import { type JobView, millisecondsSchema, shownFields } from '../requests/answers.ts';
import { idSchema } from '../requests/identifiers.ts';
import { integer, statsSchema, z } from '../requests/schema-language.ts';
import { runSettings } from './run-settings.ts';
import { sourceOverridesSchema } from './source-overrides.ts';

const streamSchema = z.object({ SizeInBytes: integer });

export const taskSchema = z
  .object({
    TaskID: idSchema('TaskID'),
    BuildID: idSchema('BuildID'),
    Owner: z.string(),
    Status: z.enum(JOB_STATUSES),
    StatusTransitions: z.array(statusTransitionSchema),
    Arguments: z.string().optional(),
    DataSources: z.array(dataSourceSchema),
    Runs: integer.optional(),
    Contributions: z.boolean().optional(),
    SourceOverrides: sourceOverridesSchema.optional(),
    ...runSettings,
    Stdin: z.string().optional(),
    CreatedAt: millisecondsSchema,
    UpdatedAt: millisecondsSchema,
    StartedAt: millisecondsSchema.optional(),
    FinishedAt: millisecondsSchema.optional(),
    IsPublic: isPublicSchema,
    SmallOutput: z.null().openapi({ description: 'Always null here: outputs are at their URLs.' }),
    Streams: z.object({ Stdout: streamSchema, Stderr: streamSchema }).optional().openapi({
      description: 'Bytes of output so far, before compression; absent until the program has started.',
    }),
    ExitCode: integer.optional(),
    Decisions: z
      .array(
        z.object({
          File: z.string().optional(),
          LineNumber: integer.optional(),
          Kind: z.enum(['Comparison', 'Conversion', 'Parameter', 'Bits']),
          Probability: z.number().optional().openapi({
            description:
              'Probability that the comparison holds, or that the conversion gives the same integer as for the particle.',
          }),
          Followed: z
            .boolean()
            .optional()
            .openapi({ description: "The particle's result for a comparison." }),
        }),
      )
      .optional()
      .openapi({ description: "Decisions in the program on which a value's draws disagree." }),
    Stats: statsSchema(TASK_STATS).optional(),
  })
  .openapi('Task');

/** Converts the record for a response. */
export function toTaskView(
  task: StoredRecord<TaskBody>,
): JobView<typeof taskSchema, TaskBody, 'StorageLimits'> {
  const { id, owner, status, createdAt, body } = task;
  return {
    TaskID: id,
    Owner: owner,
    Status: status,
    CreatedAt: createdAt,
    SmallOutput: null,
    ...shownFields(taskSchema, body),
    IsPublic: body.IsPublic ?? false,
  };
}
