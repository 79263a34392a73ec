// The three sample flows from the interface document, written as a client of the service would write them, with both
// axios and fetch. They run in both Node and pages, and do not depend on the service's location.
import axios from 'axios';

/** A response in a flow: its status code, its headers by lower-case name, and its body, parsed if it is JSON. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: clients read responses field by field
  readonly data: any;
}

export interface Client {
  get(url: string, headers?: Record<string, string>): Promise<Reply>;
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  getBytes(url: string): Promise<Uint8Array>;
}

/** A client that uses `fetch`, such as the platform's own. */
export function createFetchClient(send: typeof fetch): Client {
  const read = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('application/json') ?? false;
    return { status: response.status, data: isJson ? JSON.parse(text) : text };
  };
  return {
    get: async (url, headers = {}) => read(await send(url, { headers })),
    post: async (url, body, headers = {}) =>
      read(
        await send(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      ),
    getBytes: async (url) => new Uint8Array(await (await send(url)).arrayBuffer()),
  };
}

/** A client that uses plain axios, or axios on top of a given `fetch`. */
export function createAxiosClient(send?: typeof fetch): Client {
  const http = axios.create({
    validateStatus: () => true,
    ...(send ? { adapter: 'fetch', env: { fetch: send } } : {}),
  });
  return {
    get: (url, headers = {}) => http.get(url, { headers }),
    post: (url, body, headers = {}) => http.post(url, body, { headers }),
    getBytes: async (url) => new Uint8Array((await http.get(url, { responseType: 'arraybuffer' })).data),
  };
}

export interface Service {
  readonly base: string;
  readonly key: string;
  readonly client: Client;
  /** Called before every request, for example to stop the service between two requests. */
  readonly beforeRequest?: () => Promise<void>;
  /** Factor applied to the polling intervals; 1 if undefined, as in the published samples. */
  readonly waits?: number;
}

/** The results of a flow. */
export interface FlowResult {
  readonly buildStatus: string;
  readonly buildLog: string;
  readonly taskStatus: string;
  readonly stdout: string;
  readonly stderr: string;
}

const TERMINAL = ['Completed', 'Cancelled', 'Stopped'];
const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

class Session {
  readonly #service: Service;
  readonly #headers: Record<string, string>;

  constructor(service: Service) {
    this.#service = service;
    this.#headers = { Authorization: service.key };
  }

  async get(path: string): Promise<Reply> {
    await this.#service.beforeRequest?.();
    return this.#service.client.get(this.#service.base + path, this.#headers);
  }

  async post(path: string, body: unknown, expected: number): Promise<Reply['data']> {
    await this.#service.beforeRequest?.();
    const reply = await this.#service.client.post(this.#service.base + path, body, this.#headers);
    if (reply.status !== expected) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.data)}`);
    return reply.data;
  }

  /** Fetches a signed URL, without a key. */
  async download(url: string): Promise<Uint8Array> {
    await this.#service.beforeRequest?.();
    return this.#service.client.getBytes(url);
  }

  async downloadText(url: string): Promise<string> {
    return new TextDecoder().decode(await this.download(url));
  }

  async poll(path: string, delayMs: (attempt: number) => number): Promise<string> {
    for (let attempt = 0; ; attempt += 1) {
      const reply = await this.get(path);
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.data)}`);
      if (TERMINAL.includes(reply.data.Status)) return reply.data.Status;
      await sleep(delayMs(attempt) * (this.#service.waits ?? 1));
    }
  }
}

export interface Sample {
  readonly code: string;
  /** Defaults to C. */
  readonly language?: string;
  readonly coreId: string;
}

async function runFlow(
  session: Session,
  sample: Sample,
  delayMs: (attempt: number) => number,
): Promise<FlowResult & { taskId: string }> {
  const { code: Code, coreId: CoreID, language: Language = 'C' } = sample;
  const build = await session.post('/sourcecode/builds', { Code, Language, CoreID }, 202);
  const buildStatus = await session.poll(`/builds/${build.BuildID}`, delayMs);
  const outputs = (await session.get(`/builds/${build.BuildID}/outputs`)).data;
  const buildLog = outputs.Build ? await session.downloadText(outputs.Build) : '';
  const empty = { buildStatus, buildLog, taskStatus: '', stdout: '', stderr: '', taskId: '' };
  if (buildStatus !== 'Completed') return empty;
  const task = await session.post(`/builds/${build.BuildID}/tasks`, {}, 202);
  const taskStatus = await session.poll(`/tasks/${task.TaskID}`, delayMs);
  return { ...empty, taskStatus, taskId: task.TaskID };
}

/** The basic sample: polls every two seconds, then downloads stdout from its URL. */
export async function runBasicSample(service: Service, sample: Sample): Promise<FlowResult> {
  const session = new Session(service);
  const { taskId, ...result } = await runFlow(session, sample, () => 2000);
  if (taskId === '') return result;
  const { Stdout, Stderr } = (await session.get(`/tasks/${taskId}/outputs`)).data;
  return {
    ...result,
    stdout: await session.downloadText(Stdout),
    stderr: await session.downloadText(Stderr),
  };
}

/**
 * The longer sample: starts with one second between polls and doubles it up to 30 seconds, then reads the stream
 * itself.
 */
export async function runBackOffSample(service: Service, sample: Sample): Promise<FlowResult> {
  const session = new Session(service);
  const backOff = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);
  const { taskId, ...result } = await runFlow(session, sample, backOff);
  if (taskId === '') return result;
  const list = (await session.get('/tasks/')).data.Tasks as { TaskID: string }[];
  if (!list.some(({ TaskID }) => TaskID === taskId)) throw new Error(`${taskId} is not in the list of tasks`);
  const stdout = (await session.get(`/tasks/${taskId}/output/Stdout`)).data;
  const stderr = (await session.get(`/tasks/${taskId}/output/Stderr`)).data;
  return { ...result, stdout, stderr };
}

/** The sample with chunks: fetches one chunk after another and decompresses each of them. */
export async function runChunkSample(service: Service, sample: Sample): Promise<FlowResult> {
  const session = new Session(service);
  const { taskId, ...result } = await runFlow(session, sample, () => 2000);
  if (taskId === '') return result;
  const { StdoutChunks } = (await session.get(`/tasks/${taskId}/outputs`)).data;
  let stdout = '';
  for (const url of StdoutChunks as string[]) {
    const chunk = await session.download(url);
    const plain = new Blob([chunk as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
    stdout += await new Response(plain).text();
  }
  return { ...result, stdout };
}

/** `C0-S+`, the default core with a published ID. */
export const DEFAULT_CORE_ID = 'cor_b21e4de9927158c1a5b603c2affb8a09';

/** A program that prints a distribution with mean 1.5, and a line on stderr. */
export const SAMPLE: Sample = {
  coreId: DEFAULT_CORE_ID,
  code: `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1.0, 2.0);
  printf("%lf\\n", x);
  fprintf(stderr, "done\\n");
  return 0;
}
`,
};

/** The same sample in Fortran. */
export const FORTRAN_SAMPLE: Sample = {
  coreId: DEFAULT_CORE_ID,
  language: 'Fortran',
  code: `program sample
  use uxhw
  use iso_fortran_env, only: error_unit
  implicit none
  real(8) :: x
  x = ux_uniform(1.0d0, 2.0d0)
  print '(f8.6)', x
  write (error_unit, '(a)') 'done'
end program
`,
};

/** A sample that does not compile. */
export const BROKEN_SAMPLE: Sample = { ...SAMPLE, code: 'int main(void) { return undeclared; }\n' };

/**
 * The sample preceded by the given number of functions, so that it compiles slowly and tests can act in the meantime.
 */
export function longProgram(functions: number): string {
  const texts = Array.from(
    { length: functions },
    (_, i) => `double f${i}(double x, int n) {
  double s = ${i};
  for (int k = 0; k < n; k++) { s += x * k; if (s > 3) s = s / x - k; if (k & 1) s *= x; else s -= x; }
  return s;
}
`,
  );
  return [...texts, SAMPLE.code].join('');
}

/** Prints a line about every tenth of a second, until `seconds` seconds have passed. */
export function slowSample(seconds: number): Sample {
  const code = `#include <stdio.h>
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
int main(void) {
  double start = now();
  for (int line = 0; line < ${seconds * 10}; line++) {
    while (now() - start < 0.1 * (line + 1)) {}
    printf("line %d\\n", line);
    fflush(stdout);
  }
  return 0;
}
`;
  return { ...SAMPLE, code };
}
