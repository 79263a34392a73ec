// Converts a build for a response.
import type { BuildBody } from '../../jobs/records/records.ts';
import { JOB_STATUSES, toMilliseconds } from '../../jobs/records/states.ts';
import { BUILD_STATS } from '../../jobs/records/stats.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { microarchitectureOf } from '../cores/microarchitectures.ts';
import { type JobView, millisecondsSchema, secondsSchema, shownFields } from '../requests/answers.ts';
import { idSchema } from '../requests/identifiers.ts';
import { integer, statsSchema, z } from '../requests/schema-language.ts';
import { toSeconds } from '../requests/services.ts';
import { dataSourceSchema, traceVariableSchema } from './program-inputs.ts';

export const statusTransitionSchema = z
  .object({ Status: z.enum(JOB_STATUSES), Timestamp: millisecondsSchema, Message: z.string() })
  .openapi('StatusTransition');

/** Allows access to a build or task without a key. */
export const isPublicSchema = z.boolean().openapi({
  description: 'True if anyone can run tasks of the build, or read the task, without a key.',
});

export const buildSchema = z
  .object({
    Object: z.literal('Build'),
    BuildID: idSchema('BuildID'),
    RepositoryID: idSchema('RepositoryID').optional(),
    Owner: z.string(),
    Status: z.enum(JOB_STATUSES),
    StatusTransitions: z.array(statusTransitionSchema),
    CreatedAt: millisecondsSchema,
    UpdatedAt: millisecondsSchema,
    StartedAt: millisecondsSchema.optional(),
    FinishedAt: millisecondsSchema.optional(),
    IsPublic: isPublicSchema,
    CoreID: idSchema('CoreID'),
    DefaultArguments: z.string(),
    DefaultDataSources: z.array(dataSourceSchema),
    Application: z.object({
      Type: z.enum(['SourceCode', 'Repository']),
      SourceCode: z
        .object({
          Code: z.string(),
          Language: z.string(),
          Form: z.enum(['fixed', 'free']).optional(),
          Arguments: z.string(),
          ConfigMk: z.string(),
        })
        .optional(),
      Repository: z
        .looseObject({
          Object: z.literal('Repository'),
          RepositoryID: idSchema('RepositoryID'),
          Owner: z.string(),
          RemoteURL: z.string(),
          Commit: z.string(),
          Branch: z.string(),
          BuildDirectory: z.string(),
          Arguments: z.string(),
          Core: idSchema('CoreID'),
          DataSources: z.array(dataSourceSchema),
          TraceVariables: z.array(traceVariableSchema),
          CreatedAt: secondsSchema,
          UpdatedAt: secondsSchema,
          ResolvedCommit: z.string().optional(),
        })
        .optional()
        .openapi({ description: 'The configuration at the time of the build.' }),
    }),
    BuildArtifactAvailable: z.boolean(),
    BuildCoreSpecs: z.object({
      Class: z.string(),
      Precision: integer,
      MemorySize: integer,
      Microarchitecture: z.string(),
      CorrelationTracking: z.string(),
    }),
    TraceVariables: z.array(traceVariableSchema),
    Stats: statsSchema(BUILD_STATS).optional(),
  })
  .openapi('Build');

function toApplicationView({ owner, createdAt, body }: StoredRecord<BuildBody>): object {
  const { Application, Core, DefaultDataSources, TraceVariables } = body;
  if (Application.Type === 'SourceCode') return Application;
  const made = toSeconds(createdAt);
  const Repository = {
    Object: 'Repository',
    Owner: owner,
    Core: Core.CoreID,
    DataSources: DefaultDataSources,
    TraceVariables,
    // Builds made by earlier versions lack their connection's timestamps.
    CreatedAt: made,
    UpdatedAt: made,
    ...Application.Repository,
  };
  return { Type: Application.Type, Repository };
}

/** Converts the record for a response. */
export function toBuildView(
  build: StoredRecord<BuildBody>,
): JobView<
  typeof buildSchema,
  BuildBody,
  'Core' | 'DiscoverVariables' | 'LeftToRepository' | 'StorageLimits'
> {
  const { body } = build;
  const { Class, Precision, MemorySize, CorrelationTracking } = body.Core;
  const Microarchitecture = microarchitectureOf(body.Core);
  return {
    Object: 'Build',
    BuildID: build.id,
    RepositoryID: build.parent === '' ? undefined : build.parent,
    Owner: build.owner,
    Status: build.status,
    CreatedAt: build.createdAt,
    CoreID: body.Core.CoreID,
    BuildCoreSpecs: { Class, Precision, MemorySize, Microarchitecture, CorrelationTracking },
    ...shownFields(buildSchema, body),
    IsPublic: body.IsPublic ?? false,
    Application: toApplicationView(build),
    Stats: body.Stats && { ...body.Stats, CreatedAt: toMilliseconds(body.Stats.CreatedAt) },
  };
}
