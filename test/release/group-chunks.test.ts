import { expect, test } from 'vitest';
import { groupChunks } from '../../scripts/group-chunks.ts';

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '/src/ui/main.ts': ['/app.ts', '/node_modules/editor.js', '/shared.ts', '/values.ts'],
  '/src/client/connecting.ts': ['/connect.ts', '/shared.ts', '/records.ts'],
  '/src/client/index.ts': ['/connect.ts', '/engine.ts'],
  '/connect.ts': ['/shared.ts', '/values.ts'],
  '/src/jobs/executing/job-work.ts': ['/records.ts', '/alone.ts'],
  '/src/ui/documentation/main.ts': ['/shared.ts'],
  '/src/ui/program/element.ts': ['/frame.ts', '/picture.ts'],
  '/src/ui/value/haze-value-viewer.ts': ['/picture.ts'],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: IMPORTS[id] ?? [] }) };

function nameOf(id: string): string | undefined {
  return groupChunks('')
    .map(({ name }) => name(id, graph))
    .find((name) => name !== null) as string | undefined;
}

test('a module goes into the file for the pages that load it initially', () => {
  expect(nameOf('/app.ts')).toBe('page');
  expect(nameOf('/node_modules/editor.js')).toBe('page-packages');
  expect(nameOf('/connect.ts')).toBe('service-library');
  expect(nameOf('/records.ts')).toBe('service');
});

test('modules used by many pages form one file, and the part for documents forms another', () => {
  expect(nameOf('/values.ts')).toBe('shared');
  expect(nameOf('/shared.ts')).toBe('shared-docs');
});

test('the parts of the element that a first run needs form one file', () => {
  expect(nameOf('/picture.ts')).toBe('element-run');
  expect(nameOf('/frame.ts')).toBe('element');
});

test('builds, runs and the interface together form one file', () => {
  expect(nameOf('/alone.ts')).toBe('work');
});

test('entry scripts and modules needed later stay as the bundler left them', () => {
  expect(nameOf('/src/ui/main.ts')).toBeUndefined();
  expect(nameOf('/engine.ts')).toBeUndefined();
  expect(nameOf('/later.ts')).toBeUndefined();
});

test('modules used by more pages are grouped before modules used by fewer pages', () => {
  const names = groupChunks('').map((group) => {
    const known = ['/shared.ts', '/values.ts', '/connect.ts', '/app.ts'];
    return known.filter((id) => group.name(id, graph) !== null);
  });
  expect(names.flat()).toEqual(['/shared.ts', '/values.ts', '/connect.ts', '/app.ts']);
});
