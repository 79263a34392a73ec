// Documented sample flows, replayed by a page to demonstrate a client. Each step consists of a sentence and one real
// request. The caller makes the requests and sets the delays between polls.
import { HazeError } from '../../errors/haze-error.ts';

/** A request in a flow, and its result. */
export interface FlowStep {
  /** The step's purpose. */
  readonly sentence: string;
  readonly method: string;
  /** Path relative to the base URL, or a complete signed URL. */
  readonly path: string;
  readonly status: number;
}

export interface FlowContext {
  /** Makes a request with the account's key; `path` is relative to the base URL. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Downloads from a signed URL, without a key. */
  download(url: string): Promise<Response>;
  /** Waits before polling a job again. */
  pause(timeMs: number): Promise<void>;
  /** Called after each step with its response. */
  onStep(step: FlowStep): void;
}

export interface SampleFlow {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  /**
   * Returns the flow's result: a program's output, a log, or a value's samples.
   * @throws HazeError `flow-failed` if a response is not what the flow needs
   */
  run(context: FlowContext): Promise<string>;
}

const SAMPLE_SOURCE = `#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double speed = UxHwDoubleGaussDist(29.0, 0.3);
  printf("%lf\\n", speed * speed);
  return 0;
}
`;

export const SAMPLE_FLOWS: readonly SampleFlow[] = [
  {
    name: 'basic',
    title: 'Build and run',
    sentence:
      'A build from source code, a task on it, and its output through signed URLs; polls every two seconds.',
    run: runBasicFlow,
  },
  {
    name: 'back-off',
    title: 'Poll with back-off',
    sentence:
      'The same, with polling intervals that double from one second to thirty, and the stream read directly.',
    run: runBackOffFlow,
  },
  {
    name: 'chunks',
    title: 'Output in chunks',
    sentence:
      'Standard output piece by piece: each URL in StdoutChunks returns one piece, compressed with gzip.',
    run: runChunkFlow,
  },
  {
    name: 'failed-build',
    title: 'A build that fails',
    sentence: 'A program that does not compile: the build ends as Stopped, and its outputs contain the log.',
    run: runFailedBuildFlow,
  },
  {
    name: 'samples',
    title: 'From Ux text to samples',
    sentence:
      'A value printed by a program goes back to the service, which draws samples from its distribution.',
    run: runSampleFlow,
  },
];

const TERMINAL = ['Completed', 'Cancelled', 'Stopped'];
const everyTwoSeconds = () => 2000;
const doubling = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

// biome-ignore lint/suspicious/noExplicitAny: a client reads responses field by field
type Answer = any;

class Flow {
  readonly #context: FlowContext;

  constructor(context: FlowContext) {
    this.#context = context;
  }

  async ask(sentence: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.#request(sentence, method, path, body);
    return response.json();
  }

  async readText(sentence: string, path: string): Promise<string> {
    return (await this.#request(sentence, 'GET', path)).text();
  }

  async download(sentence: string, url: string): Promise<Response> {
    const response = await this.#context.download(url);
    return this.#take(sentence, 'GET', url, response);
  }

  /** Polls until the status is final. */
  async poll(path: string, pauseMs: (attempt: number) => number): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const record = await this.ask(attempt === 0 ? 'Poll its status.' : 'Poll again.', 'GET', path);
      if (TERMINAL.includes(record.Status)) return record;
      await this.#context.pause(pauseMs(attempt));
    }
  }

  async #request(sentence: string, method: string, path: string, body?: unknown): Promise<Response> {
    return this.#take(sentence, method, path, await this.#context.call(method, path, body));
  }

  async #take(sentence: string, method: string, path: string, response: Response): Promise<Response> {
    this.#context.onStep({ sentence, method, path, status: response.status });
    if (response.ok) return response;
    const text = await response.text();
    throw new HazeError('flow-failed', `${method} ${path} answered ${response.status}: ${text}`);
  }
}

/** Builds and runs the sample program; returns the task's ID. */
async function runProgram(flow: Flow, pauseMs: (attempt: number) => number): Promise<string> {
  const wish = { Code: SAMPLE_SOURCE, Language: 'C' };
  const build = await flow.ask('Create a build from source code.', 'POST', '/sourcecode/builds', wish);
  const built = await flow.poll(`/builds/${build.BuildID}`, pauseMs);
  requireCompleted(built);
  const task = await flow.ask('Create a task for the build.', 'POST', `/builds/${build.BuildID}/tasks`, {});
  requireCompleted(await flow.poll(`/tasks/${task.TaskID}`, pauseMs));
  return task.TaskID;
}

function requireCompleted(record: Answer): void {
  if (record.Status === 'Completed') return;
  const message = record.StatusTransitions?.at(-1)?.Message ?? 'no reason was given';
  throw new HazeError('flow-failed', `The job ended as ${record.Status}: ${message}.`);
}

async function runBasicFlow(context: FlowContext): Promise<string> {
  const flow = new Flow(context);
  const taskId = await runProgram(flow, everyTwoSeconds);
  const { Stdout } = await flow.ask('Request the URLs of its output.', 'GET', `/tasks/${taskId}/outputs`);
  return (await flow.download('Read its output; a signed URL needs no key.', Stdout)).text();
}

async function runBackOffFlow(context: FlowContext): Promise<string> {
  const flow = new Flow(context);
  const taskId = await runProgram(flow, doubling);
  return flow.readText('Read the stream itself.', `/tasks/${taskId}/output/Stdout`);
}

async function runChunkFlow(context: FlowContext): Promise<string> {
  const flow = new Flow(context);
  const taskId = await runProgram(flow, everyTwoSeconds);
  const { StdoutChunks } = await flow.ask(
    'Request the URLs of its output.',
    'GET',
    `/tasks/${taskId}/outputs`,
  );
  let text = '';
  for (const url of StdoutChunks as readonly string[]) {
    const chunk = await flow.download('Read the next chunk and decompress it.', url);
    text += await new Response(chunk.body!.pipeThrough(new DecompressionStream('gzip'))).text();
  }
  return text;
}

async function runFailedBuildFlow(context: FlowContext): Promise<string> {
  const flow = new Flow(context);
  const wish = { Code: 'int main(void) { return missing; }\n', Language: 'C' };
  const { BuildID } = await flow.ask(
    'Create a build of a broken program.',
    'POST',
    '/sourcecode/builds',
    wish,
  );
  await flow.poll(`/builds/${BuildID}`, everyTwoSeconds);
  const { Build } = await flow.ask('Request the URL of its log.', 'GET', `/builds/${BuildID}/outputs`);
  return (await flow.download('Read the log.', Build)).text();
}

async function runSampleFlow(context: FlowContext): Promise<string> {
  const flow = new Flow(context);
  const taskId = await runProgram(flow, everyTwoSeconds);
  const printed = await flow.readText('Read the stream itself.', `/tasks/${taskId}/output/Stdout`);
  const wish = { payload: printed.trim() };
  const { Samples } = await flow.ask('Draw samples from the value.', 'POST', '/samples?count=5', wish);
  return (Samples as readonly number[]).join('\n');
}
