// POST /sourcecode/builds: creates an `Accepted` record from a request; an executor picks it up from the store.
import type { HazeError } from '../../errors/haze-error.ts';
import { type BuildBody, builds, type Language, parseLanguage } from '../../jobs/records/records.ts';
import { beginHistory } from '../../jobs/records/states.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { checkQueue } from '../accounts/installation-limits.ts';
import { checkJobQuota, checkRecordQuota, checkStorageQuota, storageLimitsOf } from '../accounts/quotas.ts';
import { chooseCore } from '../cores/cores.ts';
import { idSchema, makeId } from '../requests/identifiers.ts';
import { ifSound, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { isPublicSchema } from './build-view.ts';
import {
  argumentsSchema,
  checkDataSources,
  dataSourcesSchema,
  traceVariablesSchema,
} from './program-inputs.ts';

const LONGEST_LANGUAGE = 1000;

const languageSchema = z
  .string()
  .max(LONGEST_LANGUAGE)
  .transform((name, context): Language => {
    try {
      return parseLanguage(name);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as HazeError).message });
      return z.NEVER;
    }
  })
  .openapi({
    type: 'string',
    description: 'C, C++ or Fortran, or a common alias; case-insensitive.',
  });

export const newBuildSchema = z.object({
  Code: z.string().refine((code) => /\S/.test(code), {
    ...ifSound,
    error: 'must not be empty: there would be nothing to build',
  }),
  Language: languageSchema,
  Form: z.enum(['fixed', 'free']).optional().openapi({
    description:
      'For Fortran: in fixed form, a letter in column 1 marks a comment and statements start in column 7. Default: detected from the text.',
  }),
  CoreID: idSchema('CoreID').optional(),
  Core: idSchema('CoreID').optional().openapi({ description: 'Alias of CoreID.' }),
  Arguments: argumentsSchema.default(''),
  DataSources: dataSourcesSchema.default([]),
  TraceVariables: traceVariablesSchema.default([]),
  ConfigMk: z.string().default(''),
  IsPublic: isPublicSchema.optional(),
});

/** Total size of a request's strings as UTF-8, in bytes. */
export function sizeOfTexts(...texts: readonly (string | undefined)[]): number {
  const encoder = new TextEncoder();
  return texts.reduce((sum, text = '') => sum + encoder.encode(text).length, 0);
}

/** Writes the record of a new build. */
export async function createBuild(
  services: Services,
  userId: string,
  wish: z.infer<typeof newBuildSchema> & { discoverVariables: boolean },
): Promise<StoredRecord<BuildBody>> {
  const { Code, Language, Form, Arguments, ConfigMk, DataSources, TraceVariables } = wish;
  await checkQueue(services);
  await checkStorageQuota(services, userId, sizeOfTexts(Code, ConfigMk, Arguments));
  await checkRecordQuota(services, userId, [DataSources, TraceVariables]);
  const id = makeId(services, 'BuildID');
  const build = await services.store.transaction(async (tx) => {
    await checkJobQuota(tx, services, userId, builds);
    const Core = await chooseCore(tx, userId, wish);
    await checkDataSources(tx, DataSources, userId);
    const body: BuildBody = {
      ...beginHistory('build', services.now()),
      DefaultArguments: Arguments,
      DefaultDataSources: DataSources,
      Application: {
        Type: 'SourceCode',
        SourceCode: { Code, Language, ...(Form && { Form }), Arguments, ConfigMk },
      },
      Core,
      DiscoverVariables: wish.discoverVariables,
      TraceVariables,
      BuildArtifactAvailable: false,
      ...(await storageLimitsOf(tx, services, userId)),
      ...(wish.IsPublic && { IsPublic: true }),
    };
    return tx.insert(builds, { id, owner: userId, status: 'Accepted', createdAt: body.UpdatedAt, body });
  });
  services.jobs.announce();
  return build;
}
