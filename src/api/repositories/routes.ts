// /repositories: connections to git repositories with a configuration, and the builds made from them.
import { repositoryTokens, sealToken } from '../../jobs/cloning/repository-store.ts';
import { builds } from '../../jobs/records/records.ts';
import {
  checkTokenAddress,
  isAllowedAddress,
  notAllowed,
  withoutUser,
} from '../../repositories/repository-address.ts';
import type { SealedBody } from '../../store/contract/sealed-records.ts';
import type { ReadView, StoredRecord, Transaction } from '../../store/contract/store.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { checkRecordQuota, insertResource } from '../accounts/quotas.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { answerList, jobQuery, listSchema, pageQuery } from '../app/listing.ts';
import { serveDeletion, serveReading } from '../app/owned-resource.ts';
import { buildSchema, toBuildView } from '../builds/build-view.ts';
import {
  argumentsSchema,
  checkDataSources,
  dataSourceSchema,
  dataSourcesSchema,
  traceVariableSchema,
  traceVariablesSchema,
} from '../builds/program-inputs.ts';
import { buildList, discoverQuery } from '../builds/routes.ts';
import { chooseCore } from '../cores/cores.ts';
import {
  describeRoute,
  failures,
  jsonAnswer,
  okSchema,
  optionalBody,
  requiredBody,
  secondsSchema,
} from '../requests/answers.ts';
import { invalidRequest } from '../requests/failures.ts';
import { idParam, idSchema, makeId, requireOwned } from '../requests/identifiers.ts';
import { namesToRemove, removeQuery, removeSchema, withoutUndefined } from '../requests/optional-fields.ts';
import { ifSound, z } from '../requests/schema-language.ts';
import { nowSeconds, type Services, toSeconds } from '../requests/services.ts';
import {
  createRepositoryBuild,
  DEFAULT_REPOSITORY_CORE,
  repositoryBuildSchema,
} from './create-repository-build.ts';
import { addImportRoutes, hasImport, readAddress } from './imports.ts';
import { type RepositoryBody, repositories } from './repositories.ts';

const fields = {
  RemoteURL: z.string().min(1).max(2000),
  Commit: z.string().min(1).max(200),
  Branch: z.string().max(500),
  BuildDirectory: z
    .string()
    .max(2000)
    .refine((path) => !path.split('/').includes('..'), {
      ...ifSound,
      error: 'must stay inside the repository',
    }),
  Arguments: argumentsSchema,
};

const optionalFields = {
  Core: idSchema('CoreID').optional(),
  DataSources: dataSourcesSchema.optional(),
  TraceVariables: traceVariablesSchema.optional(),
};

const tokenField = {
  Token: z
    .string()
    .max(1000, { abort: true })
    .regex(/^[\x21-\x7e]*$/, 'must contain only visible ASCII characters')
    .optional()
    .openapi({
      description:
        'Gives access to a private repository, and to its submodules on the same host. Never returned; an empty value removes it, as does a RemoteURL on another host.',
    }),
};

export const newRepositorySchema = z.object({ ...fields, ...optionalFields, ...tokenField });
const changeSchema = z
  .object(fields)
  .partial()
  .extend({ ...optionalFields, ...tokenField, remove: removeSchema });

export const repositorySchema = z
  .object({
    Object: z.literal('Repository'),
    RepositoryID: idSchema('RepositoryID'),
    Owner: z.string(),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
    ...fields,
    Core: idSchema('CoreID').openapi({ description: 'Core for builds that do not specify a core.' }),
    DataSources: z.array(dataSourceSchema),
    TraceVariables: z.array(traceVariableSchema),
  })
  .openapi('Repository');

const params = idParam('RepositoryID');

const listRoute = describeRoute('get /repositories', {
  summary: 'List connected repositories',
  request: { query: pageQuery },
  responses: { 200: jsonAnswer(listSchema('Repositories', repositorySchema), 'Repositories.') },
});

const connectRoute = describeRoute('post /repositories', {
  summary: 'Connect a repository',
  request: { body: requiredBody(newRepositorySchema) },
  responses: { 201: jsonAnswer(repositorySchema, 'The connection.') },
});

const changeRoute = describeRoute('patch /repositories/{RepositoryID}', {
  summary: 'Change a connection',
  request: { params, query: removeQuery, body: requiredBody(changeSchema) },
  responses: { 200: jsonAnswer(repositorySchema.extend(okSchema.shape), 'The updated connection.') },
});

const listBuildsRoute = describeRoute('get /repositories/{RepositoryID}/builds', {
  summary: 'List the builds of a repository',
  request: { params, query: jobQuery },
  responses: { 200: jsonAnswer(buildList.extend({ RepositoryID: idSchema('RepositoryID') }), 'Builds.') },
});

const buildRoute = describeRoute('post /repositories/{RepositoryID}/builds', {
  summary: 'Build a repository',
  request: { params, query: discoverQuery, body: optionalBody(repositoryBuildSchema) },
  responses: { 202: jsonAnswer(buildSchema, 'Accepted.'), ...failures(429) },
});

function toRepositoryView({ id, owner, createdAt, body }: StoredRecord<RepositoryBody>): object {
  const Core = body.Core ?? findDefaultCore(DEFAULT_REPOSITORY_CORE).CoreID;
  return {
    Object: 'Repository',
    RepositoryID: id,
    Owner: owner,
    CreatedAt: toSeconds(createdAt),
    ...body,
    Core,
  };
}

async function checkRemote(
  { store, settings }: Services,
  userId: string,
  remoteUrl: string | undefined,
): Promise<void> {
  if (remoteUrl === undefined) return;
  const address = readAddress(remoteUrl);
  const hosts = settings.repositoryHosts;
  if (isAllowedAddress(address, hosts) || (await hasImport(store, userId, address))) return;
  const { message } = notAllowed(address, hosts);
  throw invalidRequest('RemoteURL', `${message} An imported copy can also be connected.`);
}

/** Configuration of a connection if the request specifies only the repository. */
const DEFAULTS = {
  Commit: 'HEAD',
  Branch: '',
  BuildDirectory: '',
  Arguments: '',
  Core: undefined,
  DataSources: [],
  TraceVariables: [],
  Token: '',
} as const satisfies z.input<typeof changeSchema>;

/** Returns the defaults for removed fields. @throws HazeError `invalid-request` for a field that cannot be removed */
function removeFields(names: readonly string[]): z.infer<typeof changeSchema> {
  const entries = Object.entries(DEFAULTS);
  const unknown = names.find((name) => !Object.hasOwn(DEFAULTS, name));
  if (unknown !== undefined)
    throw invalidRequest(
      'remove',
      `"${unknown.slice(0, 80)}" cannot be removed; these can: ${Object.keys(DEFAULTS).join(', ')}`,
    );
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}

/** Checks that the resources to which a configuration refers exist. */
async function checkConfig(
  view: ReadView,
  config: z.infer<typeof changeSchema>,
  userId: string,
): Promise<void> {
  if (config.Core !== undefined) await chooseCore(view, userId, { Core: config.Core });
  await checkDataSources(view, config.DataSources ?? [], userId);
}

function addBuildRoutes(api: ApiApp): void {
  const { store } = api.services;
  serve(api, listBuildsRoute, async (c) => {
    const owner = c.get('userId');
    const parent = c.req.valid('param').RepositoryID;
    await requireOwned(store, repositories, parent, owner);
    const query = c.req.valid('query');
    const list = { name: 'Builds', type: builds, toView: toBuildView, idField: 'BuildID' } as const;
    return answerList(c, api.services, { ...list, query, parent, extra: { RepositoryID: parent } });
  });
  serve(api, buildRoute, async (c) => {
    const userId = c.get('userId');
    const repositoryId = c.req.valid('param').RepositoryID;
    const discoverVariables = c.req.valid('query').DiscoverVariables === 'true';
    const order = { userId, repositoryId, discoverVariables };
    // A request without a body takes all settings from the configuration.
    const build = await createRepositoryBuild(api.services, order, c.req.valid('json') ?? {});
    return c.json(toBuildView(build), 202);
  });
}

/**
 * Seals a token for the store; `''`, which removes the stored token, stays as it is. This runs before the transaction,
 * which must not wait.
 */
async function maybeSeal(
  services: Services,
  id: string,
  token: string | undefined,
): Promise<SealedBody | '' | undefined> {
  return token ? sealToken(services.store, id, token) : (token as '' | undefined);
}

/** Stores a token separately from its connection, because clients can read the connection; `''` removes the token. */
async function keepToken(
  tx: Transaction,
  services: Services,
  connection: { readonly id: string; readonly owner: string },
  token: SealedBody | '' | undefined,
): Promise<void> {
  if (token === undefined) return;
  await tx.delete(repositoryTokens, connection.id);
  if (token === '') return;
  await tx.insert(repositoryTokens, { ...connection, createdAt: services.now(), body: token });
}

function originOf(remoteUrl: string): string {
  return new URL(readAddress(remoteUrl).url).origin;
}

/** Rejects a token that could be read in transit. @throws HazeError `invalid-request` */
function checkTokenWay(token: string | undefined, remoteUrl: string): void {
  if (!token) return;
  try {
    checkTokenAddress(readAddress(remoteUrl));
  } catch (error) {
    throw invalidRequest('Token', (error as Error).message);
  }
}

const resource = {
  path: '/repositories',
  idField: 'RepositoryID',
  type: repositories,
  schema: repositorySchema,
  toView: toRepositoryView,
} as const;

/** Adds the repository routes. */
export function addRepositoryRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  addImportRoutes(api);
  serve(api, listRoute, (c) => {
    const list = { name: 'Repositories', type: repositories, toView: toRepositoryView };
    return answerList(c, services, { ...list, query: c.req.valid('query') });
  });
  serve(api, connectRoute, async (c) => {
    const { Token, ...wish } = c.req.valid('json');
    const config = { ...wish, RemoteURL: withoutUser(wish.RemoteURL) };
    const owner = c.get('userId');
    await checkRemote(services, owner, config.RemoteURL);
    checkTokenWay(Token, config.RemoteURL);
    const body: RepositoryBody = {
      DataSources: [],
      TraceVariables: [],
      ...withoutUndefined(config),
      UpdatedAt: nowSeconds(services),
    };
    await checkRecordQuota(services, owner, body);
    const record = { id: makeId(services, 'RepositoryID'), owner, createdAt: services.now(), body };
    const token = await maybeSeal(services, record.id, Token);
    const stored = await store.transaction(async (tx) => {
      await checkConfig(tx, config, owner);
      await keepToken(tx, services, { id: record.id, owner }, token);
      return insertResource(tx, repositories, record);
    });
    return c.json(toRepositoryView(stored), 201);
  });
  serve(api, changeRoute, async (c) => {
    const { RepositoryID } = c.req.valid('param');
    const owner = c.get('userId');
    const { remove, ...given } = c.req.valid('json');
    await checkRecordQuota(services, owner, given);
    const removed = removeFields(namesToRemove(remove, c.req.valid('query')));
    const { Token, ...wish } = { ...removed, ...given };
    const { RemoteURL } = wish;
    const changes = { ...wish, ...(RemoteURL !== undefined && { RemoteURL: withoutUser(RemoteURL) }) };
    await checkRemote(services, owner, changes.RemoteURL);
    const token = await maybeSeal(services, RepositoryID, Token);
    const changed = await store.transaction(async (tx) => {
      const { body } = await requireOwned(tx, repositories, RepositoryID, owner);
      await checkConfig(tx, changes, owner);
      const isElsewhere =
        changes.RemoteURL !== undefined && originOf(changes.RemoteURL) !== originOf(body.RemoteURL);
      checkTokenWay(Token, changes.RemoteURL ?? body.RemoteURL);
      await keepToken(tx, services, { id: RepositoryID, owner }, token ?? (isElsewhere ? '' : undefined));
      const UpdatedAt = nowSeconds(services);
      const { Core: _, ...coreless } = body;
      const kept = 'Core' in removed && wish.Core === undefined ? coreless : body;
      return tx.update(repositories, RepositoryID, {
        body: { ...kept, ...withoutUndefined(changes), UpdatedAt },
      });
    });
    return c.json({ ...toRepositoryView(changed), message: 'OK' });
  });
  serveReading(api, resource);
  serveDeletion(api, resource, 'its builds stay', (tx, id) => tx.delete(repositoryTokens, id));
  addBuildRoutes(api);
}
