// Responses of the real service, row by row from the recorded facts. Each row is a named check that runs on each host
// of the service. The rows for one host share one build, one task and one repository.
import { strToU8, zipSync } from 'fflate';
import plain from '../recordings/plain.json' with { type: 'json' };
import recordedTask from '../recordings/task.json' with { type: 'json' };
import uniform from '../recordings/uniform.json' with { type: 'json' };
import { type Answer, call, type Host, type LivingHost, must } from './host.ts';
import { RealtimeClient } from './realtime-client.ts';

const SMALL_PLUS = 'cor_b21e4de9927158c1a5b603c2affb8a09';
const REMOTE = 'https://github.com/recorded/settings';
const LEAST_MS = 1e12;
/** The maximum delay between a job's completion and its event. */
const EVENT_MS = 20_000;

/**
 * Prints the value from uniform.json without an argument, the value from plain.json with one argument, and all new
 * files with two arguments.
 */
const PROGRAM = `#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

static void say(const char *what, double got, double mean) {
  printf("%s %s\\n", fabs(UxHwDoubleNthMoment(got, 1) - mean) < 0.03 * (1 + fabs(mean)) ? "ok" : "LOST", what);
}
static void positive(void *unused, double *input, size_t inputs, double *output, size_t outputs) {
  (void)unused;
  for (size_t i = 0; i < outputs; ++i) output[i] = input[i % inputs] > 0 ? input[i % inputs] : 0;
}
static void positiveSingle(void *unused, float *input, size_t inputs, float *output, size_t outputs) {
  (void)unused;
  for (size_t i = 0; i < outputs; ++i) output[i] = input[i % inputs] > 0 ? input[i % inputs] : 0;
}
static void step(void *rate, double **path, size_t index, size_t states) {
  path[index][states - 1] = (index ? path[index - 1][0] : 0) + *(double *)rate;
}
static bool grow(void *limit, double **path, size_t index, size_t states) {
  path[index][states - 1] = index ? path[index - 1][0] * 2 : 1;
  return path[index][0] >= *(double *)limit;
}

int main(int count, char **words) {
  double x = UxHwDoubleUniformDist(0.05, 0.07);
  if (count == 1) return printf("%lf\\n", 100000 * (1 + x)) < 0;
  if (count == 2) return printf("%.2f\\n", atof(words[1])) < 0;
  double g = UxHwDoubleGaussDist(0, 1), out[1] = {0}, pair[2] = {g, g + 1}, copies[2];
  UxHwDoublePropagateFunction(positive, NULL, &g, 1, out, 1);
  say("PropagateFunction", out[0], 0.398942);
  float single = UxHwFloatGaussDist(0, 1), singleOut[1];
  UxHwFloatPropagateFunction(positiveSingle, NULL, &single, 1, singleOut, 1);
  say("PropagateFunction of float", singleOut[0], 0.398942);
  double rate = UxHwDoubleUniformDist(1, 3), rows[3][1], *path[] = {rows[0], rows[1], rows[2]}, **paths[] = {path};
  void *rates[] = {&rate};
  UxHwDoubleGeneratePath(rates, 1, 3, 1, step, paths);
  say("GeneratePath", rows[2][0], 6);
  double limit = UxHwDoubleUniformDist(1, 4), end[1] = {0}, *ends[] = {end};
  void *limits[] = {&limit};
  UxHwDoubleGenerateConvergingPath(limits, 1, 9, 1, grow, ends);
  say("GenerateConvergingPath", end[0], 10 / 3.0);
  UxHwDoubleGetIndependentJointMultidimensionalCopy(pair, copies, 2);
  say("GetIndependentJointMultidimensionalCopy", copies[1] - copies[0], 1);
  double u = UxHwDoubleUniformDist(0, 1), least[1], arguments[1] = {u};
  double lowest = UxHwDoubleArgmin((u - 0.5) * (u - 0.5), arguments, 1, least);
  printf("%s Argmin\\n", fabs(lowest) < 0.02 && fabs(least[0] - 0.5) < 0.2 ? "ok" : "LOST");
  lowest = UxHwDoubleArgminTotallyCorrelatedInputs((u - 0.5) * (u - 0.5), arguments, 1, least);
  printf("%s ArgminTotallyCorrelatedInputs\\n", fabs(lowest) < 0.02 && fabs(least[0] - 0.5) < 0.2 ? "ok" : "LOST");
  out[0] = 7;
  UxHwDoublePropagateFunction(positive, NULL, NULL, 1, out, 1);
  UxHwDoubleGeneratePath(rates, 0, 3, 1, step, paths);
  printf("%s nothing is done\\n", out[0] == 7 ? "ok" : "LOST");
  return 0;
}
`;
const NEW_FUNCTIONS = 8;

const CORES: readonly (readonly [name: string, id: string, precision: number])[] = [
  ['C0Pro-M+', 'b852539c8ffd5a40a2688a0b29e344b5', 128],
  ['C0-microSD-N', '271d544c73a8544d9026252652342972', 16],
  ['C0-microSD-N+', 'c1cde893b0d75bb6a8941e9caf90f2a6', 16],
  ['C0-microSD-XS', '808bbbb9932c5d29a58370a1ec9a859f', 32],
  ['C0-microSD-XS+', '3d8dfc5d4f305e16b867716fe6aba1e9', 32],
  ['C0-microSD-plus-N', '1faf6bb2d7d5522ea7fa8d0abb5f8287', 16],
  ['C0-microSD-plus-N+', '47178d2437f95276961d2b1311f6efb7', 16],
  ['C0-microSD-plus-XS', 'fec16af93c525850a49abe6ddbe9a434', 32],
  ['C0-microSD-plus-XS+', '28cfadb7a9535ddf9dffbdeaa41b0f20', 32],
  ['C0-microSD-plus-S', 'b4bca7fa91c95e17bba1c210d2485eb1', 64],
  ['C0-microSD-plus-S+', 'b3d7e24ecca45da7b3752304e1230f02', 64],
  ['C0-SD-N', '619f4edfb5105bb39dd50c115c2796d2', 16],
  ['C0-SD-N+', 'bc2312a696d356d3bab92ff5fbfe7520', 16],
  ['C0-SD-XS', 'aeafaef723f156f898e5826c9c4631bf', 32],
  ['C0-SD-XS+', 'ee31a158687a5c3c85f13f9000937ad2', 32],
  ['C0-SD-S', 'd446925a40fc53ec90b805c7cea736f9', 64],
  ['C0-SD-S+', 'a378e7ea331e53ed83f760bbe2c6a04c', 64],
];

/** A public build of the program, for the rows of one host. */
class Scene {
  readonly host: LivingHost;
  readonly user: string;
  /** The build's record at creation and after completion. */
  readonly created: Answer;
  readonly build: Answer;

  private constructor(host: LivingHost, user: string, created: Answer, build: Answer) {
    this.host = host;
    this.user = user;
    this.created = created;
    this.build = build;
  }

  static readonly #opened = new WeakMap<LivingHost, Promise<Scene>>();

  static of(host: LivingHost): Promise<Scene> {
    const opened = Scene.#opened.get(host) ?? Scene.#open(host);
    Scene.#opened.set(host, opened);
    return opened;
  }

  static async #open(host: LivingHost): Promise<Scene> {
    const user = (await call(host, 'GET', '/users/me')).answer.UserID;
    const wish = { Language: 'C', Code: PROGRAM, CoreID: SMALL_PLUS, IsPublic: true };
    const { answer: created } = await call(host, 'POST', '/sourcecode/builds', wish);
    return new Scene(host, user, created, await untilEnded(host, `/builds/${created.BuildID}`));
  }

  /** Runs the build, and returns the task's record and output. */
  async run(words = ''): Promise<{ task: Answer; stdout: string }> {
    const path = `/builds/${this.build.BuildID}/tasks`;
    const { answer } = await call(this.host, 'POST', path, { Arguments: words });
    const task = await untilEnded(this.host, `/tasks/${answer.TaskID}`);
    const printed = await call(this.host, 'GET', `/tasks/${answer.TaskID}/output/Stdout`);
    return { task, stdout: printed.answer };
  }
}

// Lists the members one by one, because in a page's host they are accessors, which a spread would leave out.
function withoutKey({ base, realtime, WebSocket, fetch, hasBodyWithGet }: Host): Host {
  return { base, key: '', realtime, WebSocket, fetch, hasBodyWithGet };
}

export async function untilEnded(host: Host, path: string): Promise<Answer> {
  for (;;) {
    const { status, answer } = await call(host, 'GET', path);
    must(status === 200, `${path} was answered ${status} ${JSON.stringify(answer)}`);
    if (['Completed', 'Stopped', 'Cancelled'].includes(answer.Status)) return answer;
    await wait(50);
  }
}

export function equal(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  must(left === right, `${what} is ${left}, not ${right}`);
}

function mustBeMilliseconds(record: Answer): void {
  const steps = record.StatusTransitions.map(({ Timestamp }: { Timestamp: number }) => Timestamp);
  const times = [record.CreatedAt, record.StartedAt, record.FinishedAt, record.UpdatedAt, ...steps];
  must(
    times.every((time) => Number.isInteger(time) && time > LEAST_MS),
    `times are ${times.join(', ')}`,
  );
}

const bytesOf = (ux: string) => ux.slice(ux.indexOf('Ux')).trim();

/** The mean in a Ux string, read after the type and the 16 digits of the count. */
function meanOf(ux: string): number {
  const [, digits = ''] = /Ux04[0-9A-F]{16}([0-9A-F]{16})/.exec(ux) ?? [];
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${digits}`));
  return view.getFloat64(0);
}

/** Imports a copy of a repository, so that the git host receives no requests. */
export async function importRepository(
  host: Host,
  address: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
  const send = host.fetch ?? fetch;
  const { status } = await send(
    `${host.base}/repositories/imports?RemoteURL=${encodeURIComponent(address)}`,
    {
      method: 'PUT',
      headers: { Authorization: host.key },
      body: zip as Uint8Array<ArrayBuffer>,
    },
  );
  must(status === 201, `the copy of a repository was answered ${status}`);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a public job, and waits for it to finish on its public channel, without a key. */
async function hearPublicly(
  host: Host,
  kind: 'task' | 'build',
  make: () => Promise<{ id: string; ended: Promise<unknown> }>,
): Promise<string> {
  const { realtime: address, WebSocket } = host;
  const client = new RealtimeClient({ address, key: '', WebSocket });
  await client.connect();
  try {
    const { id, ended } = await make();
    const channel = `public-${kind}-status/${id.slice('tsk_'.length)}`;
    const heard = client.waitFor({ channel, id }, async () => '');
    return await Promise.race([heard, ended.then(() => wait(EVENT_MS)).then(() => 'no event')]);
  } finally {
    client.close();
  }
}

type Row = (host: LivingHost) => Promise<void>;

const TASK_ROWS: Readonly<Record<string, Row>> = {
  'times of tasks and builds are epoch milliseconds': async (host) => {
    const scene = await Scene.of(host);
    mustBeMilliseconds((await scene.run()).task);
    mustBeMilliseconds(scene.build);
  },
  'IsPublic and SmallOutput are always present, Object is not, and missing DataSources are []': async (
    host,
  ) => {
    const { task } = await (await Scene.of(host)).run();
    equal(
      [task.IsPublic, task.SmallOutput, task.DataSources, 'Object' in task],
      [false, null, [], false],
      'it',
    );
    const missing = Object.keys(recordedTask).filter((name) => !(name in task));
    equal(missing, [], 'fields missing from the record');
  },
  'Stats contain instructions, elapsed milliseconds and seconds of CPU time': async (host) => {
    const { Stats, StartedAt, FinishedAt } = (await (await Scene.of(host)).run()).task;
    equal(Object.keys(Stats).sort(), Object.keys(recordedTask.Stats).sort(), 'Stats');
    must(Number.isInteger(Stats.DynamicInstructions), `DynamicInstructions is ${Stats.DynamicInstructions}`);
    const wallMs = FinishedAt - StartedAt + 1;
    must(
      Stats.ExecutionTimeInMilliseconds <= wallMs && Stats.ProcessorTime * 1000 <= 4 * wallMs,
      `a task of ${wallMs} ms has ${JSON.stringify(Stats)}`,
    );
  },
  'StatusTransitions contain the recorded states and messages': async (host) => {
    const { task } = await (await Scene.of(host)).run();
    const named = (record: {
      TaskID: string;
      StatusTransitions: readonly { Status: string; Message: string }[];
    }) =>
      record.StatusTransitions.map(({ Status, Message }) => [Status, Message.replace(record.TaskID, 'ID')]);
    equal(named(task), named(recordedTask), 'transitions of the task');
  },
};

const VALUE_ROWS: Readonly<Record<string, Row>> = {
  'a uniform value has the recorded bytes': async (host) => {
    equal(bytesOf((await (await Scene.of(host)).run()).stdout), bytesOf(uniform.stdout), 'the value');
  },
  'a plain double is printed with its digits and one delta': async (host) => {
    const scene = await Scene.of(host);
    for (const expected of plain.stdouts.slice(0, 2)) {
      const { stdout } = await scene.run(String(meanOf(expected)));
      equal(bytesOf(stdout), bytesOf(expected), 'the value');
      // One of the recorded strings contains the digits of a number other than its mean.
      must(/^\d+\.\d\dUx/.test(stdout), `the digits are ${stdout}`);
      must(Math.abs(Number.parseFloat(stdout) - Number.parseFloat(expected)) < 0.011, `${stdout} is far off`);
    }
  },
};

const PUBLIC_ROWS: Readonly<Record<string, Row>> = {
  'IsPublic in a build request appears in build and task records': async (host) => {
    const { created, build } = await Scene.of(host);
    equal([created.IsPublic, build.IsPublic], [true, true], 'IsPublic of the build');
    const made = await call(withoutKey(host), 'POST', `/builds/${build.BuildID}/tasks/public`);
    equal([made.status, made.answer.IsPublic], [202, true], 'the public task');
  },
  'a PATCH by its owner makes a build public or private': async (host) => {
    const { build } = await Scene.of(host);
    const path = `/builds/${build.BuildID}`;
    equal((await call(host, 'PATCH', path, { IsPublic: false })).answer.IsPublic, false, 'IsPublic');
    const closed = await call(withoutKey(host), 'POST', `${path}/tasks/public`);
    equal((await call(host, 'PATCH', path, { IsPublic: true })).answer.IsPublic, true, 'IsPublic');
    const foreign = await call(withoutKey(host), 'PATCH', path, { IsPublic: false });
    equal([closed.status, foreign.status], [404, 401], 'the answers');
  },
  'a public task can be created, read and followed without a key': async (host) => {
    const { build } = await Scene.of(host);
    const anybody = withoutKey(host);
    let id = '';
    const heard = await hearPublicly(host, 'task', async () => {
      const made = await call(anybody, 'POST', `/builds/${build.BuildID}/tasks/public`, {});
      equal(made.status, 202, 'the answer');
      id = made.answer.TaskID;
      return { id, ended: untilEnded(anybody, `/tasks/${id}/public`) };
    });
    equal(heard, 'Completed', 'the end on public-task-status');
    equal((await call(anybody, 'GET', `/tasks/${id}/public`)).answer.TaskID, id, 'the record');
    const { answer: outputs } = await call(anybody, 'GET', `/tasks/${id}/outputs/public`);
    const printed = await (await (host.fetch ?? fetch)(outputs.Stdout)).text();
    equal(bytesOf(printed), bytesOf(uniform.stdout), 'the output');
    equal((await call(anybody, 'GET', `/tasks/${id}`)).status, 401, 'its private record without a key');
  },
  'a public build can be followed without a key': async (host) => {
    const Code = `#include <stdio.h>\n#include <math.h>\nint main(void) { return ${Math.random()} > 2; }\n`;
    const heard = await hearPublicly(host, 'build', async () => {
      const wish = { Language: 'C', Code, IsPublic: true };
      const { BuildID: id } = (await call(host, 'POST', '/sourcecode/builds', wish)).answer;
      return { id, ended: untilEnded(host, `/builds/${id}`) };
    });
    equal(heard, 'Completed', 'the end on public-build-status');
  },
  'skipCache=true returns the same output': async (host) => {
    const { task, stdout } = await (await Scene.of(host)).run();
    const again = await call(host, 'GET', `/tasks/${task.TaskID}/output/Stdout?skipCache=true`);
    equal([again.status, again.answer], [200, stdout], 'the output');
  },
  'noexpand=true lists ID, Owner and CreatedAt, with a larger limit': async (host) => {
    const { user } = await Scene.of(host);
    for (const [path, name, id] of [
      ['/tasks', 'Tasks', 'TaskID'],
      ['/builds', 'Builds', 'BuildID'],
    ] as const) {
      const { status, answer } = await call(host, 'GET', `${path}?noexpand=true&limit=200`);
      equal([status, Object.keys(answer[name][0])], [200, [id, 'Owner', 'CreatedAt']], path);
      equal(answer[name][0].Owner, user, 'the owner');
    }
  },
};

const CORE_ROWS: Readonly<Record<string, Row>> = {
  'cores of published clients have their names, IDs and precision': async (host) => {
    for (const [name, hex, precision] of CORES) {
      const { answer: core } = await call(host, 'GET', `/cores/cor_${hex}`);
      equal([core.Name, core.Precision, core.Microarchitecture], [name, precision, 'Athens'], hex);
    }
    const { Cores } = (await call(host, 'GET', '/cores?default=true')).answer;
    const listed = new Set(Cores.map(({ Name }: { Name: string }) => Name));
    equal(
      CORES.filter(([name]) => !listed.has(name)),
      [],
      'cores missing from the list',
    );
  },
  'a program runs on a device core as on the C0 core with the same precision': async (host) => {
    const wish = { Language: 'C', Code: PROGRAM, CoreID: 'cor_a378e7ea331e53ed83f760bbe2c6a04c' };
    const { answer } = await call(host, 'POST', '/sourcecode/builds', wish);
    equal((await untilEnded(host, `/builds/${answer.BuildID}`)).Status, 'Completed', 'the build');
    const { answer: sent } = await call(host, 'POST', `/builds/${answer.BuildID}/tasks`, {});
    await untilEnded(host, `/tasks/${sent.TaskID}`);
    const { answer: printed } = await call(host, 'GET', `/tasks/${sent.TaskID}/output/Stdout`);
    equal(bytesOf(printed), bytesOf(uniform.stdout), 'the value');
  },
  'the microarchitecture Europa exists, and runs as Athens': async (host) => {
    const wish = { Name: 'e', Class: 'C0', Microarchitecture: 'Europa', CorrelationTracking: 'Disable' };
    const made = await call(host, 'POST', '/cores', { ...wish, MemorySize: 2 ** 22, Precision: 64 });
    equal([made.status, made.answer.Microarchitecture], [201, 'Europa'], 'the core');
    must(/Athens/.test(made.answer.Description), `its description is ${made.answer.Description}`);
    await call(host, 'DELETE', `/cores/${made.answer.CoreID}`);
  },
};

const OTHER_ROWS: Readonly<Record<string, Row>> = {
  "a repository's signaloid.yaml gives the default core and traced variables": async (host) => {
    const yaml =
      'MinimumCore:\n  Class: C0\n  Microarchitecture: Athens\n  CorrelationTracking: Disable\n  Precision: 128\n';
    const main = 'int main(void) {\n  double x = 1;\n  return x > 2;\n}\n';
    await importRepository(host, REMOTE, { 'signaloid.yaml': yaml, 'src/main.c': main });
    const config = { RemoteURL: REMOTE, Commit: 'HEAD', Branch: '', BuildDirectory: 'src', Arguments: '' };
    const { answer: repository } = await call(host, 'POST', '/repositories', config);
    const path = `/repositories/${repository.RepositoryID}/builds`;
    const { status, answer } = await call(host, 'POST', path, { IsPublic: true });
    equal([status, answer.IsPublic], [202, true], 'a build of the repository');
    const build = await untilEnded(host, `/builds/${answer.BuildID}`);
    equal([build.Status, build.BuildCoreSpecs.Precision], ['Completed', 128], 'the build');
    await call(host, 'DELETE', `/repositories/${repository.RepositoryID}`);
  },
  'the newest functions of uxhw.h run, and a null pointer gives a one-line message': async (host) => {
    const { task, stdout } = await (await Scene.of(host)).run('every function');
    equal(stdout.match(/ok/g)?.length, NEW_FUNCTIONS, `what is right of ${stdout}`);
    const { answer: stderr } = await call(host, 'GET', `/tasks/${task.TaskID}/output/Stderr`);
    equal(stderr.match(/PropagateFunction|GeneratePath/g), ['PropagateFunction', 'GeneratePath'], stderr);
  },
};

/** The rows, keyed by their names, in the same order as the facts. */
export const RECORDED_ROWS: Readonly<Record<string, Row>> = {
  ...TASK_ROWS,
  ...VALUE_ROWS,
  ...PUBLIC_ROWS,
  ...CORE_ROWS,
  ...OTHER_ROWS,
};
