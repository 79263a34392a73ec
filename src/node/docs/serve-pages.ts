// `haze docs render`: renders pages for plugins written in other languages. Reads one JSON object per line of stdin and
// writes one per line to stdout, in order; compilers stay warm until EOF.

import { createInterface } from 'node:readline';
import { findMarkdownPrograms } from '../../docs/finding/find-markdown.ts';
import type { FoundProgram } from '../../docs/finding/found-program.ts';
import type { PrintedOutput } from '../../docs/judging/describe-values.ts';
import { usageError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { checkPageRequest } from './check-request.ts';
import type { ProgramBench } from './program-bench.ts';
import { putPlaces } from './put-places.ts';
import { type GivenProgram, type PageRequest, type RenderedPage, renderPage } from './render-page.ts';

/**
 * A page's programs, or its Markdown. The response replaces the programs in Markdown with
 * `<div id="haze-place-0"></div>` and so on.
 */
interface LineRequest extends PageRequest {
  readonly markdown?: string;
}

interface LineAnswer {
  /** HTML for each placeholder. */
  readonly html: readonly string[];
  /** The Markdown with placeholders, if the request contains Markdown. */
  readonly markdown?: string;
  /** Printed output of each program, if the request has `outputs`; null for a program that did not run. */
  readonly outputs?: readonly (PrintedOutput | null)[];
  /** Problems that make the build fail, as `file:line: message`. */
  readonly problems: readonly string[];
  /** Problems with programs that are allowed to fail, in the same form. */
  readonly warnings: readonly string[];
}

/** Responds to lines until EOF. */
export async function servePages(
  input: NodeJS.ReadableStream,
  write: (line: string) => void,
  bench: ProgramBench,
): Promise<void> {
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    write(`${JSON.stringify(await answerLine(line, bench))}\n`);
  }
}

async function answerLine(
  line: string,
  bench: ProgramBench,
): Promise<LineAnswer | { readonly error: string }> {
  try {
    const request = parseLine(line);
    if (request.markdown === undefined) return describe(await renderPage(request, bench), request);
    const found = findMarkdownPrograms(request.file, request.markdown);
    const page = await renderPage({ ...request, programs: listGiven(request.markdown, found) }, bench);
    return { ...describe(page, request), markdown: putPlaces(request.markdown, found) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

/** @throws HazeError `usage` for an invalid request */
function parseLine(line: string): LineRequest {
  let request: LineRequest;
  try {
    request = JSON.parse(line) as LineRequest;
  } catch (cause) {
    throw usageError(`The line is not JSON: ${messageOf(cause)}.`, cause);
  }
  checkPageRequest(typeof request?.markdown === 'string' ? { ...request, programs: [] } : request);
  return request;
}

function describe({ programs, problems }: RenderedPage, { outputs = false }: LineRequest): LineAnswer {
  const say = ({ file, line, message }: { file: string; line: number; message: string }) =>
    `${file}:${line}: ${message}`;
  return {
    html: programs.map(({ html }) => html),
    ...(outputs && { outputs: programs.map(({ output }) => output ?? null) }),
    problems: problems.map(say),
    warnings: programs.flatMap((program) => program.problems).map(say),
  };
}

function listGiven(markdown: string, found: readonly FoundProgram[]): GivenProgram[] {
  const lines = markdown.split(/\r?\n/);
  return found.map(({ line, text, recorded, language }) => {
    // Passes attributes on unparsed: the next step parses all programs together.
    const [, attributes = ''] = /\shaze(?:\s(.*))?$/s.exec(lines[line - 1] ?? '') ?? [];
    return { language, attributes, text, line, ...(recorded && { output: recorded.text }) };
  });
}
