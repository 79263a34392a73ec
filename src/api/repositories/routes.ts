// /repositories: connecting git repositories with a configuration, and the builds that were made of them.
import { createRoute } from '@hono/zod-openapi';
import { builds } from '../../jobs/records.ts';
import type { ReadView, StoredRecord } from '../../store/store.ts';
import {
  BODY_FAILURES,
  failures,
  jsonAnswer,
  okAnswer,
  optionalBody,
  requiredBody,
  secondsSchema,
} from '../answers.ts';
import { type ApiApp, serve } from '../api-app.ts';
import { buildSchema, toBuildView } from '../builds/build-view.ts';
import {
  argumentsSchema,
  checkDataSources,
  dataSourceSchema,
  dataSourcesSchema,
  traceVariableSchema,
  traceVariablesSchema,
} from '../builds/program-inputs.ts';
import { discoverQuery } from '../builds/routes.ts';
import { chooseCore } from '../cores/cores.ts';
import { invalidRequest, notSupported } from '../failures.ts';
import { idParam, idSchema, makeId, requireOwned } from '../identifiers.ts';
import { answerPage, jobQuery, listSchema, pageQuery, toRecordQuery } from '../listing.ts';
import { withoutUndefined } from '../optional-fields.ts';
import { serveDeletion, serveReading } from '../owned-resource.ts';
import { z } from '../schema-language.ts';
import { nowSeconds, toSeconds } from '../services.ts';
import { type RepositoryBody, repositories } from './repositories.ts';

const fields = {
  RemoteURL: z.string().min(1).max(2000),
  Commit: z.string().min(1).max(200),
  Branch: z.string().max(500),
  BuildDirectory: z
    .string()
    .max(2000)
    .refine((path) => !path.split('/').includes('..'), 'must stay inside the repository'),
  Arguments: argumentsSchema,
};

const optionalFields = {
  Core: idSchema('CoreID').optional(),
  DataSources: dataSourcesSchema.optional(),
  TraceVariables: traceVariablesSchema.optional(),
};

const newSchema = z.object({ ...fields, ...optionalFields });
const changeSchema = z.object(fields).partial().extend(optionalFields);

const repositorySchema = z
  .object({
    Object: z.literal('Repository'),
    RepositoryID: idSchema('RepositoryID'),
    Owner: z.string(),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
    ...fields,
    Core: optionalFields.Core,
    DataSources: z.array(dataSourceSchema),
    TraceVariables: z.array(traceVariableSchema),
  })
  .openapi('Repository');

const buildOfRepositorySchema = z.object({
  CoreID: idSchema('CoreID').optional(),
  Arguments: argumentsSchema.optional(),
  DataSources: dataSourcesSchema.optional(),
  TraceVariables: traceVariablesSchema.optional(),
  Branch: z.string().max(500).optional(),
});

const params = idParam('RepositoryID');

const listRoute = createRoute({
  method: 'get',
  path: '/repositories',
  summary: 'List connected repositories',
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer(listSchema('Repositories', repositorySchema), 'Repositories.'),
    ...failures(401, 422),
  },
});

const connectRoute = createRoute({
  method: 'post',
  path: '/repositories',
  summary: 'Connect a repository',
  request: { body: requiredBody(newSchema) },
  responses: { 201: jsonAnswer(repositorySchema, 'The connection.'), ...failures(401, ...BODY_FAILURES) },
});

const changeRoute = createRoute({
  method: 'patch',
  path: '/repositories/{RepositoryID}',
  summary: 'Change a connection',
  request: { params, body: requiredBody(changeSchema) },
  responses: { 200: okAnswer, ...failures(401, 404, ...BODY_FAILURES) },
});

const listBuildsRoute = createRoute({
  method: 'get',
  path: '/repositories/{RepositoryID}/builds',
  summary: 'List the builds of a repository',
  request: { params, query: jobQuery },
  responses: { 200: jsonAnswer(listSchema('Builds', buildSchema), 'Builds.'), ...failures(401, 404, 422) },
});

const buildRoute = createRoute({
  method: 'post',
  path: '/repositories/{RepositoryID}/builds',
  summary: 'Build a repository',
  request: { params, query: discoverQuery, body: optionalBody(buildOfRepositorySchema) },
  responses: failures(400, 401, 404, 413, 415, 422, 501),
});

function toRepositoryView({ id, owner, createdAt, body }: StoredRecord<RepositoryBody>): object {
  return { Object: 'Repository', RepositoryID: id, Owner: owner, CreatedAt: toSeconds(createdAt), ...body };
}

/** The host of a remote address, as a URL or as git writes it (`git@host:path`). */
function hostOf(remoteUrl: string): string {
  const short = /^[\w.-]+@([\w.-]+):(?!\/)/.exec(remoteUrl)?.[1];
  if (short !== undefined) return short.toLowerCase();
  try {
    const { hostname, protocol } = new URL(remoteUrl);
    return ['https:', 'http:', 'ssh:', 'git:'].includes(protocol) ? hostname : '';
  } catch {
    return '';
  }
}

function checkRemote(remoteUrl: string | undefined, hosts: readonly string[]): void {
  if (remoteUrl === undefined) return;
  const host = hostOf(remoteUrl);
  if (host !== '' && (hosts.includes('*') || hosts.includes(host))) return;
  throw invalidRequest('RemoteURL', `must be the address of a repository on ${hosts.join(' or ')}`);
}

/** Checks what a configuration names. */
async function checkConfig(
  view: ReadView,
  config: z.infer<typeof changeSchema>,
  userId: string,
): Promise<void> {
  if (config.Core !== undefined) await chooseCore(view, config.Core, userId);
  await checkDataSources(view, config.DataSources ?? [], userId);
}

function addBuildRoutes(api: ApiApp): void {
  const { store } = api.services;
  serve(api, listBuildsRoute, async (c) => {
    const owner = c.get('userId');
    const parent = c.req.valid('param').RepositoryID;
    await requireOwned(store, repositories, parent, owner);
    const query = { ...toRecordQuery(c.req.valid('query')), owner, parent };
    return answerPage(c, 'Builds', await store.list(builds, query), toBuildView);
  });
  serve(api, buildRoute, async (c) => {
    await requireOwned(store, repositories, c.req.valid('param').RepositoryID, c.get('userId'));
    throw notSupported(
      'Repositories are not cloned by this version of Haze. Send the code to /sourcecode/builds.',
    );
  });
}

const resource = {
  path: '/repositories',
  idField: 'RepositoryID',
  type: repositories,
  schema: repositorySchema,
  toView: toRepositoryView,
} as const;

/** Adds the routes of repositories. */
export function addRepositoryRoutes(api: ApiApp): void {
  const { services } = api;
  const { store, settings } = services;
  serve(api, listRoute, async (c) => {
    const query = { ...toRecordQuery(c.req.valid('query')), owner: c.get('userId') };
    return answerPage(c, 'Repositories', await store.list(repositories, query), toRepositoryView);
  });
  serve(api, connectRoute, async (c) => {
    const config = c.req.valid('json');
    const owner = c.get('userId');
    checkRemote(config.RemoteURL, settings.repositoryHosts);
    const body: RepositoryBody = {
      DataSources: [],
      TraceVariables: [],
      ...withoutUndefined(config),
      UpdatedAt: nowSeconds(services),
    };
    const record = { id: makeId(services, 'RepositoryID'), owner, createdAt: services.now(), body };
    const stored = await store.transaction(async (tx) => {
      await checkConfig(tx, config, owner);
      return tx.insert(repositories, record);
    });
    return c.json(toRepositoryView(stored), 201);
  });
  serve(api, changeRoute, async (c) => {
    const { RepositoryID } = c.req.valid('param');
    const owner = c.get('userId');
    const changes = c.req.valid('json');
    checkRemote(changes.RemoteURL, settings.repositoryHosts);
    await store.transaction(async (tx) => {
      const { body } = await requireOwned(tx, repositories, RepositoryID, owner);
      await checkConfig(tx, changes, owner);
      const changed = { ...body, ...withoutUndefined(changes), UpdatedAt: nowSeconds(services) };
      await tx.update(repositories, RepositoryID, { body: changed });
    });
    return c.json({ message: 'OK' });
  });
  serveReading(api, resource);
  serveDeletion(api, resource, 'its builds stay');
  addBuildRoutes(api);
}
