import { expect, test } from 'vitest';
import { describeLeftOut, type EmbedOptions, writeEmbed } from './write-embed.ts';

const OPTIONS: EmbedOptions = {
  script: 'https://haze.example/haze-program.js',
  source: '\n#include <stdio.h>\nint main(void) { return 1 < 2 && 3 > 2; }\n\n',
  language: 'C',
  core: 'C0-S+',
  label: '',
  arguments: '',
  stdin: '',
  seed: '',
  editable: false,
  controls: false,
  compact: false,
  margin: false,
  form: 'script',
};

test('a source is unchanged in a plain-text script', () => {
  expect(writeEmbed(OPTIONS)).toBe(`<script src="https://haze.example/haze-program.js"></script>

<haze-program core="C0-S+" language="C">
<script type="text/plain">
#include <stdio.h>
int main(void) { return 1 < 2 && 3 > 2; }
</script>
</haze-program>
`);
});

test('for readers without scripts, the source is in a <pre>, escaped for HTML', () => {
  expect(writeEmbed({ ...OPTIONS, form: 'pre' })).toContain(`<pre>
#include &lt;stdio.h&gt;
int main(void) { return 1 &lt; 2 &amp;&amp; 3 &gt; 2; }
</pre>`);
});

test.each(['puts("</script>");', 'puts("</SCRIPT ");', 'int x = 1; // <!-- <script>'])(
  'a source that would end the script is placed in a <pre>: %s',
  (source) => {
    const written = writeEmbed({ ...OPTIONS, source });
    expect(written).toContain('<pre>');
    expect(written.match(/<\/script/gi)).toHaveLength(1);
  },
);

test('options are attributes, and no value can break out of its quotes', () => {
  const written = writeEmbed({
    ...OPTIONS,
    label: 'A "lift" & <more>',
    arguments: "-n '3'",
    stdin: '1\n2\n',
    editable: true,
    controls: true,
    compact: true,
    margin: true,
  });
  expect(written).toContain(
    '<haze-program core="C0-S+" language="C" label="A &quot;lift&quot; &amp; &lt;more&gt;" ' +
      'arguments="-n \'3\'" stdin="1&#10;2&#10;" editable controls compact margin>',
  );
});

test('a 64-bit seed is written unchanged, and an invalid seed is omitted', () => {
  expect(writeEmbed({ ...OPTIONS, seed: '18446744073709551615' })).toContain(' seed="18446744073709551615">');
  expect(writeEmbed({ ...OPTIONS, seed: '18446744073709551616' })).not.toContain('seed=');
});

test('everything that the tag leaves out is listed', () => {
  const nothing = { isProject: false, fileCount: 0, hasOwnFlags: false, hostName: 'haze.example' };
  expect(describeLeftOut(nothing)).toEqual([]);
  const told = describeLeftOut({ isProject: true, fileCount: 2, hasOwnFlags: true, hostName: '127.0.0.1' });
  expect(told.map((sentence) => /project|input files|flags|machine/.exec(sentence)?.[0])).toEqual([
    'project',
    'input files',
    'flags',
    'machine',
  ]);
});
