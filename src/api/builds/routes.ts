// /sourcecode/builds and /builds: creates, lists, reads, cancels and deletes builds, and reads their outputs.
import { maybeReadJson } from '../../jobs/records/read-blob.ts';
import {
  buildDiagnosticsKey,
  buildLogKey,
  buildPrefix,
  builds,
  buildVariablesKey,
  tasks,
} from '../../jobs/records/records.ts';
import { isTerminal, UNFINISHED_STATUSES } from '../../jobs/records/states.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { cancelJob } from '../app/cancel-job.ts';
import { answerList, jobQuery, listSchema, summarySchema } from '../app/listing.ts';
import { serveReading } from '../app/owned-resource.ts';
import { signAddress } from '../presigned/signatures.ts';
import {
  describeRoute,
  failures,
  jsonAnswer,
  okAnswer,
  okFields,
  requiredBody,
} from '../requests/answers.ts';
import { wrongState } from '../requests/failures.ts';
import { idParam, requireOwned } from '../requests/identifiers.ts';
import { addNotice } from '../requests/notices.ts';
import { flag, integer, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { buildSchema, isPublicSchema, toBuildView } from './build-view.ts';
import { createBuild, newBuildSchema } from './create-build.ts';

const params = idParam('BuildID');

export const discoverQuery = z.object({ DiscoverVariables: flag() });

const createBuildRoute = describeRoute('post /sourcecode/builds', {
  summary: 'Build source code',
  request: { query: discoverQuery, body: requiredBody(newBuildSchema) },
  responses: { 202: jsonAnswer(buildSchema, 'Accepted.'), ...failures(429) },
});

/** A page of builds, or of build summaries with `noexpand`. */
export const buildList = listSchema('Builds', z.union([buildSchema, summarySchema('BuildID')]));

const listRoute = describeRoute('get /builds', {
  summary: 'List builds',
  request: { query: jobQuery },
  responses: { 200: jsonAnswer(buildList, 'Builds.') },
});

const changeRoute = describeRoute('patch /builds/{BuildID}', {
  summary: 'Make a build public, or private again; its public tasks remain public',
  request: { params, body: requiredBody(z.object({ IsPublic: isPublicSchema.optional() })) },
  responses: { 200: jsonAnswer(buildSchema.extend(okFields), 'The updated build.') },
});

const deleteRoute = describeRoute('delete /builds/{BuildID}', {
  summary: 'Delete a finished build with its outputs; its finished tasks are kept',
  request: { params },
  responses: { 200: okAnswer, ...failures(409) },
});

const cancelRoute = describeRoute('post /builds/{BuildID}/cancel', {
  summary: 'Cancel a build',
  request: { params },
  responses: { 200: jsonAnswer(buildSchema.extend(okFields), 'The build.'), ...failures(409) },
});

export const buildOutputsSchema = z.object({ Build: z.string().optional() });

const outputsRoute = describeRoute('get /builds/{BuildID}/outputs', {
  summary: 'URL of the build log',
  request: { params },
  responses: { 200: jsonAnswer(buildOutputsSchema, 'Addresses.'), ...failures(409) },
});

const variableSchema = z.object({
  Object: z.string(),
  Name: z.string(),
  Type: z.string(),
  File: z.string(),
  Line: integer,
  Function: z.string(),
});

const variablesRoute = describeRoute('get /builds/{BuildID}/variables', {
  summary:
    'Variables of a build created with DiscoverVariables=true; other builds have none, as `Haze-Notice` reports',
  request: { params },
  responses: {
    200: jsonAnswer(
      z.object({ BuildID: z.string(), Variables: z.array(variableSchema), Count: integer }),
      'Variables.',
    ),
    ...failures(409),
  },
});

const placeFields = {
  file: z.string().optional(),
  line: integer.optional(),
  column: integer.optional(),
  endLine: integer.optional(),
  endColumn: integer.optional(),
  severity: z.enum(['note', 'warning', 'error', 'fatal']),
  message: z.string(),
  option: z.string().optional(),
};

const fixItSchema = z.object({
  file: z.string(),
  startLine: integer,
  startColumn: integer,
  endLine: integer,
  endColumn: integer,
  text: z.string(),
});

const noteSchema = z.object({ ...placeFields, fixIts: z.array(fixItSchema) });

const diagnosticSchema = noteSchema.extend({ notes: z.array(noteSchema) }).openapi('Diagnostic', {
  description:
    'Lines and columns are 1-based, columns count UTF-16 code units, and ends are exclusive. Fix-its are replacements that would fix the program.',
});

export const diagnosticsSchema = z.object({
  BuildID: z.string(),
  Diagnostics: z.array(diagnosticSchema),
  Count: integer,
});

const diagnosticsRoute = describeRoute('get /builds/{BuildID}/diagnostics', {
  summary: 'Compiler and linker messages for a finished build, as data',
  request: { params },
  responses: { 200: jsonAnswer(diagnosticsSchema, 'Diagnostics.'), ...failures(409) },
});

const binaryRoute = describeRoute('get /builds/{BuildID}/binary', {
  summary: 'URL of the linked WebAssembly module',
  request: { params },
  responses: { 200: jsonAnswer(z.object({ url: z.string() }), 'The address.'), ...failures(409) },
});

function requireEnded(job: StoredRecord<object>, what: string): void {
  if (isTerminal(job.status)) return;
  throw wrongState(
    `The ${what} is ${job.status}; this is available when it is Completed, Cancelled or Stopped.`,
  );
}

async function deleteBuild(services: Services, id: string, userId: string): Promise<void> {
  await services.store.transaction(async (tx) => {
    const build = await requireOwned(tx, builds, id, userId);
    if (!isTerminal(build.status)) throw wrongState(`The build is ${build.status}. Cancel it first.`);
    const unfinished = await tx.count(tasks, { owner: userId, parent: id, status: UNFINISHED_STATUSES });
    if (unfinished > 0) {
      throw wrongState(
        `Tasks of this build are still waiting or running (${unfinished}). Cancel them first.`,
      );
    }
    await tx.delete(builds, id);
    await tx.deleteBlobs(buildPrefix(id));
  });
}

function addOutputRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, outputsRoute, async (c) => {
    const { BuildID: id } = c.req.valid('param');
    const build = await requireOwned(store, builds, id, c.get('userId'));
    requireEnded(build, 'build');
    // Even if it has no log, a Stopped build has a reason, which is shown instead.
    if (build.status !== 'Stopped' && !(await store.blobInfo(buildLogKey(id)))) return c.json({});
    return c.json({ Build: await signAddress(c, services, { what: 'build-log', id }) });
  });
  serve(api, diagnosticsRoute, async (c) => {
    const { BuildID } = c.req.valid('param');
    requireEnded(await requireOwned(store, builds, BuildID, c.get('userId')), 'build');
    const Diagnostics = (await maybeReadJson<unknown[]>(store, buildDiagnosticsKey(BuildID))) ?? [];
    return c.json({ BuildID, Diagnostics, Count: Diagnostics.length } as never);
  });
  serve(api, variablesRoute, async (c) => {
    const { BuildID } = c.req.valid('param');
    const build = await requireOwned(store, builds, BuildID, c.get('userId'));
    if (!build.body.DiscoverVariables) {
      addNotice(
        c,
        services,
        'this build was created without variable discovery; build again with ?DiscoverVariables=true',
      );
      return c.json({ BuildID, Variables: [], Count: 0 });
    }
    requireEnded(build, 'build');
    const Variables = await maybeReadJson<unknown[]>(store, buildVariablesKey(BuildID));
    if (!Variables) throw wrongState(`The build is ${build.status}, so its variables are not known.`);
    return c.json({ BuildID, Variables, Count: Variables.length });
  });
  serve(api, binaryRoute, async (c) => {
    const { BuildID: id } = c.req.valid('param');
    const build = await requireOwned(store, builds, id, c.get('userId'));
    if (!build.body.BuildArtifactAvailable) {
      throw wrongState(`The build is ${build.status} and has no module.`);
    }
    return c.json({ url: await signAddress(c, services, { what: 'build-module', id }) });
  });
}

/** Adds the build routes. */
export function addBuildRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, createBuildRoute, async (c) => {
    const discoverVariables = c.req.valid('query').DiscoverVariables === 'true';
    const wish = { ...c.req.valid('json'), discoverVariables };
    return c.json(toBuildView(await createBuild(services, c.get('userId'), wish)), 202);
  });
  serve(api, listRoute, async (c) => {
    const query = c.req.valid('query');
    return answerList(c, services, {
      name: 'Builds',
      type: builds,
      toView: toBuildView,
      query,
      idField: 'BuildID',
    });
  });
  serve(api, changeRoute, async (c) => {
    const { BuildID } = c.req.valid('param');
    const { IsPublic } = c.req.valid('json');
    const changed = await services.store.transaction(async (tx) => {
      const build = await requireOwned(tx, builds, BuildID, c.get('userId'));
      return IsPublic === undefined
        ? build
        : tx.update(builds, BuildID, { body: { ...build.body, IsPublic } });
    });
    return c.json({ ...toBuildView(changed), message: 'OK' });
  });
  serve(api, deleteRoute, async (c) => {
    await deleteBuild(services, c.req.valid('param').BuildID, c.get('userId'));
    return c.json({ message: 'OK' });
  });
  serve(api, cancelRoute, async (c) => {
    const job = { id: c.req.valid('param').BuildID, userId: c.get('userId') };
    return c.json({ ...toBuildView(await cancelJob(services, builds, job)), message: 'OK' });
  });
  serveReading(api, {
    path: '/builds',
    idField: 'BuildID',
    type: builds,
    schema: buildSchema,
    toView: toBuildView,
  });
  addOutputRoutes(api);
}
