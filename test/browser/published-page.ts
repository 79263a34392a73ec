// Runs in the page: every operation of the published SDK against the service of this page, once behind a service worker and
// once without, and posts what came of it.
import { runPublishedOperations } from '../service/published-operations.ts';

// The built library and not its sources: this file is bundled without it.
const LIBRARY = '/haze.js';
const { connect } = (await import(/* @vite-ignore */ LIBRARY)) as typeof import('../../src/client/index.ts');

async function post(result: unknown): Promise<void> {
  await fetch('/results', { method: 'POST', body: JSON.stringify(result) });
}

async function run(isServed: boolean): Promise<void> {
  const name = isServed ? 'published-served' : 'published-alone';
  const connection = await connect({
    base: `/${name}`,
    database: name,
    ...(isServed ? {} : { serviceWorker: false }),
  });
  const { base, key, realtime, WebSocket, mode } = connection;
  const host = {
    ...{ base, key, realtime, WebSocket, hasBodyWithGet: false },
    ...(isServed ? {} : { fetch: connection.fetch }),
  };
  const outcomes = await runPublishedOperations(host);
  await post({ mode, outcomes });
  await connection.close();
}

try {
  await run(true);
  await run(false);
} catch (error) {
  await post({ mode: 'failed', outcomes: [{ operation: 'all', outcome: String((error as Error).stack) }] });
}
