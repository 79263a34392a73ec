// Checks /openapi.json with two linters, redocly and spectral, neither of which may report a problem. The linters are
// large, so npx downloads them when this script runs: `npm run check:openapi`. Not part of `npm run check`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../src/api/create-api.ts';
import { defaultSettings, type Services } from '../src/api/requests/services.ts';

const REDOCLY = '@redocly/cli@2';
const SPECTRAL = '@stoplight/spectral-cli@6';

async function writeDescription(folder: string): Promise<string> {
  // The description depends only on the settings, so other services are not needed.
  const services = { settings: defaultSettings } as Services;
  const response = await createApi(services).fetch(new Request('http://127.0.0.1:8787/openapi.json'));
  const path = join(folder, 'openapi.json');
  writeFileSync(path, await response.text());
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  return path;
}

/** Runs a linter; returns the problems that it reports, or '' if there are none. */
function lint(folder: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', ...words], { cwd: folder, encoding: 'utf8' });
  const warnings = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => /^\s*(warning|error)\b|\swarning\s|\serror\s/.test(line));
  const isClean = status === 0 && warnings.every((line) => /\b0 (errors|warnings)\b/.test(line));
  return isClean ? '' : `${words[0]}:\n${stdout}${stderr}`;
}

const folder = mkdtempSync(join(tmpdir(), 'haze-openapi-'));
try {
  const path = await writeDescription(folder);
  const complaints = [
    lint(folder, [REDOCLY, 'lint', path, '--extends=recommended', '--format=stylish']),
    lint(folder, [SPECTRAL, 'lint', path]),
  ].filter((text) => text !== '');
  console.log(complaints.length === 0 ? 'openapi.json: no problems' : complaints.join('\n'));
  process.exitCode = complaints.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
