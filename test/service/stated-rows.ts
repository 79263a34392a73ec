// Statements in the interface's documentation, row by row, for each host of the service. Facts that were recorded are
// in recorded-rows.ts.
import { call, type Host, type LivingHost, must } from './host.ts';
import { equal, untilEnded } from './recorded-rows.ts';

const STATES = ['Accepted', 'Initialising', 'Building', 'In Progress', 'Rescheduled', 'Completed'];
const SMALL = 'C0-S';
/** With an argument, prints 200 000 lines of 40 bytes, which is more than a stream may have inline. */
const CODE = `#include <stdio.h>
int main(int count, char **words) {
  for (int i = 0; i < (count > 1 ? 200000 : 3); i++) printf("%039d\\n", i);
  fputs("done\\n", stderr);
  return 0;
}
`;
const LINE_BYTES = 40;
const LARGE_BYTES = 200_000 * LINE_BYTES;

const fetchOf = (host: Host): typeof fetch => host.fetch ?? fetch;

async function coreNamed(host: Host, name: string): Promise<string> {
  const { Cores } = (await call(host, 'GET', '/cores?default=true')).answer;
  return Cores.find((core: { Name: string }) => core.Name === name).CoreID;
}

/** Builds and runs the program, and returns the identifiers. */
async function run(host: Host, words = ''): Promise<{ build: string; task: string }> {
  const wish = { Language: 'C', Code: CODE, CoreID: await coreNamed(host, SMALL) };
  const { BuildID: build } = (await call(host, 'POST', '/sourcecode/builds', wish)).answer;
  await untilEnded(host, `/builds/${build}`);
  const made = await call(host, 'POST', `/builds/${build}/tasks`, { Arguments: words });
  await untilEnded(host, `/tasks/${made.answer.TaskID}`);
  return { build, task: made.answer.TaskID };
}

async function unpack(bytes: ArrayBuffer): Promise<string> {
  const packed = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(packed).text();
}

type Row = (host: LivingHost) => Promise<void>;

/** The rows, keyed by their names, in the order of the documentation. */
export const STATED_ROWS: Readonly<Record<string, Row>> = {
  'a build and a task are accepted with 202, an identifier and a state': async (host) => {
    const wish = { Language: 'C', Code: CODE, Core: await coreNamed(host, SMALL) };
    const built = await call(host, 'POST', '/sourcecode/builds', wish);
    equal([built.status, /^bld_[0-9a-f]{32}$/.test(built.answer.BuildID)], [202, true], 'the build');
    must(STATES.includes(built.answer.Status), `the state is ${built.answer.Status}`);
    const build = await untilEnded(host, `/builds/${built.answer.BuildID}`);
    equal(build.CoreID, wish.Core, 'the core, which the request names as "Core"');
    const made = await call(host, 'POST', `/builds/${build.BuildID}/tasks`);
    equal([made.status, /^tsk_[0-9a-f]{32}$/.test(made.answer.TaskID)], [202, true], 'the task');
    const { status, answer } = await call(host, 'GET', '/tasks/');
    equal(
      [status, answer.Tasks.some((one: { TaskID: string }) => one.TaskID === made.answer.TaskID)],
      [200, true],
      'the list',
    );
    await untilEnded(host, `/tasks/${made.answer.TaskID}`);
  },
  'the log of a failed build can be read without a key, and the build runs no task': async (host) => {
    const wish = { Language: 'C', Code: 'int main(', CoreID: await coreNamed(host, SMALL) };
    const { BuildID } = (await call(host, 'POST', '/sourcecode/builds', wish)).answer;
    equal((await untilEnded(host, `/builds/${BuildID}`)).Status, 'Stopped', 'the build');
    const { answer } = await call(host, 'GET', `/builds/${BuildID}/outputs`);
    const log = await (await fetchOf(host)(answer.Build)).text();
    must(log.includes('error:'), `the log is ${log}`);
    const refused = await call(host, 'POST', `/builds/${BuildID}/tasks`);
    must(refused.status >= 400 && refused.status < 500, `a task was answered ${refused.status}`);
    must(
      typeof refused.answer.Message === 'string',
      `there is no Message in ${JSON.stringify(refused.answer)}`,
    );
  },
  'outputs are addresses that need no key, and gzip chunks in output order': async (host) => {
    const { task } = await run(host, 'many');
    const { answer } = await call(host, 'GET', `/tasks/${task}/outputs`);
    const read = async (address: string) => (await fetchOf(host)(address)).arrayBuffer();
    const whole = new TextDecoder().decode(await read(answer.Stdout));
    equal(whole.length, LARGE_BYTES, 'the size of Stdout');
    let chunks = '';
    for (const address of answer.StdoutChunks) chunks += await unpack(await read(address));
    must(chunks === whole, 'the chunks differ from Stdout');
    equal(new TextDecoder().decode(await read(answer.Stderr)), 'done\n', 'Stderr');
  },
  'a stream of up to 5 MB is inline, and a larger stream redirects to an address without a key': async (
    host,
  ) => {
    const headers = { Authorization: host.key };
    const [small, large] = await Promise.all([run(host), run(host, 'many')]);
    const read = ({ task }: { task: string }) =>
      fetchOf(host)(`${host.base}/tasks/${task}/output/Stdout`, { headers });
    const [inline, redirected] = [await read(small), await read(large)];
    equal(
      [inline.status, inline.redirected, (await inline.text()).length],
      [200, false, 3 * LINE_BYTES],
      'a small stream',
    );
    equal([redirected.status, redirected.redirected], [200, true], 'a large stream');
    equal(
      (await (await fetchOf(host)(redirected.url)).text()).length,
      LARGE_BYTES,
      'its address without a key',
    );
  },
  'errors have a Message, and the response to a wrong method lists the allowed methods': async (host) => {
    const send = fetchOf(host);
    const wrong = [
      await send(`${host.base}/tasks`, { headers: { Authorization: `${host.key}x` } }),
      await send(`${host.base}/tasks`),
      await send(`${host.base}/tasks/tsk_${'0'.repeat(32)}`, { headers: { Authorization: host.key } }),
      await send(`${host.base}/tasks`, { method: 'PROPFIND', headers: { Authorization: host.key } }),
    ];
    equal(
      wrong.map(({ status }) => status),
      [401, 401, 404, 405],
      'the answers',
    );
    must(/GET/.test(wrong[3]!.headers.get('Allow') ?? ''), `Allow is ${wrong[3]!.headers.get('Allow')}`);
    for (const answer of wrong) {
      const { Message, message } = (await answer.json()) as Record<string, unknown>;
      must(typeof Message === 'string' && Message === message, `Message is ${Message}`);
    }
    const refused = await call(host, 'POST', '/repositories', {
      RemoteURL: 'file:///etc/passwd',
      Commit: 'HEAD',
      Branch: '',
      BuildDirectory: '',
      Arguments: '',
    });
    must(
      refused.status >= 400 && refused.status < 500,
      `a repository in a file was answered ${refused.status}`,
    );
    must(typeof refused.answer.Message === 'string', 'a refused repository has no Message');
  },
};
