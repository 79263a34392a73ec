// Entry point of the thread that watches a server's main thread.
import { parentPort, workerData } from 'node:worker_threads';
import { type Watch, watchTurns } from '../src/node/serve/watchdog-thread.ts';

watchTurns(workerData as Watch, parentPort!);
