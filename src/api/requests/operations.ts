// Operation IDs, for client generators: the names in the service's published SDK if it has the operation
// (`tasks.getOutput` is the getOutput method of its tasks), and similar names otherwise.

const OPERATION_IDS: Readonly<Record<string, string>> = {
  'get /cores': 'cores.list',
  'post /cores': 'cores.create',
  'get /cores/{CoreID}': 'cores.getOne',
  'patch /cores/{CoreID}': 'cores.update',
  'delete /cores/{CoreID}': 'cores.delete',
  'post /sourcecode/builds': 'builds.createFromSourceCode',
  'post /repositories/{RepositoryID}/builds': 'builds.createFromRepository',
  'get /builds': 'builds.list',
  'get /builds/{BuildID}': 'builds.getOne',
  'patch /builds/{BuildID}': 'builds.updateOne',
  'delete /builds/{BuildID}': 'builds.deleteOne',
  'post /builds/{BuildID}/cancel': 'builds.cancel',
  'get /builds/{BuildID}/outputs': 'builds.getOutputs',
  'get /builds/{BuildID}/variables': 'builds.getVariables',
  'get /builds/{BuildID}/diagnostics': 'builds.getDiagnostics',
  'get /builds/{BuildID}/binary': 'builds.getBinary',
  'get /builds/{BuildID}/tasks': 'builds.listTasks',
  'post /builds/{BuildID}/tasks': 'tasks.createTask',
  'post /builds/{BuildID}/tasks/public': 'tasks.createPublicTask',
  'get /tasks': 'tasks.list',
  'get /tasks/{TaskID}': 'tasks.getOne',
  'delete /tasks/{TaskID}': 'tasks.deleteOne',
  'post /tasks/{TaskID}/cancel': 'tasks.cancel',
  'get /tasks/{TaskID}/outputs': 'tasks.getOutputURLs',
  'get /tasks/{TaskID}/public': 'tasks.getPublicOne',
  'get /tasks/{TaskID}/outputs/public': 'tasks.getPublicOutputURLs',
  'get /tasks/{TaskID}/output/{Stream}': 'tasks.getOutput',
  'get /samples': 'samples.getSamplesFromUx',
  'post /samples': 'samples.sendUx',
  'get /tasks/{TaskID}/contributions': 'tasks.getContributions',
  'get /tasks/{TaskID}/values/{ValueID}/samples': 'samples.getSamples',
  'post /plot': 'plotting.plot',
  'post /tasks/{TaskID}/values/{ValueID}/plot': 'plotting.plotValue',
  'get /repositories': 'repositories.list',
  'post /repositories': 'repositories.connect',
  'get /repositories/{RepositoryID}': 'repositories.getOne',
  'patch /repositories/{RepositoryID}': 'repositories.update',
  'delete /repositories/{RepositoryID}': 'repositories.disconnect',
  'get /repositories/{RepositoryID}/builds': 'repositories.getBuilds',
  'get /repositories/imports': 'imports.list',
  'put /repositories/imports': 'imports.put',
  'delete /repositories/imports': 'imports.delete',
  'get /keys': 'keys.list',
  'post /keys': 'keys.create',
  'delete /keys/{KeyID}': 'keys.delete',
  'get /users/{UserID}': 'users.getOne',
  'patch /users/{UserID}': 'users.update',
  'get /buckets': 'buckets.list',
  'post /buckets': 'buckets.create',
  'get /buckets/{BucketID}': 'buckets.getOne',
  'patch /buckets/{BucketID}': 'buckets.update',
  'delete /buckets/{BucketID}': 'buckets.delete',
  'get /drives': 'drives.list',
  'post /drives': 'drives.create',
  'get /drives/{DriveID}': 'drives.getOne',
  'patch /drives/{DriveID}': 'drives.update',
  'delete /drives/{DriveID}': 'drives.delete',
  'get /files': 'files.list',
  'get /files/{path}': 'files.get',
  'put /files/{path}': 'files.upload',
  'post /files/{path}': 'files.create',
  'delete /files/{path}': 'files.delete',
  'get /webhooks': 'webhooks.list',
  'post /webhooks': 'webhooks.create',
  'get /webhooks/{webhookId}': 'webhooks.getOne',
  'put /webhooks/{webhookId}': 'webhooks.update',
  'delete /webhooks/{webhookId}': 'webhooks.delete',
  'get /webhooks/{webhookId}/deliveries': 'webhooks.listDeliveries',
  'get /health': 'health.getOverallHealth',
  'get /presigned': 'presigned.read',
  'put /presigned': 'presigned.write',
  'get /openapi.json': 'description.get',
};

const UX =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';
const STORAGE = { Location: 'sd0', ResourceID: '', ResourceType: 'ServiceCloudStorage' };

/** Example request bodies, by operation. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  'builds.createFromSourceCode': {
    Code: '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf\\n", UxHwDoubleGaussDist(1, 0.1)); }',
    Language: 'C',
  },
  'builds.createFromRepository': { Arguments: '--verbose' },
  'builds.updateOne': { IsPublic: true },
  'tasks.createPublicTask': { Arguments: '1 2' },
  'tasks.createTask': { Arguments: '1 2', DataSources: [STORAGE] },
  'cores.create': { Name: 'mine', Microarchitecture: 'Athens', MemorySize: 67_108_864, Precision: 64 },
  'samples.sendUx': { payload: UX },
  'plotting.plot': { payload: UX },
  'repositories.connect': {
    RemoteURL: 'https://github.com/owner/name',
    Commit: 'HEAD',
    Branch: '',
    BuildDirectory: 'src',
    Arguments: '',
  },
  'repositories.update': { Branch: 'main' },
  'keys.create': { Name: 'laptop', ValidUntil: null },
  'users.update': { Preferences: { Execution_DefaultCore: 'C0-M+' } },
  'buckets.create': { Name: 'measurements', MountPath: '/data' },
  'drives.create': { Name: 'all', DataSources: [STORAGE] },
  'webhooks.create': { url: 'http://localhost:3000/hook', events: ['task-status'] },
};

/** Descriptions of the groups of operations. */
export const TAGS: Readonly<Record<string, string>> = {
  builds: 'Programs built from source code or repositories.',
  tasks: 'Runs of builds, and their output.',
  cores: 'The processors on which programs run.',
  samples: 'Random draws from distributions.',
  plotting: 'Pictures of distributions.',
  repositories: 'Connections to git repositories.',
  imports: 'Copies of repositories, used instead of their URLs.',
  files: 'The account’s storage.',
  buckets: 'Named folders in the storage.',
  drives: 'Sets of data sources.',
  keys: 'API keys.',
  users: 'The account.',
  webhooks: 'URLs that receive events of builds and tasks.',
  health: 'The health of the service.',
  presigned: 'URLs that work without a key.',
  description: 'This description.',
};

/**
 * The operationId of a route. @throws Error if this file has no name for the route, or no description for its group
 */
export function operationIdOf(method: string, path: string): string {
  const id = OPERATION_IDS[`${method} ${path}`];
  if (id === undefined)
    throw new Error(
      `${method} ${path} has no name: add it to OPERATION_IDS in src/api/requests/operations.ts.`,
    );
  const group = id.slice(0, id.indexOf('.'));
  if (TAGS[group] === undefined)
    throw new Error(
      `"${id}" belongs to no group: describe "${group}" in TAGS of src/api/requests/operations.ts.`,
    );
  return id;
}
