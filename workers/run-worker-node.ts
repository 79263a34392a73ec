// Entry of the worker that runs programs, in Node.
import '../src/node/program-worker.ts';
