// Shapes of stored records, one for each kind. An import compares each record of an archive with its shape, and
// rejects a damaged or forged record before anything changes. Unknown fields are accepted, because nothing reads
// them.
import type { BuildBody, TaskBody } from '../../jobs/records/records.ts';
import { JOB_STATUSES } from '../../jobs/records/states.ts';
import type { PartBody, PartStatus } from '../../jobs/tasks/part-records.ts';
import { makeOrder, sequenceOf } from '../../store/contract/record-index.ts';
import type { ExportedRecord } from '../../store/contract/store.ts';
import { validateCoreSpec } from '../../uncertainty/core/core-spec.ts';
import type { KeyBody } from '../accounts/authentication.ts';
import type { UserBody } from '../accounts/users.ts';
import type { BucketBody } from '../buckets/buckets.ts';
import { buildSchema, statusTransitionSchema } from '../builds/build-view.ts';
import { argumentsSchema, dataSourceSchema, traceVariableSchema } from '../builds/program-inputs.ts';
import type { CoreBody } from '../cores/cores.ts';
import type { DriveBody } from '../drives/drives.ts';
import { JOB_EVENTS } from '../realtime/event-text.ts';
import type { ImportBody } from '../repositories/imports.ts';
import type { RepositoryBody } from '../repositories/repositories.ts';
import { describeIssue, type ValidationIssue } from '../requests/describe-issue.ts';
import { idSchema } from '../requests/identifiers.ts';
import { ifSound, z } from '../requests/schema-language.ts';
import { taskSchema } from '../tasks/task-view.ts';
import {
  type DeliveryBody,
  type DeliveryStatus,
  isWebhookAddress,
  type WebhookBody,
} from '../webhooks/webhooks.ts';

/** Causes a compile error if there is no row for one of the body's fields. */
function shapeOf<Body extends object>(fields: { readonly [Name in keyof Required<Body>]: z.ZodType }) {
  return z.looseObject(fields);
}

const text = z.string();
/** A count, or a time since 1970. */
const natural = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const sealed = z.looseObject({ Sealed: text.optional() });

/** Job fields that responses omit, or show in another form. */
const ofJobs = {
  Losses: natural.optional(),
  LoneLosses: natural.optional(),
  ProcessDeaths: natural.optional(),
  FullStorages: natural.optional(),
  StatusTransitions: z.array(statusTransitionSchema.extend({ Timestamp: natural })),
  UpdatedAt: natural,
  StartedAt: natural.optional(),
  FinishedAt: natural.optional(),
  IsPublic: z.boolean().optional(),
  Executor: text.optional(),
  StorageLimits: z.object({ Account: natural.optional(), All: natural.optional() }).optional(),
};

/** Fields of a task's record that responses show unchanged. */
const shownOfTask = taskSchema.omit({
  TaskID: true,
  Owner: true,
  Status: true,
  CreatedAt: true,
  SmallOutput: true,
}).shape;
const shownOfBuild = buildSchema.pick({
  DefaultDataSources: true,
  TraceVariables: true,
  BuildArtifactAvailable: true,
  Stats: true,
}).shape;

const coreFields = {
  Name: text,
  Class: text,
  Microarchitecture: text,
  CorrelationTracking: text,
  MemorySize: z.number(),
  Precision: z.number(),
  LaneCount: z.number().optional(),
  StandsFor: text.optional(),
};

function isCore(core: unknown): boolean {
  try {
    validateCoreSpec(core as Parameters<typeof validateCoreSpec>[0]);
    return true;
  } catch {
    return false;
  }
}

const soundCore = { ...ifSound, error: 'is not a valid core' };

const application = z.discriminatedUnion('Type', [
  z.object({
    Type: z.literal('SourceCode'),
    SourceCode: buildSchema.shape.Application.shape.SourceCode.unwrap(),
  }),
  z.object({
    Type: z.literal('Repository'),
    Repository: z.looseObject({
      RepositoryID: idSchema('RepositoryID'),
      RemoteURL: text,
      Commit: text,
      Branch: text,
      BuildDirectory: text,
      Arguments: text,
      CreatedAt: natural.optional(),
      UpdatedAt: natural.optional(),
      ResolvedCommit: text.optional(),
    }),
  }),
]);

interface Shape {
  readonly body: z.ZodType;
  readonly id?: z.ZodType;
  readonly status?: readonly string[];
  /** Identifier in the body that must equal the record's parent. */
  readonly parent?: string;
}

const deliveryStatuses = ['pending', 'delivered', 'failed'] satisfies DeliveryStatus[];
const partStatuses = ['Accepted', 'In Progress', 'Rescheduled', 'Completed'] satisfies PartStatus[];

const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    'build',
    {
      id: idSchema('BuildID'),
      status: JOB_STATUSES,
      body: shapeOf<BuildBody>({
        ...shownOfBuild,
        ...ofJobs,
        DefaultArguments: argumentsSchema,
        Application: application,
        Core: z.looseObject({ CoreID: idSchema('CoreID'), ...coreFields }).refine(isCore, soundCore),
        DiscoverVariables: z.boolean(),
        LeftToRepository: z.array(z.enum(['Core', 'TraceVariables'])).optional(),
      }),
    },
  ],
  [
    'task',
    {
      id: idSchema('TaskID'),
      status: JOB_STATUSES,
      parent: 'BuildID',
      body: shapeOf<TaskBody>({
        ...shownOfTask,
        ...ofJobs,
        Arguments: argumentsSchema,
      }),
    },
  ],
  [
    'part',
    {
      status: partStatuses,
      body: shapeOf<PartBody>({
        First: natural,
        Count: natural,
        Lead: text,
        Fingerprint: text,
        Sources: z.looseObject({ isListed: z.boolean(), settings: z.array(z.looseObject({})) }).optional(),
        RunMs: natural,
        LongestMs: natural,
        Executor: text.optional(),
        Failures: natural.optional(),
      }),
    },
  ],
  [
    'core',
    {
      id: idSchema('CoreID'),
      body: shapeOf<CoreBody>({ ...coreFields, UpdatedAt: natural }).refine(isCore, soundCore),
    },
  ],
  [
    'repository',
    {
      id: idSchema('RepositoryID'),
      body: shapeOf<RepositoryBody>({
        RemoteURL: text,
        Commit: text,
        Branch: text,
        BuildDirectory: text,
        Arguments: argumentsSchema,
        Core: text.optional(),
        DataSources: z.array(dataSourceSchema),
        TraceVariables: z.array(traceVariableSchema),
        UpdatedAt: natural,
      }),
    },
  ],
  [
    'bucket',
    {
      id: idSchema('BucketID'),
      body: shapeOf<BucketBody>({
        Name: text,
        Account: text,
        MountPath: text,
        Read: z.boolean(),
        Write: z.boolean(),
        Region: text.optional(),
        UpdatedAt: natural,
      }),
    },
  ],
  [
    'drive',
    {
      id: idSchema('DriveID'),
      body: shapeOf<DriveBody>({ Name: text, DataSources: z.array(dataSourceSchema), UpdatedAt: natural }),
    },
  ],
  [
    'user',
    {
      id: idSchema('UserID'),
      body: shapeOf<UserBody>({
        Username: text,
        Preferences: z.record(text, z.unknown()),
        UpdatedAt: natural,
        Quotas: z.record(text, natural.nullable()).optional(),
      }),
    },
  ],
  ['key', { body: shapeOf<KeyBody>({ Name: text, Hash: text, ValidUntil: z.number().optional() }) }],
  [
    'webhook',
    {
      id: idSchema('WebhookID'),
      body: shapeOf<WebhookBody>({
        URL: text.refine(isWebhookAddress, 'is not an HTTP or HTTPS URL'),
        Events: z.array(z.enum(JOB_EVENTS)),
        Description: text,
        Status: z.enum(['active', 'disabled']),
        Sealed: text,
        UpdatedAt: natural,
        FailureCount: natural,
        LastDeliveryStatus: text.nullable(),
        LastDeliveryTime: natural.nullable(),
      }),
    },
  ],
  [
    'webhook-delivery',
    {
      id: idSchema('DeliveryID'),
      status: deliveryStatuses,
      body: shapeOf<DeliveryBody>({
        Event: z.enum(JOB_EVENTS),
        Payload: text,
        Attempts: z.array(z.object({ Time: natural, Outcome: text })),
        NextAttemptAt: natural,
      }),
    },
  ],
  [
    'repository-import',
    {
      body: shapeOf<ImportBody>({
        RemoteURL: text,
        Kind: z.enum(['zip', 'bundle']),
        SizeInBytes: natural,
        UpdatedAt: natural,
      }),
    },
  ],
  ['usage', { body: z.looseObject({ MonthStart: natural, Plots: natural }) }],
  ['runs', { body: z.looseObject({ Hours: z.record(text, natural) }) }],
  ['executor', { body: z.looseObject({ ExpiresAt: z.number(), RenewedAt: z.number().optional() }) }],
  ['installation', { body: sealed.extend({ salt: text, secret: text.optional() }) }],
  ['repository-token', { body: sealed.extend({ Token: text.optional() }) }],
  ['page-key', { body: sealed.extend({ Key: text.optional() }) }],
]);

/**
 * Upper bound for sequence numbers: greater than any number that a store reaches, and far below the greatest number
 * that an order string can hold.
 */
const MOST_SEQUENCE = 2 ** 39;

function checkEnvelope(record: ExportedRecord, shape: Shape): string | undefined {
  const { status, createdAt, order, parent, id } = record;
  if (shape.id && !shape.id.safeParse(id).success) return 'its ID has an invalid format';
  if (shape.status ? !shape.status.includes(status) : status !== '') {
    return `a ${record.kind} has no status ${JSON.stringify(status)}`;
  }
  if (shape.parent && (record.body as Record<string, unknown>)[shape.parent] !== parent) {
    return `${shape.parent} is not its parent ${JSON.stringify(parent)}`;
  }
  const sequence = sequenceOf(order);
  const isPlaced = sequence < MOST_SEQUENCE && makeOrder(createdAt, sequence) === order;
  return isPlaced ? undefined : 'its position in the order does not match its time';
}

/** Reason to reject an archive's record as invalid; undefined if the record is valid. */
export function findRecordProblem(record: ExportedRecord): string | undefined {
  const shape = SHAPES.get(record.kind);
  if (!shape) return 'this version of Haze has no records of this kind';
  const { error } = shape.body.safeParse(record.body);
  const [issue] = error?.issues ?? [];
  if (issue) return `${issue.path.join('.') || 'its body'} ${describeIssue(issue as ValidationIssue)}`;
  return checkEnvelope(record, shape);
}
