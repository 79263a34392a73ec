// A build as it is answered.
import type { BuildBody } from '../../jobs/records.ts';
import { JOB_STATUSES } from '../../jobs/states.ts';
import type { StoredRecord } from '../../store/store.ts';
import { secondsSchema } from '../answers.ts';
import { idSchema } from '../identifiers.ts';
import { z } from '../schema-language.ts';
import { toSeconds } from '../services.ts';
import { dataSourceSchema, traceVariableSchema } from './program-inputs.ts';

export const statusTransitionSchema = z
  .object({ Status: z.enum(JOB_STATUSES), Timestamp: secondsSchema, Message: z.string() })
  .openapi('StatusTransition');

export const buildSchema = z
  .object({
    Object: z.literal('Build'),
    BuildID: idSchema('BuildID'),
    Owner: z.string(),
    Status: z.enum(JOB_STATUSES),
    StatusTransitions: z.array(statusTransitionSchema),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
    StartedAt: secondsSchema.optional(),
    FinishedAt: secondsSchema.optional(),
    CoreID: idSchema('CoreID'),
    DefaultArguments: z.string(),
    DefaultDataSources: z.array(dataSourceSchema),
    Application: z.object({
      Type: z.enum(['SourceCode', 'Repository']),
      SourceCode: z
        .object({ Code: z.string(), Language: z.string(), Arguments: z.string(), ConfigMk: z.string() })
        .optional(),
      Repository: z.record(z.string(), z.string()).optional(),
    }),
    BuildArtifactAvailable: z.boolean(),
    BuildCoreSpecs: z.object({
      Class: z.string(),
      Precision: z.number().int(),
      MemorySize: z.number().int(),
      Microarchitecture: z.string(),
      CorrelationTracking: z.string(),
    }),
    TraceVariables: z.array(traceVariableSchema),
    Stats: z
      .object({
        BuildTimeInMilliseconds: z.number(),
        BuildSizeInBytes: z.number().int(),
        CreatedAt: secondsSchema,
      })
      .optional(),
  })
  .openapi('Build');

/** The record as it is answered. */
export function toBuildView(build: StoredRecord<BuildBody>): object {
  const { body } = build;
  const { Class, Precision, MemorySize, Microarchitecture, CorrelationTracking } = body.Core;
  return {
    Object: 'Build',
    BuildID: build.id,
    Owner: build.owner,
    Status: build.status,
    StatusTransitions: body.StatusTransitions,
    CreatedAt: toSeconds(build.createdAt),
    UpdatedAt: body.UpdatedAt,
    StartedAt: body.StartedAt,
    FinishedAt: body.FinishedAt,
    CoreID: body.Core.CoreID,
    DefaultArguments: body.DefaultArguments,
    DefaultDataSources: body.DefaultDataSources,
    Application: body.Application,
    BuildArtifactAvailable: body.BuildArtifactAvailable,
    BuildCoreSpecs: { Class, Precision, MemorySize, Microarchitecture, CorrelationTracking },
    TraceVariables: body.TraceVariables,
    Stats: body.Stats,
  };
}
