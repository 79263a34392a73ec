// The page with all gallery examples as runnable programs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Card {
  readonly file: string;
  readonly title: string;
  readonly language: string;
  readonly core: string;
  readonly sentence: string;
}

/** Markdown in the same format as a page in docs/. */
export function writeExamplesPage(root: string): string {
  const cards = JSON.parse(readFileSync(join(root, 'examples/gallery.json'), 'utf8')) as Card[];
  const parts = cards.map(({ file, title, language, core, sentence }) => {
    const name = file.replace(/\.\w+$/, '');
    return [
      `## ${title}`,
      sentence,
      `\`\`\`${language.toLowerCase()} haze core="${core}" file="../examples/${file}" name="${name}" editable\n\`\`\``,
    ].join('\n\n');
  });
  return [
    '# Examples',
    'The playground examples. Each was built and run when this page was created, and runs again when you press *Run*.',
    ...parts,
    '',
  ].join('\n\n');
}
