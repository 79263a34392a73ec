// A copy of the built program whose tasks run in an attacker's process (hostile-process.ts).
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { distUrl } from '../../src/node/dist-url.ts';

export interface HostileBuild {
  /** The command. */
  readonly program: string;
  readonly folder: string;
  remove(): Promise<void>;
}

/** Creates the copy: links everything except the packed files, which locate each other by their paths. */
export async function makeHostileBuild(): Promise<HostileBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'haze-hostile-'));
  // The task processes run as a different user.
  await chmod(folder, 0o755);
  const packed = join(folder, 'dist/src/packed');
  await mkdir(join(folder, 'dist/src'), { recursive: true });
  const link = async (from: URL, to: string, but: string) => {
    for (const name of await readdir(from)) {
      if (name !== but) await symlink(fileURLToPath(new URL(name, from)), join(to, name));
    }
  };
  await link(distUrl(''), join(folder, 'dist'), 'src');
  await link(distUrl('src/'), join(folder, 'dist/src'), 'packed');
  for (const name of ['node_modules', 'package.json']) {
    await symlink(fileURLToPath(distUrl(`../${name}`)), join(folder, name));
  }
  await cp(distUrl('src/packed/'), packed, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: packed,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { 'task-process': fileURLToPath(distUrl('../test/hostile/hostile-process.ts')) },
        output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  });
  return {
    program: join(packed, 'haze.js'),
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
