// The service's records, modelled on the types in its published TypeScript SDK.
import type { Shape } from './shapes.ts';

const STATUS =
  '"Accepted"|"Initialising"|"Building"|"In Progress"|"Completed"|"Cancelled"|"Stopped"|"Rescheduled"';
const transition = { Status: STATUS, Timestamp: 'number', Message: 'string' };
const dataSource = { ResourceID: 'string', ResourceType: 'string' };

export const message = { message: 'string' };

export const core = {
  Object: '"Core"',
  CoreID: 'string',
  Owner: 'string',
  CreatedAt: 'number',
  UpdatedAt: 'number',
  Name: 'string',
  Class: 'string',
  Microarchitecture: '"Zurich"|"Athens"|"Bypass"|"Reference"|"Jupiter"|"Joint"|"Atlas"',
  CorrelationTracking: '"Autocorrelation"|"Disable"',
  MemorySize: 'number',
  Precision: 'number',
};

const buildCommon = {
  BuildID: 'string',
  Owner: 'string',
  Status: STATUS,
  StatusTransitions: [transition],
  DefaultArguments: 'string',
  DefaultDataSources: [dataSource],
  UpdatedAt: 'number',
  CreatedAt: 'number',
  BuildArtifactAvailable: 'boolean',
  BuildCoreSpecs: {
    Class: 'string',
    Precision: 'number',
    MemorySize: 'number',
    Microarchitecture: 'string',
    CorrelationTracking: 'string',
  },
  TraceVariables: ['any'],
} satisfies Shape;

export const repository = {
  Object: '"Repository"',
  RepositoryID: 'string',
  Owner: 'string',
  RemoteURL: 'string',
  Commit: 'string',
  Branch: 'string',
  BuildDirectory: 'string',
  Arguments: 'string',
  Core: 'string',
  DataSources: [dataSource],
  TraceVariables: ['any'],
  CreatedAt: 'number',
  UpdatedAt: 'number',
} satisfies Shape;

export const sourceBuild: Shape = {
  ...buildCommon,
  Application: {
    Type: '"SourceCode"',
    SourceCode: { Code: 'string', Language: 'string', Arguments: 'string' },
  },
};

export const repositoryBuild: Shape = {
  ...buildCommon,
  Application: { Type: '"Repository"', Repository: repository },
};

export const endedBuild: Shape = {
  ...(sourceBuild as object),
  StartedAt: 'number',
  FinishedAt: 'number',
  Stats: { BuildTimeInMilliseconds: 'number', BuildSizeInBytes: 'number', CreatedAt: 'number' },
};

export const endedTask: Shape = {
  TaskID: 'string',
  BuildID: 'string',
  Owner: 'string',
  Status: STATUS,
  StatusTransitions: [transition],
  Arguments: 'string',
  DataSources: [dataSource],
  StartedAt: 'number',
  UpdatedAt: 'number',
  CreatedAt: 'number',
  FinishedAt: 'number',
  Stats: { DynamicInstructions: 'number', ProcessorTime: 'number', ExecutionTimeInMilliseconds: 'number' },
};

export const summary = (id: string): Shape => ({ [id]: 'string', Owner: 'string', CreatedAt: 'number' });

export const list = (name: string, item: Shape): Shape => ({
  UserID: 'string',
  [name]: [item],
  Count: 'number',
});

export const key = {
  Object: '"Key"',
  KeyID: 'string',
  Name: 'string',
  Owner: 'string',
  CreatedAt: 'number',
  ValidUntil: 'number|null',
};

export const bucket = {
  Object: '"Bucket"',
  BucketID: 'string',
  Owner: 'string',
  CreatedAt: 'number',
  UpdatedAt: 'number',
  Name: 'string',
  Account: 'string',
  MountPath: 'string',
  Read: 'boolean',
  Write: 'boolean',
  Region: 'string?',
};

export const drive = {
  Object: '"Drive"',
  DriveID: 'string',
  Owner: 'string',
  CreatedAt: 'number',
  UpdatedAt: 'number',
  Name: 'string',
  DataSources: [{ Object: '"DataSource"', ...dataSource, Location: 'string' }],
} satisfies Shape;

export const file = { path: 'string', last_modified: 'number', size: 'number', etag: 'string' };

const COUNTERS = [
  'APIAccessCount',
  'BucketCount',
  'BuildTimeInMillisecondsCount',
  'CloudStorageBytes',
  'ConcurrentBuildCount',
  'ConcurrentTaskCount',
  'CoreCount',
  'DataDriveCount',
  'DataSourceCount',
  'DynamicInstructionCount',
  'ExecutionTimeInMillisecondsCount',
  'GatewayCount',
  'KeyCount',
  'PlotCount',
  'RegistryStorageBytes',
  'RepositoryCount',
  'ResetsAt',
  'TaskCount',
  'UpdatedAt',
];

export const preferences = { UpdatedAt: 'number', Execution_DefaultCore: 'string?' };

export const user: Shape = {
  Object: '"User"',
  UserID: 'string',
  Username: 'string',
  CreatedAt: 'number',
  Preferences: preferences,
  ResourceUsage: Object.fromEntries(COUNTERS.map((name) => [name, 'number'])),
};

export const health: Shape = {
  timestamp: 'string',
  services: [
    {
      service: 'string',
      status: '"healthy"|"unhealthy"|"unknown"',
      timestamp: 'string',
      details: { responseTime: 'number', error: 'string?' },
    },
  ],
};

export const newWebhook: Shape = {
  webhookId: 'string',
  url: 'string',
  events: ['string'],
  description: 'string?',
  secret: 'string',
  status: '"active"|"disabled"',
  createdAt: 'string',
};

export const webhook: Shape = {
  Object: 'string',
  WebhookID: 'string',
  URL: 'string',
  Events: ['string'],
  Description: 'string',
  Status: '"active"|"disabled"',
  CreatedAt: 'string',
  UpdatedAt: 'string',
  FailureCount: 'number',
  LastDeliveryStatus: 'string|null',
  LastDeliveryTime: 'string|null',
};

export const samples: Shape = { Samples: ['number'], Count: 'number', ContinuationToken: 'string?' };
export const plot: Shape = { plotID: 'string', presignedURL: 'string' };
