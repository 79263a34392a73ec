// A Vitest reporter that sends events for the start and end of each test to the process that started the suite,
// `npm test`. If there is no such process, as in `npm run test:unit`, it sends nothing.
import { relative } from 'node:path';
import type { ReportedHookContext, Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { TestEvent } from '../scripts/tests/test-events.ts';

export default class EventReporter implements Reporter {
  #root = '';

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestModuleStart(module: TestModule): void {
    this.#begin(module.id, module, 'before its first test');
  }

  onHookStart({ name, entity }: ReportedHookContext): void {
    const module = entity.type === 'module' ? entity : entity.module;
    this.#begin(`${entity.id} ${name}`, module, `${name} of ${nameOf(entity)}`);
  }

  onHookEnd({ name, entity }: ReportedHookContext): void {
    send({ kind: 'end', id: `${entity.id} ${name}` });
  }

  onTestCaseReady(test: TestCase): void {
    send({ kind: 'end', id: test.module.id });
    this.#begin(test.id, test.module, test.fullName);
  }

  onTestCaseResult(test: TestCase): void {
    send({ kind: 'end', id: test.id });
    const { state, errors } = test.result();
    const message = errors?.[0]?.message?.split('\n', 1)[0];
    send({
      kind: 'result',
      file: this.#pathOf(test.module),
      name: test.fullName,
      state: state === 'pending' ? 'failed' : state,
      ...(message === undefined ? {} : { message }),
      durationMs: test.diagnostic()?.duration ?? 0,
    });
  }

  onTestModuleEnd(module: TestModule): void {
    send({ kind: 'end', id: module.id });
    const suites = [module, ...module.children.allSuites()];
    const errors = suites.flatMap((suite) => suite.errors().map(({ message }) => message));
    const { duration, collectDuration } = module.diagnostic();
    send({ kind: 'file', file: this.#pathOf(module), durationMs: duration + collectDuration, errors });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    send({ kind: 'over', errors: errors.map(({ message }) => message) });
  }

  #begin(id: string, module: TestModule, name: string): void {
    send({ kind: 'begin', id, file: this.#pathOf(module), name });
  }

  #pathOf(module: TestModule): string {
    return relative(this.#root, module.moduleId).replaceAll('\\', '/');
  }
}

function nameOf(entity: ReportedHookContext['entity']): string {
  return entity.type === 'module' ? 'the file' : entity.fullName;
}

function send(event: TestEvent): void {
  process.send?.(event);
}
