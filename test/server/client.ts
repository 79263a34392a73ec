// A client that is given only Haze's address and a key.

export interface Place {
  readonly base: string;
  readonly key: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as clients do
  readonly body: any;
  readonly headers: Headers;
}

export type Call = (method: string, path: string, body?: unknown, key?: string) => Promise<Reply>;

/**
 * Creates a function that calls a service. The function sends strings and bytes unchanged, and everything else as JSON.
 */
export function callOf({ base, key }: Place): Call {
  return async (method, path, body, other = key) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(base + path, {
      method,
      headers: {
        Authorization: other,
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const text = await response.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      // Not all responses are JSON.
    }
    return { status: response.status, text, body: parsed, headers: response.headers };
  };
}

const ENDED = ['Completed', 'Cancelled', 'Stopped'];

/** Polls until a job has finished. */
export async function untilEnded(call: Call, path: string): Promise<Reply> {
  for (;;) {
    const reply = await call('GET', path);
    if (reply.status !== 200 || ENDED.includes(reply.body.Status)) return reply;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const PROGRAM = '#include <stdio.h>\nint main(void) { puts("built and run"); return 0; }\n';

/** Builds a program and runs it. */
export async function runProgramAt(
  place: Place,
  code = PROGRAM,
  core?: string,
): Promise<{ build: string; task: string; stdout: string }> {
  const call = callOf(place);
  const wish = { Language: 'C', Code: code, ...(core !== undefined && { CoreID: core }) };
  const build = (await call('POST', '/sourcecode/builds', wish)).body.BuildID as string;
  await untilEnded(call, `/builds/${build}`);
  const task = (await call('POST', `/builds/${build}/tasks`, {})).body.TaskID as string;
  await untilEnded(call, `/tasks/${task}`);
  return { build, task, stdout: (await call('GET', `/tasks/${task}/output/Stdout`)).text };
}
