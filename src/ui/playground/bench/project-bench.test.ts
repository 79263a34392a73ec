import { expect, test } from 'vitest';
import { readZip } from '../../../client/project/project-files.ts';
import { Project } from '../../project/project.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { Bench } from './bench.ts';
import { ProjectBench } from './project-bench.ts';

test('a comparison builds the files of its run, whatever the user has typed since', async () => {
  const project = new Project('p', new Map([['main.c', new TextEncoder().encode('int main() {}')]]));
  project.maybeOpen('main.c');
  const built: string[] = [];
  const client = {
    importRepository: async (_: string, zip: Uint8Array) => {
      const files = await readZip(zip, 'p.zip');
      built.push(new TextDecoder().decode(files.get('main.c')));
    },
    connectRepository: async () => ({ RepositoryID: 'rep' }),
    createRepositoryBuild: async () => ({ BuildID: 'bld' }),
  } as unknown as ServiceClient;
  const projects = new ProjectBench({ state: { project } } as unknown as Bench, () => undefined);
  const { createBuild } = projects.describeBuild(client, 'tab', project);
  await createBuild!({ CoreID: 'one', Arguments: '' });
  project.setText('int main() { return 1; }');
  await createBuild!({ CoreID: 'reference', Arguments: '' });
  expect(built).toEqual(['int main() {}', 'int main() {}']);
});
