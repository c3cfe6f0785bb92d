// `npm run bench` and `npm run bench:retrieval`: installs and builds what is missing, then measures.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { prepare, root, tellAndExit } = await import('./lib/prepare.mjs');
process.chdir(root);
await prepare().catch(tellAndExit);
await import(`../bench/${process.argv[2]}.mjs`);
