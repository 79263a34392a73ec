const axios = require('axios');

const client = axios.create({
  baseURL: process.env.API_ENDPOINT,
  headers: { Authorization: process.env.HAZE_KEY },
  validateStatus: () => true,
});

const HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n';

async function untilCompleted(path) {
  for (;;) {
    const { data } = await client.get(path);
    if (data.Status === 'Completed') return;
    if (data.Status === 'Stopped') throw new Error(`${path} is Stopped`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('a program is built and run', async () => {
  const build = (await client.post('/sourcecode/builds', { Language: 'C', Code: HELLO })).data.BuildID;
  await untilCompleted(`/builds/${build}`);
  const task = (await client.post(`/builds/${build}/tasks`, {})).data.TaskID;
  await untilCompleted(`/tasks/${task}`);
  const { data } = await client.get(`/tasks/${task}/output/Stdout`, { responseType: 'text' });
  expect(data).toBe('hello\n');
});

test('the build of another account returns 404', async () => {
  const { status } = await client.get(`/builds/bld_${'0'.repeat(32)}`);
  expect(status).toBe(404);
});
