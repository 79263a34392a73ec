// Part of `npm run check`: comments must open with a noun or a verb and say who or what acts (CONTRIBUTING.md). Counts
// violations of this rule per folder, and fails if a count exceeds the number in scripts/stilted-words.txt. These
// counts may only shrink: `node dist/scripts/check-words.js --renew` writes smaller counts, and `check-words.js FOLDER`
// lists a folder's comments.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';

const ROOTS = ['src', 'scripts', 'wasm', 'workers', 'entries', 'test', 'bench'];
const SOURCES = /\.(ts|c|h|cpp)$/;
/** Comment openings that are neither a noun nor a verb. */
const OPENING =
  /^(What|Whatever|Who|Whoever|Whom|Where|Wherever|Whether|Why|How|As|Of|One that|Those|That which|Told)\b/;
/** Words with plainer alternatives: report, show, again, instead of. */
const WORDS = /\b(told|tells? of|anew|in the place of|is asked|are asked|wish(es)?|by name)\b/g;

const root = findProjectRoot();
const table = join(root, 'scripts/stilted-words.txt');

interface Finding {
  readonly folder: string;
  readonly place: string;
  readonly text: string;
}

/** A comment, with the number of its first line. */
interface Comment {
  readonly line: number;
  readonly text: string;
}

/** Comments on their own lines; adjacent `//` lines form one comment. */
function readComments(text: string): Comment[] {
  const comments: { line: number; text: string }[] = [];
  let open: { line: number; text: string } | undefined;
  let isBlock = false;
  for (const [i, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    const isStart = trimmed.startsWith('/*');
    if (!isBlock && !isStart && !trimmed.startsWith('//')) {
      open = undefined;
      continue;
    }
    const words = trimmed
      .replace(/^(\/\*\*?|\/\/|\*\/|\*)/, '')
      .replace('*/', '')
      .trim();
    if (!open || isStart) {
      open = { line: i + 1, text: words };
      comments.push(open);
    } else open.text += ` ${words}`;
    if (isStart) isBlock = true;
    if (isBlock && trimmed.endsWith('*/')) {
      isBlock = false;
      open = undefined;
    }
  }
  return comments;
}

function findStilted(path: string): Finding[] {
  const parts = path.split('/');
  const folder = parts.slice(0, parts.length > 2 ? 2 : 1).join('/');
  return readComments(readFileSync(join(root, path), 'utf8')).flatMap(({ line, text }) => {
    const opening = OPENING.exec(text.trimStart())?.[0];
    const found = [...(opening ? [opening] : []), ...(text.match(WORDS) ?? [])];
    return found.map((word) => ({
      folder,
      place: `${path}:${line}`,
      text: `${word}: ${text.slice(0, 100)}`,
    }));
  });
}

function readTable(): Map<string, number> {
  const lines = readFileSync(table, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]));
}

const findings = ROOTS.flatMap(listFiles)
  .filter((path) => SOURCES.test(path))
  .flatMap(findStilted);
const counts = new Map<string, number>();
for (const { folder } of findings) counts.set(folder, (counts.get(folder) ?? 0) + 1);
const [word] = process.argv.slice(2);
if (word === '--renew') {
  const before = readTable();
  const lines = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, count]) => `${folder} ${Math.min(count, before.get(folder) ?? 0)}`);
  writeFileSync(table, `${lines.join('\n')}\n`);
} else if (word) {
  for (const { folder, place, text } of findings)
    if (folder.startsWith(word)) console.log(`${place}  ${text}`);
} else {
  const allowed = readTable();
  for (const [folder, count] of counts) {
    const most = allowed.get(folder) ?? 0;
    if (count <= most) continue;
    console.error(
      `${folder}: ${count} comments are stilted, but scripts/stilted-words.txt allows only ${most}. \`node dist/scripts/check-words.js ${folder}\` lists them.`,
    );
    process.exitCode = 1;
  }
}
