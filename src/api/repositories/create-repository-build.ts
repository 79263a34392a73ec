// POST /repositories/{RepositoryID}/builds: the repository's configuration supplies omitted fields.
import { type BuildBody, builds } from '../../jobs/records/records.ts';
import { beginHistory } from '../../jobs/records/states.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { checkQueue } from '../accounts/installation-limits.ts';
import { checkJobQuota, checkRecordQuota, checkStorageQuota, storageLimitsOf } from '../accounts/quotas.ts';
import { isPublicSchema } from '../builds/build-view.ts';
import { sizeOfTexts } from '../builds/create-build.ts';
import {
  argumentsSchema,
  checkDataSources,
  dataSourcesSchema,
  traceVariablesSchema,
} from '../builds/program-inputs.ts';
import { chooseCore } from '../cores/cores.ts';
import { invalidRequest } from '../requests/failures.ts';
import { idSchema, makeId, requireOwned } from '../requests/identifiers.ts';
import { z } from '../requests/schema-language.ts';
import { type Services, toSeconds } from '../requests/services.ts';
import { repositories } from './repositories.ts';

export const repositoryBuildSchema = z.object({
  CoreID: idSchema('CoreID').optional(),
  Core: idSchema('CoreID').optional().openapi({ description: 'Alias of CoreID.' }),
  Arguments: argumentsSchema.optional(),
  DataSources: dataSourcesSchema.optional(),
  TraceVariables: traceVariablesSchema.optional(),
  IsPublic: isPublicSchema.optional(),
  RepositoryID: idSchema('RepositoryID')
    .optional()
    .openapi({ description: 'If present, must equal the RepositoryID in the path.' }),
  Branch: z.string().max(500).optional().openapi({
    description: 'Build the newest commit of this branch instead of the configured one.',
  }),
});

/** Core for a build if neither the request, the connection nor the repository's `signaloid.yaml` specifies one. */
export const DEFAULT_REPOSITORY_CORE = 'C0-XS+';

/**
 * Writes the record of a repository build. @throws HazeError `unknown-resource`, `invalid-request`, `quota-exceeded`
 */
export async function createRepositoryBuild(
  services: Services,
  order: { readonly userId: string; readonly repositoryId: string; readonly discoverVariables: boolean },
  wish: z.infer<typeof repositoryBuildSchema>,
): Promise<StoredRecord<BuildBody>> {
  const { userId, repositoryId } = order;
  if (wish.RepositoryID !== undefined && wish.RepositoryID !== repositoryId)
    throw invalidRequest('RepositoryID', `is a different repository from ${repositoryId} in the path`);
  await checkQueue(services);
  await checkStorageQuota(services, userId, sizeOfTexts(wish.Arguments));
  await checkRecordQuota(services, userId, [wish.DataSources, wish.TraceVariables]);
  const id = makeId(services, 'BuildID');
  const build = await services.store.transaction(async (tx) => {
    const { body: config, createdAt } = await requireOwned(tx, repositories, repositoryId, userId);
    await checkJobQuota(tx, services, userId, builds);
    const Core = await chooseCore(tx, userId, {
      CoreID: wish.CoreID,
      Core: wish.Core ?? config.Core ?? DEFAULT_REPOSITORY_CORE,
    });
    const { RemoteURL, BuildDirectory } = config;
    const Arguments = wish.Arguments ?? config.Arguments;
    const DataSources = wish.DataSources ?? config.DataSources;
    await checkDataSources(tx, DataSources, userId);
    const state =
      wish.Branch === undefined
        ? { Branch: config.Branch, Commit: config.Commit }
        : { Branch: wish.Branch, Commit: 'HEAD' };
    const times = { CreatedAt: toSeconds(createdAt), UpdatedAt: config.UpdatedAt };
    const Repository = {
      RepositoryID: repositoryId,
      RemoteURL,
      ...state,
      BuildDirectory,
      Arguments,
      ...times,
    };
    const traced = wish.TraceVariables ?? config.TraceVariables;
    const body: BuildBody = {
      ...beginHistory('build', services.now()),
      DefaultArguments: Arguments,
      DefaultDataSources: DataSources,
      Application: { Type: 'Repository', Repository },
      Core,
      DiscoverVariables: order.discoverVariables,
      TraceVariables: traced,
      LeftToRepository: [
        ...(wish.CoreID === undefined && wish.Core === undefined && config.Core === undefined
          ? (['Core'] as const)
          : []),
        ...(wish.TraceVariables === undefined && traced.length === 0 ? (['TraceVariables'] as const) : []),
      ],
      BuildArtifactAvailable: false,
      ...(await storageLimitsOf(tx, services, userId)),
      ...(wish.IsPublic && { IsPublic: true }),
    };
    const record = { id, owner: userId, parent: repositoryId, createdAt: body.UpdatedAt, body };
    return tx.insert(builds, { ...record, status: 'Accepted' });
  });
  services.jobs.announce();
  return build;
}
