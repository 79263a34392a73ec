// /builds/{BuildID}/tasks and /tasks: creates, lists, reads, cancels and deletes tasks, and reads their outputs.
import { builds, taskPrefix, tasks } from '../../jobs/records/records.ts';
import { isTerminal } from '../../jobs/records/states.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { cancelJob } from '../app/cancel-job.ts';
import { answerList, jobQuery, listSchema, summarySchema } from '../app/listing.ts';
import { serveReading } from '../app/owned-resource.ts';
import {
  describeRoute,
  failures,
  jsonAnswer,
  okAnswer,
  okFields,
  optionalBody,
} from '../requests/answers.ts';
import { wrongState } from '../requests/failures.ts';
import { idParam, idSchema, requireOwned } from '../requests/identifiers.ts';
import { flag, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { createTask, newTaskSchema } from './create-task.ts';
import { addPublicRoutes } from './public-routes.ts';
import { contributionsSchema, readContributions } from './task-contributions.ts';
import { answerOutputs, answerStream, outputsSchema } from './task-outputs.ts';
import { taskSchema, toTaskView } from './task-view.ts';

const params = idParam('TaskID');
const taskListSchema = listSchema('Tasks', z.union([taskSchema, summarySchema('TaskID')]));
const taskList = { name: 'Tasks', type: tasks, toView: toTaskView, idField: 'TaskID' } as const;

const createTaskRoute = describeRoute('post /builds/{BuildID}/tasks', {
  summary: 'Run a completed build',
  request: { params: idParam('BuildID'), body: optionalBody(newTaskSchema) },
  responses: { 202: jsonAnswer(taskSchema, 'Accepted.'), ...failures(409, 429) },
});

const listOfBuildRoute = describeRoute('get /builds/{BuildID}/tasks', {
  summary: 'List the tasks of a build',
  request: { params: idParam('BuildID'), query: jobQuery },
  responses: { 200: jsonAnswer(taskListSchema.extend({ BuildID: idSchema('BuildID') }), 'Tasks.') },
});

const listRoute = describeRoute('get /tasks', {
  summary: 'List tasks',
  request: { query: jobQuery },
  responses: { 200: jsonAnswer(taskListSchema, 'Tasks.') },
});

const deleteRoute = describeRoute('delete /tasks/{TaskID}', {
  summary: 'Delete a finished task with its outputs',
  request: { params },
  responses: { 200: okAnswer, ...failures(409) },
});

const cancelRoute = describeRoute('post /tasks/{TaskID}/cancel', {
  summary: 'Cancel a task',
  request: { params },
  responses: { 200: jsonAnswer(taskSchema.extend(okFields), 'The task.'), ...failures(409) },
});

const outputsQuery = z.object({
  sanitized: flag('Ignored: outputs are returned exactly as the program wrote them.'),
});

const outputsRoute = describeRoute('get /tasks/{TaskID}/outputs', {
  summary: 'URLs of the outputs',
  request: { params, query: outputsQuery },
  responses: {
    200: jsonAnswer(
      outputsSchema,
      'URLs. While the task is running, the response lists only the chunks that already exist.',
    ),
    ...failures(409),
  },
});

const streamQuery = z.object({ skipCache: flag('Ignored: there is no cache.') });

const streamRoute = describeRoute('get /tasks/{TaskID}/output/{Stream}', {
  summary: 'Text of a stream of a finished task',
  request: { params: params.extend({ Stream: z.enum(['Stdout', 'Stderr']) }), query: streamQuery },
  responses: {
    200: { description: 'The text.', content: { 'text/plain': { schema: z.string() } } },
    302: { description: 'The text is larger than 5 MB; it is at the URL in Location.' },
    ...failures(409),
  },
});

const contributionsRoute = describeRoute('get /tasks/{TaskID}/contributions', {
  summary: 'Uncertainty budget of the printed values of a task',
  request: { params },
  responses: {
    200: jsonAnswer(contributionsSchema, 'The uncertainty budget of every value.'),
    ...failures(409),
  },
});

async function deleteTask(services: Services, id: string, userId: string): Promise<void> {
  await services.store.transaction(async (tx) => {
    const task = await requireOwned(tx, tasks, id, userId);
    if (!isTerminal(task.status)) throw wrongState(`The task is ${task.status}. Cancel it first.`);
    await tx.delete(tasks, id);
    await tx.deleteBlobs(taskPrefix(id));
  });
}

function addOutputRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, outputsRoute, async (c) => {
    const task = await requireOwned(store, tasks, c.req.valid('param').TaskID, c.get('userId'));
    return answerOutputs(c, services, task);
  });
  serve(api, contributionsRoute, async (c) =>
    c.json(await readContributions(services, c.req.valid('param').TaskID, c.get('userId')), 200),
  );
  serve(api, streamRoute, async (c) => {
    const { TaskID, Stream: stream } = c.req.valid('param');
    const task = await requireOwned(store, tasks, TaskID, c.get('userId'));
    return answerStream(c, services, { task, stream });
  });
}

/** Adds the task routes. */
export function addTaskRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, createTaskRoute, async (c) => {
    const wish = { ...c.req.valid('json'), buildId: c.req.valid('param').BuildID };
    return c.json(toTaskView(await createTask(services, c.get('userId'), wish)), 202);
  });
  serve(api, listOfBuildRoute, async (c) => {
    const owner = c.get('userId');
    const parent = c.req.valid('param').BuildID;
    await requireOwned(store, builds, parent, owner);
    const query = c.req.valid('query');
    return answerList(c, services, { ...taskList, query, parent, extra: { BuildID: parent } });
  });
  serve(api, listRoute, (c) => answerList(c, services, { ...taskList, query: c.req.valid('query') }));
  serve(api, deleteRoute, async (c) => {
    await deleteTask(services, c.req.valid('param').TaskID, c.get('userId'));
    return c.json({ message: 'OK' });
  });
  serve(api, cancelRoute, async (c) => {
    const job = { id: c.req.valid('param').TaskID, userId: c.get('userId') };
    return c.json({ ...toTaskView(await cancelJob(services, tasks, job)), message: 'OK' });
  });
  serveReading(api, {
    path: '/tasks',
    idField: 'TaskID',
    type: tasks,
    schema: taskSchema,
    toView: toTaskView,
  });
  addOutputRoutes(api);
  addPublicRoutes(api);
}
