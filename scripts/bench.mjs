// `npm run bench` and `npm run bench:retrieval`: install and build whatever is missing, then run the benchmark.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { prepare, root, tellAndExit } = await import('./lib/prepare.mjs');
process.chdir(root);
await prepare().catch(tellAndExit);
await import(`../bench/${process.argv[2]}.mjs`);
