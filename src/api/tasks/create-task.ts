// POST /builds/{BuildID}/tasks: creates an `Accepted` record from a request; an executor picks it up from the store.
import { builds, MAX_RUNS, type TaskBody, tasks } from '../../jobs/records/records.ts';
import { beginHistory } from '../../jobs/records/states.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { tellsSources } from '../../uncertainty/core/core-spec.ts';
import { checkQueue } from '../accounts/installation-limits.ts';
import { checkJobQuota, checkRecordQuota, checkStorageQuota, storageLimitsOf } from '../accounts/quotas.ts';
import { sizeOfTexts } from '../builds/create-build.ts';
import { argumentsSchema, checkDataSources, dataSourcesSchema } from '../builds/program-inputs.ts';
import { invalidRequest, unknownResource, wrongState } from '../requests/failures.ts';
import { makeId, requireOwned } from '../requests/identifiers.ts';
import { integer, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { readRunSettings, runSettings } from './run-settings.ts';
import { sourceOverridesSchema } from './source-overrides.ts';
import { checkRunsOfAll, checkTaskSize } from './task-quotas.ts';

export const newTaskSchema = z.object({
  Arguments: argumentsSchema.optional(),
  DataSources: dataSourcesSchema.optional(),
  Runs: integer
    .min(1)
    .max(MAX_RUNS)
    .optional()
    .openapi({ description: 'Number of runs on a Reference core (default: 10 000).' }),
  Contributions: z.boolean().optional().openapi({
    description:
      'Whether to compute the uncertainty budget of the printed values, for GET /tasks/{TaskID}/contributions; on cores that track correlation, and on Reference cores.',
  }),
  SourceOverrides: sourceOverridesSchema.optional(),
  ...runSettings,
  Stdin: z.string().optional().openapi({ description: 'Standard input of the program.' }),
});

/** Writes the record of a new task. Anything missing from the request comes from the build. */
export async function createTask(
  services: Services,
  userId: string,
  wish: z.infer<typeof newTaskSchema> & { buildId: string; isPublic?: boolean },
): Promise<StoredRecord<TaskBody>> {
  await checkQueue(services);
  await checkRunsOfAll(services, wish.buildId, wish.Runs);
  await checkStorageQuota(services, userId, sizeOfTexts(wish.Stdin, wish.Arguments));
  await checkRecordQuota(services, userId, [wish.DataSources, wish.SourceOverrides]);
  const id = makeId(services, 'TaskID');
  const task = await services.store.transaction(async (tx) => {
    const build = await requireOwned(tx, builds, wish.buildId, userId);
    if (wish.isPublic && !build.body.IsPublic) throw unknownResource('build', build.id);
    if (build.status !== 'Completed') {
      throw wrongState(`A task runs a build that is Completed, but this one is ${build.status}.`);
    }
    if (wish.Contributions && !tellsSources(build.body.Core)) {
      throw invalidRequest(
        'Contributions',
        `${build.body.Core.Name} does not track which inputs a value depends on. Build for C0-Joint, a core whose name ends in "+", or C0-Reference.`,
      );
    }
    const settings = readRunSettings(wish, build.body.Core, services);
    await checkJobQuota(tx, services, userId, tasks);
    const DataSources = wish.DataSources ?? build.body.DefaultDataSources;
    await checkDataSources(tx, DataSources, userId);
    await checkTaskSize(tx, services, { userId, core: build.body.Core, runs: wish.Runs });
    const body: TaskBody = {
      ...beginHistory('task', services.now()),
      BuildID: build.id,
      ...(wish.isPublic && { IsPublic: true }),
      Arguments: wish.Arguments ?? build.body.DefaultArguments,
      DataSources,
      ...(await storageLimitsOf(tx, services, userId)),
      ...(wish.Runs === undefined ? {} : { Runs: wish.Runs }),
      ...(wish.Contributions ? { Contributions: true } : {}),
      ...(wish.SourceOverrides === undefined ? {} : { SourceOverrides: wish.SourceOverrides }),
      ...settings,
      ...(wish.Stdin !== undefined && { Stdin: wish.Stdin }),
    };
    return tx.insert(tasks, {
      id,
      owner: userId,
      parent: build.id,
      status: 'Accepted',
      createdAt: body.UpdatedAt,
      body,
    });
  });
  services.jobs.announce();
  return task;
}
