// Collects a build's messages, both as readable text and as data.
import { countOf } from '../../errors/count-of.ts';
import type { HazeError } from '../../errors/haze-error.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import type { BuildResult } from './build-result.ts';

/** Log entry for a build step: compiling or linking. */
export interface BuildStep {
  readonly command: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** True if the step was skipped because its result was cached. */
  readonly cached?: boolean;
}

export class BuildLog {
  readonly #lines: string[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #commands: string[] = [];

  addRemark(text: string): void {
    this.#lines.push(`haze: ${text}`);
  }

  addStep(step: BuildStep): void {
    this.#commands.push(step.command);
    this.#lines.push(
      step.cached === true ? `${step.command}    # unchanged, taken from the cache` : step.command,
    );
    if (step.text !== '') this.#lines.push(step.text);
    this.#diagnostics.push(...step.diagnostics);
  }

  /** Adds a reason why the build cannot continue. */
  addProblem(error: HazeError): void {
    this.#lines.push(`haze: error: ${error.message}`);
    const { file, line } = error.data as { file?: string; line?: number };
    this.#diagnostics.push({
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line, column: 1 }),
      severity: 'fatal',
      message: error.message,
      notes: [],
      fixIts: [],
    });
  }

  /** Returns the report, whose last line states the build's outcome. Without a size, the build has failed. */
  finish(
    buildTimeMs: number,
    sizeBytes: number | undefined,
  ): Pick<BuildResult, 'log' | 'diagnostics' | 'commands'> {
    const errors = this.#diagnostics.filter(
      ({ severity }) => severity === 'error' || severity === 'fatal',
    ).length;
    const warnings = this.#diagnostics.filter(({ severity }) => severity === 'warning').length;
    const counts = [count(errors, 'error'), count(warnings, 'warning')]
      .filter((text) => text !== '')
      .join(', ');
    const after = `after ${Math.round(buildTimeMs)} ms`;
    const ending =
      sizeBytes === undefined
        ? `Build failed ${after}${counts === '' ? '' : `: ${counts}`}.`
        : `Build completed ${after}: ${sizeBytes} bytes${counts === '' ? '' : `, ${counts}`}.`;
    return {
      log: `${[...this.#lines, ending].join('\n')}\n`,
      diagnostics: this.#diagnostics,
      commands: this.#commands,
    };
  }
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : countOf(number, noun);
}
