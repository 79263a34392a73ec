// Every operation of the service's published SDK, called by our own client over axios, which the SDK also uses. Each
// response must either match the SDK's types or be a 501 with a reason. The same list runs against every host of the
// service.
import axios, { type AxiosInstance } from 'axios';
import type { Answer, Host } from './host.ts';
import * as types from './published-types.ts';
import { RealtimeClient } from './realtime-client.ts';
import { maybeMismatch, type Shape } from './shapes.ts';

/** The outcome of an operation: `typed`, `501`, or a description of the fault. */
export interface Outcome {
  readonly operation: string;
  readonly outcome: string;
}

const CODE = `#include <stdio.h>
#include <uxhw.h>
int main(void) { double x = UxHwDoubleGaussDist(1, 0.1); printf("%lf\\n", x); fprintf(stderr, "done\\n"); return 0; }
`;
const ENDED = ['Completed', 'Cancelled', 'Stopped'];
const ABSENT = Symbol('a family that is not here');

class Operations {
  readonly #http: AxiosInstance;
  /** The client for signed URLs, which are requested without the key. */
  readonly #plain: AxiosInstance;
  readonly #host: Host;
  readonly outcomes: Outcome[] = [];

  constructor(host: Host) {
    this.#host = host;
    const settings = {
      validateStatus: () => true,
      ...(host.fetch && { adapter: 'fetch' as const, env: { fetch: host.fetch } }),
    };
    this.#plain = axios.create(settings);
    this.#http = axios.create({ ...settings, baseURL: host.base, headers: { Authorization: host.key } });
  }

  /** Calls one operation, records the outcome, and returns the response data. */
  async ask(
    operation: string,
    [method, url, data, params]: readonly [method: string, url: string, data?: unknown, params?: object],
    shape: Shape | typeof ABSENT,
  ): Promise<Answer> {
    const sent = { ...(data !== undefined && { data }), ...(params && { params }) };
    const response = await this.#http.request({ method, url, ...sent });
    const { status, data: answer } = response;
    if (shape === ABSENT) {
      const isNamed = status === 501 && answer.code === 'not-supported' && answer.message.length > 20;
      this.note(operation, isNamed ? '501' : `${status} ${JSON.stringify(answer)}`);
      return answer;
    }
    const wrong = status < 300 ? maybeMismatch(answer, shape) : `${status} ${JSON.stringify(answer)}`;
    this.note(operation, wrong ?? 'typed');
    return answer;
  }

  note(operation: string, outcome: string): void {
    this.outcomes.push({ operation, outcome });
  }

  async check(operation: string, work: () => Promise<string | undefined>): Promise<void> {
    this.note(operation, (await work().catch((error: Error) => error.message)) ?? 'typed');
  }

  /** Waits for a job as clients do: listens, and polls once after the subscription is confirmed. */
  async waitFor(kind: 'build' | 'task', id: string, userId: string): Promise<string> {
    const { realtime: address, key, WebSocket } = this.#host;
    const client = new RealtimeClient({ address, key, WebSocket });
    await client.connect();
    try {
      const job = { channel: `${kind}-status/${userId.replace('usr_', '')}`, id };
      return await client.waitFor(job, async () => (await this.#http.get(`/${kind}s/${id}`)).data.Status);
    } finally {
      client.close();
    }
  }

  /** Downloads the bytes behind a signed URL, without a key. */
  async download(url: string): Promise<string> {
    const { data } = await this.#plain.get(url, { responseType: 'text' });
    return String(data);
  }

  put(url: string, data: string): Promise<{ status: number }> {
    return this.#plain.put(url, data, { headers: { 'Content-Type': 'application/octet-stream' } });
  }

  get hasBodyWithGet(): boolean {
    return this.#host.hasBodyWithGet;
  }
}

async function checkAccount(o: Operations): Promise<string> {
  await o.ask('health.getOverallHealth', ['get', '/health'], types.health);
  const { UserID } = await o.ask('users.me', ['get', 'users/me'], types.user);
  const own = `/users/${UserID}`;
  await o.ask('users.getOne', ['get', own], types.user);
  const Preferences = { Editor_Theme: 'dark' };
  await o.ask('users.update', ['patch', own, { Preferences }], { Preferences: types.preferences });
  await o.ask('users.delete', ['delete', own], ABSENT);
  await o.ask('users.getCustomization', ['get', `${own}/customization`], ABSENT);
  await o.ask('users.getLogs', ['get', `${own}/logs`, undefined, { limit: 5 }], ABSENT);
  await o.ask('users.logoutAllSessions', ['post', `${own}/logout-all-sessions`], ABSENT);
  o.note('datasources.getCloudStorage', UserID.startsWith('usr_') ? 'typed' : UserID);
  const made = await o.ask('keys.create', ['post', '/keys', { Name: 'k', ValidUntil: null }], {
    ...types.key,
    Key: 'string',
  });
  if (!/^scce_[a-f0-9_]+$/.test(made.Key)) o.note('keys.create', `the key is ${made.Key}`);
  await o.ask('keys.list', ['get', '/keys'], types.list('Keys', types.key));
  await o.ask('keys.delete', ['delete', `/keys/${made.KeyID}`], types.message);
  return UserID;
}

async function checkCores(o: Operations): Promise<void> {
  const wish = {
    Name: 'mine',
    Class: 'C0',
    Precision: 64,
    MemorySize: 1_000_000,
    Microarchitecture: 'Zurich',
    CorrelationTracking: 'Disable',
  };
  const { CoreID } = await o.ask('cores.create', ['post', '/cores', wish], types.core);
  await o.ask('cores.list', ['get', '/cores', undefined, { default: true }], types.list('Cores', types.core));
  await o.ask('cores.getOne', ['get', `/cores/${CoreID}`], types.core);
  await o.ask('cores.update', ['patch', `/cores/${CoreID}`, wish], types.message);
  await o.ask('cores.delete', ['delete', `/cores/${CoreID}`], types.message);
}

async function checkStorage(o: Operations): Promise<void> {
  const path = '/files/data/input.csv';
  const { upload_url } = await o.ask('files.upload', ['put', path, null, { size: 4 }], {
    message: 'string',
    upload_url: 'string',
  });
  const { status } = await o.put(upload_url, '1,2\n');
  if (status !== 200) o.note('files.upload', `the upload got ${status}`);
  await o.ask('files.list', ['get', '/files', undefined, { path: 'data' }], {
    count: 'number',
    items: [types.file],
  });
  await o.ask('files.get', ['get', path], types.file);
  const { download_url } = await o.ask('files.get(download)', ['get', path, undefined, { download: true }], {
    download_url: 'string',
  });
  const bytes = await o.download(download_url);
  if (bytes !== '1,2\n') o.note('files.get(download)', `the bytes are ${bytes}`);
  await o.ask('files.createDirectory', ['put', '/files/folder', null, { directory: true }], types.message);
  await o.ask('files.delete', ['delete', path], types.message);
  const bucket = { Name: 'b', Account: 'a', MountPath: '/test/path', Read: true, Write: true };
  const { BucketID } = await o.ask('buckets.create', ['post', '/buckets', bucket], types.bucket);
  const buckets = { user_id: 'string', bucket_ids: ['string'], bucket_count: 'number' } as const;
  await o.ask('buckets.list', ['get', '/buckets'], buckets);
  await o.ask('buckets.getOne', ['get', `/buckets/${BucketID}`], types.bucket);
  await o.ask('buckets.update', ['patch', `/buckets/${BucketID}`, { Name: 'c' }], types.message);
  await o.ask('buckets.delete', ['delete', `/buckets/${BucketID}`], types.message);
  const source = { Object: 'DataSource', ResourceID: BucketID, ResourceType: 'Bucket', Location: '/data' };
  const drive = { Name: 'd', DataSources: [source] };
  const { DriveID } = await o.ask('drives.create', ['post', '/drives', drive], types.drive);
  const drives = { user_id: 'string', drive_ids: ['string'], drive_count: 'number' } as const;
  await o.ask('drives.list', ['get', '/drives'], drives);
  await o.ask('drives.getOne', ['get', `/drives/${DriveID}`], types.drive);
  await o.ask('drives.update', ['patch', `/drives/${DriveID}`, { Name: 'e' }], types.message);
  await o.ask('drives.delete', ['delete', `/drives/${DriveID}`], types.message);
}

const newBuild = (o: Operations, body: object) =>
  o.ask(
    'builds.createFromSourceCode',
    ['post', '/sourcecode/builds', { Code: CODE, Language: 'C', ...body }],
    {
      BuildID: 'string',
    },
  );

async function checkBuilds(o: Operations, userId: string): Promise<string> {
  const { BuildID } = await newBuild(o, { Arguments: '', DataSources: [] });
  const own = `/builds/${BuildID}`;
  await o.check('builds.waitForBuild', async () => {
    const status = await o.waitFor('build', BuildID, userId);
    return status === 'Completed' ? undefined : status;
  });
  await o.check('builds.waitForBuildAndGetOutputs', async () =>
    ENDED.includes(await o.waitFor('build', BuildID, userId)) ? undefined : 'it has not ended',
  );
  await o.ask('builds.getOne', ['get', own], types.endedBuild);
  await o.ask('builds.getStatus', ['get', own], { Status: 'string' });
  const builds = types.list('Builds', types.sourceBuild);
  await o.ask('builds.list', ['get', '/builds', undefined, { status: ['Completed', 'Stopped'] }], builds);
  const short = types.list('Builds', types.summary('BuildID'));
  await o.ask('builds.listSummary', ['get', '/builds', undefined, { noexpand: true, limit: 500 }], short);
  await o.ask('builds.updateOne', ['patch', own, { IsPublic: true }], {
    ...(types.sourceBuild as object),
    IsPublic: 'boolean',
  });
  await o.ask('builds.getOutputs', ['get', `${own}/outputs`], { Build: 'string' });
  await o.ask('builds.getBinary', ['get', `${own}/binary`], { url: 'string' });
  const variables: Shape = { BuildID: 'string', Variables: ['any'], Count: 'number' };
  await o.ask('builds.getVariables', ['get', `${own}/variables`], variables);
  const other = await newBuild(o, { Code: `${CODE}/* another */\n` });
  await o.ask('builds.cancel', ['post', `/builds/${other.BuildID}/cancel`], 'any');
  await o.ask('builds.deleteOne', ['delete', `/builds/${other.BuildID}`], 'any');
  return BuildID;
}

async function checkTasks(o: Operations, buildId: string, userId: string): Promise<string> {
  const create = ['post', `/builds/${buildId}/tasks`, { Arguments: '' }] as const;
  const { TaskID } = await o.ask('tasks.createTask', create, { TaskID: 'string' });
  const own = `/tasks/${TaskID}`;
  await o.check('tasks.waitForTask', async () => {
    const status = await o.waitFor('task', TaskID, userId);
    return status === 'Completed' ? undefined : status;
  });
  await o.ask('tasks.getOne', ['get', own], types.endedTask);
  await o.ask('tasks.getStatus', ['get', own], { Status: 'string' });
  await o.ask(
    'tasks.list',
    ['get', '/tasks', undefined, { status: 'Completed' }],
    types.list('Tasks', types.endedTask),
  );
  const short = types.list('Tasks', types.summary('TaskID'));
  await o.ask('tasks.listSummary', ['get', '/tasks', undefined, { noexpand: true }], short);
  await o.ask('builds.listTasks', ['get', `/builds/${buildId}/tasks`], {
    BuildID: 'string',
    Tasks: [types.endedTask],
    Count: 'number',
  });
  const outputs: Shape = { Stdout: 'string', Stderr: 'string', StdoutChunks: ['string'] };
  await o.ask('tasks.getOutputURLs', ['get', `${own}/outputs`], outputs);
  const stdout = await o.ask('tasks.getOutput', ['get', `${own}/output/Stdout`], 'string');
  const second = await o.ask('tasks.createTask', create, { TaskID: 'string' });
  await o.ask('tasks.cancel', ['post', `/tasks/${second.TaskID}/cancel`], 'any');
  await o.ask('tasks.deleteOne', ['delete', `/tasks/${second.TaskID}`], 'any');
  return String(stdout).trim();
}

async function checkValues(o: Operations, ux: string, userId: string): Promise<void> {
  const query = { count: 10, ...(o.hasBodyWithGet ? {} : { payload: ux }) };
  const body = o.hasBodyWithGet ? { payload: ux } : undefined;
  await o.ask('samples.getSamplesFromUx', ['get', '/samples', body, query], types.samples);
  const limits = { xLimMin: 0, xAxisLabel: 'x', fullResolution: true };
  await o.ask('plotting.plot', ['post', '/plot', { payload: ux }, limits], types.plot);
  const cores = await o.ask('cores.list', ['get', '/cores', undefined, { default: true }], 'any');
  const { CoreID } = cores.Cores.find(({ Name }: { Name: string }) => Name === 'C0-Reference');
  const { BuildID } = await newBuild(o, { CoreID });
  await o.waitFor('build', BuildID, userId);
  const create = ['post', `/builds/${BuildID}/tasks`, { Runs: 100 }] as const;
  const { TaskID } = await o.ask('tasks.createTask', create, { TaskID: 'string' });
  await o.waitFor('task', TaskID, userId);
  const text = await o.ask('tasks.getOutput', ['get', `/tasks/${TaskID}/output/Stdout`], 'string');
  const value = `/tasks/${TaskID}/values/${/val_[0-9a-f]+/.exec(text)?.[0]}`;
  await o.ask('samples.getSamples', ['get', `${value}/samples`, undefined, { count: 10 }], types.samples);
  await o.ask('plotting.plotValue', ['post', `${value}/plot`, undefined, { xLimMax: 5 }], types.plot);
}

async function checkRepositories(o: Operations): Promise<void> {
  const config = {
    RemoteURL: 'https://github.com/haze-test/does-not-exist',
    Commit: 'HEAD',
    Branch: '',
    BuildDirectory: 'src',
    Arguments: '',
  };
  const { RepositoryID } = await o.ask(
    'repositories.connect',
    ['post', '/repositories', config],
    types.repository,
  );
  const own = `/repositories/${RepositoryID}`;
  await o.ask('repositories.list', ['get', '/repositories'], types.list('Repositories', types.repository));
  await o.ask('repositories.getOne', ['get', own], types.repository);
  await o.ask('repositories.update', ['patch', own, { Branch: 'main' }], types.repository);
  const create = ['post', `${own}/builds`, { Arguments: '' }, { DiscoverVariables: true }] as const;
  const { BuildID } = await o.ask('builds.createFromRepository', create, { BuildID: 'string' });
  await o.ask('repositories.getBuilds', ['get', `${own}/builds`], {
    RepositoryID: 'string',
    Builds: [types.repositoryBuild],
    Count: 'number',
  });
  await o.ask('builds.cancel', ['post', `/builds/${BuildID}/cancel`], 'any');
  await o.ask('repositories.disconnect', ['delete', own], 'any');
  const again = await o.ask('repositories.connect', ['post', '/repositories', config], types.repository);
  await o.ask('repositories.delete', ['delete', `/repositories/${again.RepositoryID}`], 'any');
}

async function checkWebhooks(o: Operations): Promise<void> {
  const wish = { url: 'http://localhost:9/hook', events: ['build-count'], description: 'd' };
  const { webhookId } = await o.ask('webhooks.create', ['post', '/webhooks', wish], types.newWebhook);
  const own = `/webhooks/${webhookId}`;
  const all: Shape = { webhooks: [types.webhook], count: 'number' };
  for (const name of ['list', 'getByStatus', 'getActive', 'getDisabled', 'getByEventType', 'getStats']) {
    await o.ask(`webhooks.${name}`, ['get', '/webhooks'], all);
  }
  await o.ask('webhooks.getOne', ['get', own], types.webhook);
  const changes: [string, object][] = [
    ['update', { description: 'e' }],
    ['disable', { status: 'disabled' }],
    ['enable', { status: 'active' }],
    ['updateUrl', { url: 'http://127.0.0.1:9/' }],
    ['updateEvents', { events: ['task-status'] }],
    ['addEvents', { events: ['task-status', 'task-stats'] }],
    ['removeEvents', { events: ['task-stats'] }],
  ];
  for (const [name, change] of changes) await o.ask(`webhooks.${name}`, ['put', own, change], types.webhook);
  await o.ask('webhooks.delete', ['delete', own], 'any');
}

async function checkAbsentFamilies(o: Operations, userId: string): Promise<void> {
  const integration = `/users/${userId}/integrations/github`;
  const operations: [string, string, string][] = [
    ['things.list', 'get', '/things'],
    ['things.getOne', 'get', '/things/thg_1'],
    ['things.update', 'patch', '/things/thg_1'],
    ['things.getFiles', 'get', '/things/thg_1/files'],
    ['subscriptions.get', 'get', '/subscriptions'],
    ['subscriptions.update', 'put', '/subscriptions'],
    ['github.getIntegration', 'get', integration],
    ['github.createOrUpdateIntegration', 'put', integration],
    ['github.deleteIntegration', 'delete', integration],
    ['github.proxyRequest', 'get', '/proxy/github/user/repos'],
    ['organizations.get', 'get', '/organizations/org_1'],
    ['organizations.create', 'post', '/organizations'],
    ['organizations.listUsers', 'get', '/organizations/org_1/users'],
    ['organizations.inviteUser', 'post', '/organizations/org_1/users'],
    ['organizations.updateUserRole', 'patch', '/organizations/org_1/users/usr_1'],
    ['organizations.removeUser', 'delete', '/organizations/org_1/users/usr_1'],
    ['organizations.listInvitations', 'get', '/organizations/invitations'],
  ];
  for (const [name, method, path] of operations) await o.ask(name, [method, path], ABSENT);
}

/** Calls every operation, and returns the outcome of each, or the worst outcome if an operation is repeated. */
export async function runPublishedOperations(host: Host): Promise<Outcome[]> {
  const o = new Operations(host);
  const userId = await checkAccount(o);
  await checkCores(o);
  await checkStorage(o);
  const ux = await checkTasks(o, await checkBuilds(o, userId), userId);
  await checkValues(o, ux, userId);
  await checkRepositories(o);
  await checkWebhooks(o);
  await checkAbsentFamilies(o, userId);
  const worst = new Map<string, string>();
  for (const { operation, outcome } of o.outcomes) {
    const known = worst.get(operation);
    if (known === undefined || known === 'typed') worst.set(operation, outcome);
  }
  return [...worst].map(([operation, outcome]) => ({ operation, outcome }));
}
