// A client with the requests and events of the web applications that the service generates for a repository. It
// connects the repository if necessary, finds its latest build, builds, runs with the account's storage, and waits only
// for events, without polling. Written from the observed behaviour of the applications, without access to their code.
import { type Answer, call, type Host, type LivingHost, must } from './host.ts';
import { importRepository } from './recorded-rows.ts';

const REMOTE = 'https://github.com/generated/application';
const CORE_ID = 'cor_b852539c8ffd5a40a2688a0b29e344b5';
const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(int count, char **words) {
  printf("{\\"plots\\": [\\"%lf\\"], \\"words\\": %d}\\n", UxHwDoubleUniformDist(1, 2), count - 1);
  return words[0] == NULL;
}
`;
/** The period of silence after which the test fails, because the application would wait forever. */
const SILENCE_MS = 240_000;

type Listener = (data: Answer) => void;

interface RawSocket {
  onopen: () => void;
  onmessage: (event: { readonly data: unknown }) => void;
  onerror: () => void;
  send(text: string): void;
  close(): void;
}

interface Authorization {
  readonly host: string;
  readonly authorization: string;
}

/** The application's WebSocket, which uses the key in raw form and acknowledges only the connection. */
class Socket {
  readonly #socket: RawSocket;
  readonly #authorization: Authorization;
  readonly #listeners = new Map<string, Listener>();
  readonly errors: string[] = [];

  private constructor(socket: RawSocket, authorization: Authorization) {
    this.#socket = socket;
    this.#authorization = authorization;
  }

  static async open(host: Host): Promise<Socket> {
    const authorization = { host: new URL(host.realtime).host, authorization: host.key };
    const text = btoa(JSON.stringify(authorization));
    const header = text
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/(?<!=)=+$/, '');
    const raw = new host.WebSocket(host.realtime, [`header-${header}`, 'aws-appsync-event-ws']) as RawSocket;
    const socket = new Socket(raw, authorization);
    await new Promise<void>((resolve, reject) => {
      raw.onopen = () => raw.send(JSON.stringify({ type: 'connection_init' }));
      raw.onmessage = ({ data }) => socket.#hear(JSON.parse(String(data)), resolve);
      raw.onerror = () => reject(new Error('the socket failed'));
    });
    return socket;
  }

  #hear(message: Answer, acknowledge: () => void): void {
    if (message.type === 'connection_ack') acknowledge();
    else this.#listeners.get(message.id)?.(message.event ? JSON.parse(message.event).data : undefined);
    if (message.type.includes('error')) this.errors.push(JSON.stringify(message));
  }

  /**
   * Resolves with the data from the first matching event on a channel. `make` runs once the subscription has been sent.
   */
  until(channel: string, make: () => Promise<void>, isWanted: (data: Answer) => boolean): Promise<Answer> {
    const id = crypto.randomUUID();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no event on ${channel}`)), SILENCE_MS);
      const seen: Answer[] = [];
      let isMade = false;
      const look = () => {
        const found = isMade ? seen.find((data) => data && isWanted(data)) : undefined;
        if (!found) return;
        clearTimeout(late);
        this.#socket.send(
          JSON.stringify({ id, type: 'unsubscribe', channel, authorization: this.#authorization }),
        );
        this.#listeners.delete(id);
        resolve(found);
      };
      this.#listeners.set(id, (data) => {
        seen.push(data);
        look();
      });
      const subscription = { id, type: 'subscribe', channel, authorization: this.#authorization };
      this.#socket.send(JSON.stringify(subscription));
      make().then(() => {
        isMade = true;
        look();
      }, reject);
    });
  }

  close(): void {
    this.#socket.close();
  }
}

async function connectRepository(host: Host): Promise<string> {
  const { answer: listed } = await call(host, 'GET', '/repositories');
  const known = listed.Repositories.find(({ RemoteURL }: Answer) => RemoteURL === REMOTE);
  if (known) return known.RepositoryID;
  const config = { RemoteURL: REMOTE, Commit: 'HEAD', Branch: '', BuildDirectory: 'src', Arguments: '' };
  const made = await call(host, 'POST', '/repositories', { ...config, Core: CORE_ID });
  must(made.status === 201, `a repository was answered ${made.status} ${JSON.stringify(made.answer)}`);
  return made.answer.RepositoryID;
}

/** Goes through the application's steps from startup to the value that it draws. */
export async function checkGeneratedApplication(host: LivingHost): Promise<void> {
  await importRepository(host, REMOTE, { 'src/main.c': PROGRAM });
  const socket = await Socket.open(host);
  try {
    const { UserID } = (await call(host, 'GET', '/users/me')).answer;
    const user = UserID.split('_')[1];
    const repository = await connectRepository(host);
    must((await connectRepository(host)) === repository, 'a connected repository is connected again');
    const builds = `/repositories/${repository}/builds`;
    must((await call(host, 'GET', builds)).answer.Builds.length === 0, 'a new repository has builds');
    let build = '';
    const built = await socket.until(
      `build-status/${user}`,
      async () => {
        build = (await call(host, 'POST', builds, { CoreID: CORE_ID })).answer.BuildID;
      },
      ({ buildId, status }) => buildId === build && ['Completed', 'Stopped'].includes(status),
    );
    must(built.status === 'Completed', `the build is ${JSON.stringify(built)}`);
    const [latest] = (await call(host, 'GET', builds)).answer.Builds;
    must(
      latest.BuildID === build && latest.UpdatedAt > 1e12,
      `the latest build is ${JSON.stringify(latest)}`,
    );
    const ResourceID = `service-cloud-storage:/${UserID}`;
    const DataSources = [{ Location: 'sd0', ResourceID, ResourceType: 'ServiceCloudStorage' }];
    let task = '';
    const ended = await socket.until(
      `task-status/${user}`,
      async () => {
        const sent = await call(host, 'POST', `/builds/${build}/tasks`, { Arguments: '-a 1', DataSources });
        must(sent.status === 202, `a task was answered ${sent.status} ${JSON.stringify(sent.answer)}`);
        task = sent.answer.TaskID;
      },
      ({ taskId, status }) => taskId === task && ['Completed', 'Stopped'].includes(status),
    );
    must(ended.status === 'Completed' && ended.updatedAt, `the task is ${JSON.stringify(ended)}`);
    const { answer: output } = await call(host, 'GET', `/tasks/${task}/output/Stdout`);
    const { plots, words } = typeof output === 'string' ? JSON.parse(output) : output;
    must(/^1\.5\d*Ux04/.test(plots[0]) && words === 2, `the output is ${JSON.stringify(output)}`);
    must(socket.errors.length === 0, socket.errors.join());
  } finally {
    socket.close();
  }
}
