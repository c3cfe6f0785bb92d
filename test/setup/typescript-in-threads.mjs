// Lets worker threads of the tests import the service's TypeScript, as vitest does on the main thread.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) register('./typescript-hooks.mjs', import.meta.url);
