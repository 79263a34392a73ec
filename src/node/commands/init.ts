// `haze init DIR`: fills a folder in a site with the files that its pages load. `haze init DIR --check` checks that the
// files belong to this version.
import { copySite, maybeStaleSite, readVersion } from '../folders/site-folder.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { onlyWord } from '../options/command-line.ts';
import { switchOption } from '../options/option.ts';
import { defineCommand } from './command.ts';

export const initCommand = defineCommand({
  usage: [['haze init DIR', 'copy the files that pages load into a site folder, such as public/haze']],
  own: {
    check: switchOption('only report whether the files there match this version (exit status 1 if not)'),
  },
  run: ({ own, positionals }) => init(own.check ?? false, positionals),
});

async function init(isCheck: boolean, positionals: readonly string[]): Promise<number> {
  const folder = onlyWord(positionals, 'Specify a folder that your site serves: haze init public/haze');
  if (isCheck) return check(folder);
  const { files, bytes } = await copySite(folder);
  const megabytes = (bytes / 1e6).toFixed(1);
  process.stdout.write(
    `${folder} contains the ${files} files (${megabytes} MB) of haze ${await readVersion()}.\n\n${describeUse(folder, addressOf(folder))}`,
  );
  return 0;
}

async function check(folder: string): Promise<number> {
  const problem = await maybeStaleSite(folder);
  if (problem === undefined) {
    process.stdout.write(`${folder} contains the files of haze ${await readVersion()}.\n`);
    return 0;
  }
  printMessage(`${problem}. Run: npx haze init ${folder}`);
  return 1;
}

/** Guesses a folder's URL path from its name: servers serve the contents of `public` or `static` at the root. */
function addressOf(folder: string): string {
  const path = folder
    .replaceAll('\\', '/')
    .replace(/^(.*\/)?(public|static|dist|www)\//, '')
    .replace(/^(\.\/)+|^\/+/, '')
    .replace(/(?<!\/)\/+$/, '');
  return `/${path}/`;
}

function describeUse(folder: string, address: string): string {
  return `In an application, say where they are served:

  import { createHaze } from 'haze/browser';
  const haze = createHaze({ assets: '${address}' });

In a page without a bundler:

  <script type="module">
    import { build, run } from '${address}haze.js';
  </script>

With Vite none of this is needed: plugins: [haze()], from 'haze/vite'.
To check whether they match the package's version: npx haze init ${folder} --check
`;
}
