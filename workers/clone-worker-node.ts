// Entry of the worker that fetches repositories, in Node.
import '../src/node/clone-worker.ts';
