// `haze docs check FILES…`: builds and runs programs in documents, and compares their output with the recorded output.

import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { usageError } from '../../errors/haze-error.ts';
import { printable } from '../../errors/printable-text.ts';
import { checkDocuments } from '../docs/check-documents.ts';
import {
  describeAnnotations,
  describeCounts,
  describeJson,
  describeJunit,
  describeProblems,
  listProblems,
} from '../docs/check-reports.ts';
import { exportDocument } from '../docs/export-document.ts';
import { ProgramBench } from '../docs/program-bench.ts';
import { DOCUMENT_SUFFIXES } from '../docs/read-document.ts';
import { servePages } from '../docs/serve-pages.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { walkFolder } from '../folders/walk-folder.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { type OptionValues, switchOption, wordOption } from '../options/option.ts';
import { checkPlayground } from '../options/playground-address.ts';
import { defineCommand } from './command.ts';
import { cacheOptions } from './programs/command-haze.ts';

const own = {
  update: switchOption("write the programs' output into the documents"),
  json: switchOption('print the result as JSON'),
  oneFile: switchOption('render a whole document as one HTML file that runs without a site or a network'),
  output: wordOption('PAGE.html', 'write the HTML file to this path', { short: 'o' }),
  title: wordOption('TEXT', 'title of the HTML file', { fallback: 'the first heading' }),
  playground: wordOption('URL', "a site whose playground can open the document's programs"),
  junit: wordOption('FILE', 'also write the result as JUnit XML'),
  ...cacheOptions,
} as const;
const NOT_DOCUMENTS = /^(node_modules|\..+)$/;

export const docsCommand = defineCommand({
  usage: [
    [
      'haze docs check FILES…',
      'build and run the programs in documents (Markdown, MDX, reStructuredText, HTML, or folders of them) and compare their output with the recorded output (docs/writing.md)',
    ],
    [
      'haze docs render',
      'render programs as HTML for documentation tool plugins: JSON lines on stdin and stdout',
    ],
    [
      'haze docs render --one-file PAGE.md -o PAGE.html',
      'write a whole document (Markdown or HTML) as one HTML file whose programs run without a site or a network',
    ],
  ],
  own,
  run: ({ own, positionals }) => checkOrRender(own, positionals),
});

async function checkOrRender(
  values: OptionValues<typeof own>,
  positionals: readonly string[],
): Promise<number> {
  const [task, ...paths] = positionals;
  if (values.oneFile) return renderOneFile(values, positionals);
  if (task === 'render' && paths.length === 0) return serveRender();
  if (task !== 'check' || paths.length === 0)
    throw usageError(
      'haze docs needs an action and files: haze docs check FILES…, or haze docs render. See haze docs --help.',
    );
  if (values.junit === '') throw usageError('--junit needs a file name, not an empty string.');
  if (values.junit !== undefined) await checkPlace(values.junit);
  const files = (await Promise.all(paths.map(listDocuments))).flat();
  const bench = new ProgramBench(values.noCache ? { cache: null } : {});
  try {
    const documents = await checkDocuments(files, bench, { isUpdate: values.update ?? false });
    const problems = listProblems(documents);
    if (values.junit !== undefined) await writeWhole(values.junit, [Buffer.from(describeJunit(documents))]);
    if (values.json) process.stdout.write(describeJson(documents));
    process.stderr.write(printable(describeProblems(problems)));
    process.stderr.write(printable(describeProblems(documents.flatMap(({ notes }) => notes))));
    // GitHub reads annotations from stderr as well as from stdout.
    if (process.env.GITHUB_ACTIONS === 'true') process.stderr.write(describeAnnotations(problems));
    printMessage(describeCounts(documents));
    return problems.length === 0 ? 0 : 1;
  } finally {
    bench.close();
  }
}

/** Renders all of a document's programs into one HTML file. */
async function renderOneFile(
  { output, title, playground = '', noCache }: OptionValues<typeof own>,
  [task, path, ...others]: readonly string[],
): Promise<number> {
  if (task !== 'render' || path === undefined || others.length > 0 || !output)
    throw usageError(
      '--one-file needs one document and an output file: haze docs render --one-file PAGE.md -o PAGE.html',
    );
  checkPlayground(playground);
  await checkPlace(output);
  const bench = new ProgramBench(noCache ? { cache: null } : {});
  try {
    const { html, needs } = await exportDocument(path, { title, playground }, bench);
    const bytes = await writeWhole(output, [Buffer.from(html)]);
    printMessage(`${output}: ${bytes} bytes`);
    if (needs.length > 0)
      printMessage(`${output} still loads separate files: ${needs.join(', ')}. Embed them in the document.`);
    return 0;
  } finally {
    bench.close();
  }
}

/** Renders pages for plugins written in other languages, one request per line. */
async function serveRender(): Promise<number> {
  const bench = new ProgramBench();
  try {
    await servePages(process.stdin, (line) => void process.stdout.write(line), bench);
    return 0;
  } finally {
    bench.close();
  }
}

/** The document itself, or all documents in a folder. */
async function listDocuments(path: string): Promise<string[]> {
  const entry = await stat(path);
  if (!entry.isDirectory()) {
    if (DOCUMENT_SUFFIXES.includes(extname(path).toLowerCase())) return [path];
    throw usageError(`haze docs check cannot read ${path}. It reads ${DOCUMENT_SUFFIXES.join(', ')}.`);
  }
  const isSkipped = (name: string) => NOT_DOCUMENTS.test(name);
  const isDocument = (name: string) => DOCUMENT_SUFFIXES.includes(extname(name).toLowerCase());
  const documents: string[] = [];
  const walk = {
    enters: (name: string) => !isSkipped(name),
    takes: (name: string) => !isSkipped(name) && isDocument(name),
    skipsLinkedFolders: true,
    // Reading the document reports the broken link.
    onDangling: (document: string) => documents.push(document),
  };
  for await (const document of walkFolder(path, walk)) documents.push(document);
  return documents.sort();
}
