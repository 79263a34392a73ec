// The code under test in these examples: a client of the service that builds a C program, runs it and returns its
// output. It has only an address and a key, without any knowledge of Haze.
import axios from 'axios';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Builds and runs a program; returns its standard output. */
export async function runProgram(code, { base = process.env.API_ENDPOINT, key = process.env.HAZE_KEY } = {}) {
  const client = axios.create({ baseURL: base, headers: { Authorization: key } });
  const ended = async (path) => {
    for (;;) {
      const { data } = await client.get(path);
      if (data.Status === 'Completed') return;
      if (['Stopped', 'Cancelled'].includes(data.Status)) throw new Error(`${path} is ${data.Status}`);
      await wait(50);
    }
  };
  const build = await client.post('/sourcecode/builds', { Language: 'C', Code: code });
  await ended(`/builds/${build.data.BuildID}`);
  const task = await client.post(`/builds/${build.data.BuildID}/tasks`, {});
  await ended(`/tasks/${task.data.TaskID}`);
  const output = await client.get(`/tasks/${task.data.TaskID}/output/Stdout`, { responseType: 'text' });
  return output.data;
}

export const HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n';
