// Public tasks: anyone may run a public build without a key, and read the tasks created this way. The rest of the
// account stays private: a public task has no data sources, and counts against the build owner's quotas.
import { builds, type TaskBody, tasks } from '../../jobs/records/records.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { countRequest } from '../accounts/quotas.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { describeRoute, failures, jsonAnswer, optionalBody } from '../requests/answers.ts';
import { invalidRequest, unknownResource } from '../requests/failures.ts';
import { idParam } from '../requests/identifiers.ts';
import { addNotice } from '../requests/notices.ts';
import type { Services } from '../requests/services.ts';
import { createTask, newTaskSchema } from './create-task.ts';
import { answerOutputs, outputsSchema } from './task-outputs.ts';
import { taskSchema, toTaskView } from './task-view.ts';

const createPublicTaskRoute = describeRoute('post /builds/{BuildID}/tasks/public', {
  summary: 'Run a public build without a key; the task has no data sources',
  security: [],
  request: { params: idParam('BuildID'), body: optionalBody(newTaskSchema) },
  responses: { 202: jsonAnswer(taskSchema, 'Accepted.'), ...failures(409, 429) },
});

const params = idParam('TaskID');

const readRoute = describeRoute('get /tasks/{TaskID}/public', {
  summary: 'Read a public task without a key',
  security: [],
  request: { params },
  responses: { 200: jsonAnswer(taskSchema, 'The task.') },
});

const outputsRoute = describeRoute('get /tasks/{TaskID}/outputs/public', {
  summary: 'URLs of a public task’s outputs, without a key',
  security: [],
  request: { params },
  responses: {
    200: jsonAnswer(
      outputsSchema,
      'URLs. While the task is running, the response lists only the chunks that already exist.',
    ),
    ...failures(409),
  },
});

/** Treats tasks that are not public as unknown. @throws HazeError `unknown-resource` */
async function requirePublic({ store }: Services, id: string): Promise<StoredRecord<TaskBody>> {
  const task = await store.get(tasks, id);
  if (!task?.body.IsPublic) throw unknownResource('task', id);
  return task;
}

/** Adds the public task routes. */
export function addPublicRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, createPublicTaskRoute, async (c) => {
    const buildId = c.req.valid('param').BuildID;
    const wish = c.req.valid('json') ?? {};
    const build = await services.store.get(builds, buildId);
    if (!build?.body.IsPublic) throw unknownResource('build', buildId);
    if (wish.DataSources !== undefined && wish.DataSources.length > 0) {
      throw invalidRequest(
        'DataSources',
        'a public task cannot have data sources: the storage belongs to the build’s owner',
      );
    }
    await countRequest(services, build.owner);
    if (build.body.DefaultDataSources.length > 0)
      addNotice(c, services, 'a public task has no data sources, but this build has some for its own tasks');
    const task = await createTask(services, build.owner, {
      ...wish,
      DataSources: [],
      buildId,
      isPublic: true,
    });
    return c.json(toTaskView(task), 202);
  });
  serve(api, readRoute, async (c) =>
    c.json(toTaskView(await requirePublic(services, c.req.valid('param').TaskID))),
  );
  serve(api, outputsRoute, async (c) =>
    answerOutputs(c, services, await requirePublic(services, c.req.valid('param').TaskID)),
  );
}
