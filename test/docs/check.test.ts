// Runs `haze docs check` as a writer would, on documents in a folder, and checks its messages and the files that it
// changes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const HAZE = fileURLToPath(new URL('../../dist/src/node/haze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { GITHUB_ACTIONS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [HAZE, 'docs', 'check', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, HAZE_CACHE_DIR: join(folder, 'cache'), ...more },
  });
  return { status, stdout, stderr };
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

const POWER = `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("power: %.2lf W\\n", 3 * UxHwDoubleUniformDist(3, 5)); }
`;

test('recorded output matches its program until the program changes', () => {
  write('power.md', `# Power\n\n\`\`\`c haze\n${POWER}\`\`\`\n\nText.\n`);
  expect(check(['--update', 'power.md'])).toMatchObject({
    status: 0,
    stderr: 'haze: 1 program in 1 file, 0 with recorded output, all well, 1 file updated\n',
  });
  // The mean is 3 · 4 = 12, and the standard deviation 6/√12 = 1.732.
  expect(read('power.md')).toMatch(/```\n\n```output\npower: 12\.00 ± 1\.73 [▁-█ ]+ W\n```\n\nText\.\n$/);
  expect(check(['power.md'])).toMatchObject({ status: 0 });
  write('power.md', read('power.md').replace('3 *', '4 *'));
  const { status, stderr } = check(['power.md']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^power\.md:10: the program prints "power: 16\.00 ± .*: the mean is 2\.3 standard/);
  expect(check(['--update', 'power.md'])).toMatchObject({ status: 0 });
  expect(check(['power.md'])).toMatchObject({ status: 0 });
});

test('failures are reported with file and line, as JUnit XML, as annotations and as JSON', () => {
  write(
    'wrong.md',
    `\`\`\`c haze name="first" part
int one(void) { return 1; }
\`\`\`

\`\`\`c haze continues
int main(void) {
  return two();
}
\`\`\`

\`\`\`c haze timeout="1"
int main(void) { for (;;) {} }
\`\`\`

\`\`\`c haze
#include <stdio.h>
int main(void) { for (int i = 0; i < 100000; i++) puts("0123456789"); }
\`\`\`

\`\`\`c haze fails="undeclared identifier 'y'"
int main(void) { return y; }
\`\`\`

\`\`\`c haze exit="3"
int main(void) { return 3; }
\`\`\`

\`\`\`c haze
int main(void) { return 4; }
\`\`\`

\`\`\`f90 haze
program p
  x = 'a' + 1
end program
\`\`\`

\`\`\`c haze file="twice.h" part
int twice(int x) { return 2 * x }
\`\`\`

\`\`\`c haze with="twice.h"
#include "twice.h"
int main(void) { return twice(2); }
\`\`\`
`,
  );
  const { status, stderr } = check(['--junit', 'report.xml', 'wrong.md'], { GITHUB_ACTIONS: 'true' });
  expect(status).toBe(1);
  const told = [
    ['7', /call to undeclared function 'two'/],
    ['11', /time limit of 1 s reached\. If it needs longer, write timeout="60" \(at most 600\)/],
    ['15', /output limit of 0\.3 MB reached on stdout/],
    ['28', /ends with status 4\. If this is intended, write exit="4"/],
    ['34', /error: /],
    ['39', /error: expected ';'/],
  ] as const;
  const lines = stderr.split('\n').filter((line) => line.startsWith('wrong.md:'));
  expect(lines.map((line) => line.split(':')[1])).toEqual(told.map(([line]) => line));
  for (const [i, [, message]] of told.entries()) expect(lines[i]).toMatch(message);
  expect(stderr).toContain('::error file=wrong.md,line=11::time limit of 1 s reached. If it needs longer');
  expect(read('report.xml')).toContain('<testsuite name="wrong.md" tests="10" failures="6">');
  const { stdout } = check(['--json', 'wrong.md']);
  expect(JSON.parse(stdout)).toMatchObject([{ file: 'wrong.md', programs: { length: 10 } }]);
});

test('output in reStructuredText and HTML is recorded in that format’s own syntax', () => {
  const rst = `.. haze:: c\n\n${POWER.replaceAll(/^/gm, '   ').trimEnd()}\n\nText.\n`;
  write('power.rst', rst);
  const html = `<haze-program core="C0-S">\n${POWER.replaceAll('<', '&lt;')}</haze-program>\n<p>Text.</p>\n`;
  write('power.html', html);
  expect(check(['--update', 'power.rst', 'power.html'])).toMatchObject({ status: 0 });
  expect(read('power.rst')).toMatch(/\n\n\.\. code-block:: output\n\n {3}power: 12\.00 ± .*\n\nText\.\n$/);
  expect(read('power.html')).toMatch(/\n<pre class="haze-output">\npower: 12\.00 ± .*\n<\/pre>\n<p>Text/);
  expect(check(['power.rst', 'power.html'])).toMatchObject({ status: 0 });
});

test('the programs in our documents print their recorded output', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { status, stderr } = check([join(root, 'README.md'), join(root, 'docs')]);
  expect(stderr).toMatch(/^haze: \d+ programs in \d+ files, [1-9]\d* with recorded output, all well\n$/);
  expect(status).toBe(0);
});

test('haze docs render returns one line per page, with locations in Markdown', () => {
  const markdown = '# x\n\n- ```c haze\n  int main(void) { return 0; }\n  ```\n\nText.\n';
  const program = { language: 'c', attributes: 'colour="red"', text: 'int x;\n', line: 7 };
  const requests = [{ file: 'a.md', markdown }, { file: 'b.rst', programs: [program] }, 'nothing'];
  const { stdout } = spawnSync(process.execPath, [HAZE, 'docs', 'render'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HAZE_CACHE_DIR: join(folder, 'cache') },
    input: requests.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''),
  });
  const [first, second, third] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ problems: [], warnings: [], html: [expect.stringMatching(/^<figure /)] });
  expect(first.markdown).toBe('# x\n\n\n  <div id="haze-place-0"></div>\n\n\nText.\n');
  expect(second.problems).toEqual([expect.stringMatching(/^b\.rst:7: unknown attribute "colour"/)]);
  expect(third).toMatchObject({ error: expect.stringContaining('JSON') });
});

test('two processes that share a cache do not disturb each other', async () => {
  write(
    'both.md',
    `\`\`\`c haze\n${POWER.replace('3 *', '5 *')}\`\`\`\n\n\`\`\`output\npower: 20.00 ± 2.89 W\n\`\`\`\n`,
  );
  const cache = join(folder, 'both');
  const ends = [1, 2].map(async () => {
    const child = spawn(process.execPath, [HAZE, 'docs', 'check', 'both.md'], {
      cwd: folder,
      env: { ...process.env, HAZE_CACHE_DIR: cache },
      stdio: 'ignore',
    });
    const [status] = await once(child, 'exit');
    return status;
  });
  expect(await Promise.all(ends)).toEqual([0, 0]);
  // Whichever command writes last, the cache has one result and no partial files.
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^docs-[0-9a-f]{64}\.entry$/)]);
});

test('a file that is not a document is reported, as is a missing argument', () => {
  write('a.txt', '');
  expect(check(['a.txt'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('.md, .markdown, .mdx'),
  });
  expect(check([])).toMatchObject({ status: 2, stderr: expect.stringContaining('haze docs check FILES…') });
});

const HI = '```c haze\n#include <stdio.h>\nint main(void) { puts("hi"); }\n```\n\n```output\nold\n```\n';

test('documents are read in their own encoding, and recording output changes no other bytes', () => {
  const writeBytes = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const files: [string, (text: string) => Buffer][] = [
    ['mark.md', (text) => Buffer.from(`\ufeff${text}`)],
    ['crlf.md', (text) => Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['mixed.md', (text) => Buffer.from(`${text}Text.\r\n`)],
    ['latin1.md', (text) => Buffer.from(`caf\u00e9\n\n${text}`, 'latin1')],
    ['little.md', (text) => utf16(text)],
    ['big.md', (text) => utf16(text).swap16()],
    [
      'latin1.html',
      (text) =>
        Buffer.from(
          `caf\u00e9 <pre data-haze="c">${text
            .replace(/```output[\s\S]*/, '')
            .replaceAll(/```.*/g, '')
            .replaceAll('<', '&lt;')}</pre><pre class="haze-output">${/output\n(.*)/.exec(text)![1]}</pre>`,
          'latin1',
        ),
    ],
  ];
  for (const [name, encode] of files) writeBytes(name, encode(HI));
  const names = files.map(([name]) => name);
  expect(check(names).status).toBe(1);
  expect(check(['--update', ...names])).toMatchObject({ status: 0 });
  for (const [name, encode] of files)
    expect(readFileSync(join(folder, name)), name).toEqual(encode(HI.replace('old', 'hi')));
  expect(check(names)).toMatchObject({ status: 0 });
});

test('undecodable bytes, and output that an encoding cannot represent, are reported and change nothing', () => {
  const bare = Buffer.from(HI, 'utf16le');
  writeFileSync(join(folder, 'bare.md'), bare);
  const latin = Buffer.from(`caf\u00e9\n\n${HI.replace('hi', '\\u2260')}`, 'latin1');
  writeFileSync(join(folder, 'lacks.md'), latin);
  const { status, stderr } = check(['--update', '--junit', 'bytes.xml', 'bare.md', 'lacks.md']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^bare\.md:1: this document cannot be read: it is neither UTF-8 nor UTF-16/m);
  expect(stderr).toMatch(/^lacks\.md:1: nothing is recorded: the document is not UTF-8/m);
  expect(read('bytes.xml')).toContain('<testsuite name="bare.md" tests="1" failures="1">');
  expect(readFileSync(join(folder, 'bare.md'))).toEqual(bare);
  expect(readFileSync(join(folder, 'lacks.md'))).toEqual(latin);
});

test('fences in comments are neither run nor recorded, but they are reported', () => {
  const text = `<!--\n${HI}-->\n`;
  write('comment.md', text);
  const { status, stderr } = check(['--update', 'comment.md']);
  expect(status).toBe(0);
  expect(stderr).toBe(
    'comment.md:2: this fence names haze, but is not run: it stands inside a comment\n' +
      'haze: 0 programs in 1 file, 0 with recorded output, all well\n',
  );
  expect(read('comment.md')).toBe(text);
});

test('in a folder, devices, pipes and links to folders are not documents', () => {
  const links = join(folder, 'links');
  mkdirSync(links);
  write('links/own.md', `\`\`\`c haze\n${POWER}\`\`\`\n`);
  symlinkSync('own.md', join(links, 'linked.md'));
  symlinkSync('/dev/zero', join(links, 'zero.md'));
  for (const name of ['a.md', 'b.md']) symlinkSync('.', join(links, name));
  expect(check(['links'])).toMatchObject({
    status: 0,
    stderr: 'haze: 2 programs in 2 files, 0 with recorded output, all well\n',
  });
  rmSync(links, { recursive: true });
});
