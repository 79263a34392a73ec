// /cores: reads default cores; creates, changes and deletes custom cores.
import { HazeError } from '../../errors/haze-error.ts';
import { DEFAULT_CORES, validateCoreSpec } from '../../uncertainty/core/core-spec.ts';
import { insertResource } from '../accounts/quotas.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { answerList, listSchema, pageQuery } from '../app/listing.ts';
import {
  describeRoute,
  failures,
  jsonAnswer,
  okAnswer,
  requiredBody,
  secondsSchema,
} from '../requests/answers.ts';
import { invalidRequest } from '../requests/failures.ts';
import { idParam, idSchema, makeId, requireOwned } from '../requests/identifiers.ts';
import { flag, integer, z } from '../requests/schema-language.ts';
import { nowSeconds } from '../requests/services.ts';
import { type CoreBody, cores, maybeDefaultCore, toCoreView, toDefaultCoreView } from './cores.ts';
import { chooseMicroarchitecture, MICROARCHITECTURES, microarchitectureOf } from './microarchitectures.ts';

const fields = {
  Name: z.string().min(1).max(200),
  Class: z.string().min(1).max(40),
  Microarchitecture: z.enum(MICROARCHITECTURES).openapi({
    description:
      'Athens: distributions of at most Precision deltas. Joint: only aligned samples, LaneCount per value, and ' +
      'deltas on request. Bypass: no distributions. Reference: plain Monte Carlo. Zurich, Jupiter, ' +
      'Atlas and Europa compute like Athens, as the Description of the core and the log of its builds state.',
  }),
  CorrelationTracking: z.enum(['Disable', 'Autocorrelation']).openapi({
    description: 'Whether the core tracks dependence between values. Joint cores always do.',
  }),
  MemorySize: integer.openapi({
    description:
      'Bytes of memory for the program and its distributions (16·Precision each): at least 65536, and enough for three values of ' +
      '16·Precision + 8·LaneCount bytes.',
  }),
  Precision: integer.openapi({
    description: 'Maximum number of deltas of a distribution: a power of two, 4 to 8192.',
  }),
  LaneCount: integer.optional().openapi({
    description:
      'Aligned samples per value, where correlation is tracked: a power of two, 256 to 65536. Default: 1024, ' +
      '4096 on Joint cores. Other cores do not use it.',
  }),
};

export const coreSchema = z
  .object({
    Object: z.literal('Core'),
    CoreID: idSchema('CoreID'),
    Owner: z.string(),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
    ...fields,
    Description: z.string().optional().openapi({ description: 'Description of the core for clients.' }),
  })
  .openapi('Core');

export const newCoreSchema = z.object({
  ...fields,
  Class: fields.Class.default('C0'),
  CorrelationTracking: fields.CorrelationTracking.optional().openapi({
    description:
      'Whether dependence between values is tracked. Default: Autocorrelation on Joint cores, otherwise Disable.',
  }),
});

const defaultQuery = z.object({ default: flag() });

export const coreListSchema = listSchema('Cores', coreSchema);

const listRoute = describeRoute('get /cores', {
  summary: 'List custom cores, or the default cores with default=true',
  request: { query: pageQuery.extend(defaultQuery.shape) },
  responses: { 200: jsonAnswer(coreListSchema, 'Cores.') },
});

const createCoreRoute = describeRoute('post /cores', {
  summary: 'Create a custom core',
  request: { body: requiredBody(newCoreSchema) },
  responses: { 201: jsonAnswer(coreSchema, 'The core.') },
});

const readRoute = describeRoute('get /cores/{CoreID}', {
  summary: 'Read a core',
  request: { params: idParam('CoreID'), query: defaultQuery },
  responses: { 200: jsonAnswer(coreSchema, 'The core.') },
});

const changeRoute = describeRoute('patch /cores/{CoreID}', {
  summary: 'Change a custom core',
  request: { params: idParam('CoreID'), body: requiredBody(z.object(fields).partial()) },
  responses: { 200: okAnswer, ...failures(409) },
});

const deleteRoute = describeRoute('delete /cores/{CoreID}', {
  summary: 'Delete a custom core',
  request: { params: idParam('CoreID') },
  responses: { 200: okAnswer, ...failures(409) },
});

/** A core body with defaults filled in and absent fields removed, validated as a core. */
function toCoreBody(fieldsGiven: z.infer<typeof newCoreSchema>, UpdatedAt: number): CoreBody {
  const { LaneCount, CorrelationTracking: tracking, Microarchitecture, ...rest } = fieldsGiven;
  const CorrelationTracking = tracking ?? (Microarchitecture === 'Joint' ? 'Autocorrelation' : 'Disable');
  const body: CoreBody = {
    ...rest,
    ...chooseMicroarchitecture(Microarchitecture),
    CorrelationTracking,
    UpdatedAt,
    ...(LaneCount !== undefined && { LaneCount }),
  };
  try {
    validateCoreSpec({ CoreID: '', ...body });
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
    throw invalidRequest(String(error.data.field ?? 'body'), error.message);
  }
  return body;
}

function refuseDefault(coreId: string): void {
  const core = maybeDefaultCore(coreId);
  if (!core) return;
  throw new HazeError(
    'default-core',
    `${core.Name} is a default core and cannot be changed or deleted; create a custom core instead.`,
  );
}

/** Adds the core routes. */
export function addCoreRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, listRoute, async (c) => {
    const userId = c.get('userId');
    const query = c.req.valid('query');
    if (query.default === 'true') {
      const Cores = DEFAULT_CORES.map(toDefaultCoreView);
      return c.json({ UserID: userId, Cores, Count: Cores.length });
    }
    return answerList(c, services, { name: 'Cores', type: cores, toView: toCoreView, query });
  });
  serve(api, createCoreRoute, async (c) => {
    const body = toCoreBody(c.req.valid('json'), nowSeconds(services));
    const core = { id: makeId(services, 'CoreID'), owner: c.get('userId'), createdAt: services.now(), body };
    return c.json(toCoreView(await store.transaction((tx) => insertResource(tx, cores, core))), 201);
  });
  serve(api, readRoute, async (c) => {
    const { CoreID } = c.req.valid('param');
    const known = maybeDefaultCore(CoreID);
    if (known) return c.json(toDefaultCoreView(known));
    return c.json(toCoreView(await requireOwned(store, cores, CoreID, c.get('userId'))));
  });
  serve(api, changeRoute, async (c) => {
    const { CoreID } = c.req.valid('param');
    const changes = c.req.valid('json');
    refuseDefault(CoreID);
    await store.transaction(async (tx) => {
      const core = await requireOwned(tx, cores, CoreID, c.get('userId'));
      const { UpdatedAt: _, StandsFor: __, ...old } = core.body;
      const Microarchitecture = microarchitectureOf({ CoreID, ...core.body });
      const body = toCoreBody({ ...old, Microarchitecture, ...changes } as never, nowSeconds(services));
      await tx.update(cores, CoreID, { body });
    });
    return c.json({ message: 'OK' });
  });
  serve(api, deleteRoute, async (c) => {
    const { CoreID } = c.req.valid('param');
    refuseDefault(CoreID);
    await store.transaction(async (tx) => {
      await requireOwned(tx, cores, CoreID, c.get('userId'));
      await tx.delete(cores, CoreID);
    });
    return c.json({ message: 'OK' });
  });
}
