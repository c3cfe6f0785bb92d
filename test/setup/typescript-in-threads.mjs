// Lets threads and processes that the service starts in tests import its TypeScript, as vitest does on the main thread.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// src/common/workers/processes.ts sets the key.
if (!isMainThread || process.env.HEARTWOOD_TASKS) register('./typescript-hooks.mjs', import.meta.url);
